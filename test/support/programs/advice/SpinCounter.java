/** A waiting thread counts its rounds in a local variable. */
public class SpinCounter {
  static volatile boolean ready;
  static volatile int result;
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      long rounds = 0;
      while (!ready) rounds++;
      result = rounds > 3 ? 1 : 2;
    });
    t.start();
    ready = true;
    t.join();
  }
}
