/** Each round makes a large object, which the next one replaces. */
public class Garbage {
  static volatile byte[] buffer;

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      for (int i = 0; i < 300; i++) buffer = new byte[500_000];
    });
    t.start();
    byte[] seen = buffer;
    t.join();
  }
}
