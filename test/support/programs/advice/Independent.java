/** Threads that have nothing to do with each other but a lock: as many as the argument says. */
public class Independent {
  static final int[] cells = new int[16];

  public static void main(String[] args) throws Exception {
    Thread[] threads = new Thread[Integer.parseInt(args[0])];
    for (int i = 0; i < threads.length; i++) {
      int id = i;
      threads[i] = new Thread(() -> {
        for (int k = 0; k < 4; k++) {
          synchronized (cells) {
            cells[id] = k;
          }
        }
      });
      threads[i].start();
    }
    for (Thread t : threads) t.join();
    for (int cell : cells) if (cell > 3) throw new AssertionError();
  }
}
