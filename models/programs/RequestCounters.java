/**
 * Shows: servers that count what they do and never look at it.
 *
 * <p>Each server takes the only connection, serves a request and hands the connection on. All the while it
 * keeps statistics: how many requests, how many bytes, how many of each kind, and a log with an entry for
 * every request. "bounded" serves some requests and ends. "forever" never stops: its servers are daemons, and
 * the main thread may go home at any time. There are infinitely many states then, but what tells them apart
 * nobody ever asks about. "hasty" hands the connection on before it is done with it.
 *
 * <p>Arguments: [bounded|forever|hasty] [servers] [requests each]
 */
public class RequestCounters implements Runnable {
  /** What has been served, newest first. */
  private static final class Entry {
    final Entry before;
    final long number;

    Entry(Entry before, long number) {
      this.before = before;
      this.number = number;
    }
  }

  private final boolean isHasty;
  private final int requests;
  private boolean isTaken;
  private int users;
  private int served;
  private long bytes;
  private final long[] ofKind = new long[2];
  private Entry log;

  private RequestCounters(boolean isHasty, int requests) {
    this.isHasty = isHasty;
    this.requests = requests;
  }

  private synchronized void take() throws InterruptedException {
    while (isTaken) wait();
    isTaken = true;
  }

  private synchronized void handOn() {
    isTaken = false;
    notifyAll();
  }

  private void use(int kind) {
    users++;
    if (users != 1) throw new AssertionError("two servers on one connection");
    count(kind, 512);
    users--;
  }

  private void count(int kind, int size) {
    served++;
    bytes += size;
    ofKind[kind]++;
    log = new Entry(log, served);
  }

  @Override
  public void run() {
    try {
      int left = requests;
      while (left != 0) {
        take();
        if (isHasty) {
          handOn();
          use(0);
        } else {
          use(1);
          handOn();
        }
        // Who serves for ever has no number to begin with.
        if (left > 0) left--;
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    String variant = args.length > 0 ? args[0] : "bounded";
    if (!variant.equals("bounded") && !variant.equals("forever") && !variant.equals("hasty")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": bounded, forever or hasty");
    }
    int servers = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    int requests = args.length > 2 ? Integer.parseInt(args[2]) : 2;
    boolean isForever = variant.equals("forever");

    RequestCounters counters = new RequestCounters(variant.equals("hasty"), isForever ? -1 : requests);
    Thread[] threads = new Thread[servers];
    for (int i = 0; i < servers; i++) {
      threads[i] = new Thread(counters);
      threads[i].setDaemon(isForever);
      threads[i].start();
    }
    if (isForever) return;
    for (Thread thread : threads) thread.join();
  }
}
