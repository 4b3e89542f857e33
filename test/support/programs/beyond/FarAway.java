/** Far behind the depth that a search is limited to, there is a native method that nobody implements. */
public class FarAway {
  static volatile int n;

  static native void missing();

  public static void main(String[] args) throws Exception {
    Thread other = new Thread(() -> {
      for (int i = 0; i < 50; i++) n++;
    });
    other.start();
    for (int i = 0; i < 50; i++) n++;
    other.join();
    missing();
  }
}
