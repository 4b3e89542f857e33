/** Two workers serve requests until they are told to stop, and count them for a statistic that nobody reads. */
public class StatsCounter {
  static int served;
  static boolean isEven;
  static final Object lock = new Object();
  static volatile boolean stop;

  static void serve() {
    while (true) {
      synchronized (lock) {
        isEven = !isEven;
        served++;
      }
      if (stop) return;
    }
  }

  public static void main(String[] args) throws Exception {
    Thread a = new Thread(StatsCounter::serve);
    Thread b = new Thread(StatsCounter::serve);
    a.start();
    b.start();
    stop = true;
    a.join();
    b.join();
  }
}
