/**
 * A worker counts for ever. The bug needs it to run before the main thread is done, which is not what depth-first
 * search tries first.
 */
public class DeepBug {
  static volatile int work;
  static volatile boolean isReady;

  public static void main(String[] args) {
    new Thread(() -> {
      boolean wasEarly = false;
      while (true) {
        work++;
        if (work < 0) throw new ArithmeticException("too much work");
        if (!isReady) wasEarly = true;
        else if (wasEarly) throw new IllegalStateException("began too early");
      }
    }).start();
    isReady = true;
  }
}
