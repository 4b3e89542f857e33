/**
 * Shows: many readers or one writer, and a writer that overlooks the readers.
 *
 * <p>The guarded data are two numbers that a writer changes one after the other. With "correct" nobody
 * reads in between. With "careless" a writer waits for other writers only, and a reader can see two
 * different numbers.
 *
 * <p>Arguments: [correct|careless] [readers] [writers] [rounds each]
 */
public class ReadersWriters {
  private final boolean careless;
  private int reading;
  private boolean writing;
  private int left;
  private int right;

  private ReadersWriters(boolean careless) {
    this.careless = careless;
  }

  private synchronized void beginRead() throws InterruptedException {
    while (writing) wait();
    reading++;
  }

  private synchronized void endRead() {
    reading--;
    notifyAll();
  }

  private synchronized void beginWrite() throws InterruptedException {
    while (writing || (!careless && reading > 0)) wait();
    writing = true;
  }

  private synchronized void endWrite() {
    writing = false;
    notifyAll();
  }

  private static final class Reader extends Thread {
    private final ReadersWriters data;
    private final int rounds;

    Reader(ReadersWriters data, int rounds) {
      this.data = data;
      this.rounds = rounds;
    }

    @Override
    public void run() {
      try {
        for (int round = 0; round < rounds; round++) {
          data.beginRead();
          int left = data.left;
          int right = data.right;
          data.endRead();
          if (left != right) throw new AssertionError("read " + left + " and " + right);
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static final class Writer extends Thread {
    private final ReadersWriters data;
    private final int rounds;

    Writer(ReadersWriters data, int rounds) {
      this.data = data;
      this.rounds = rounds;
    }

    @Override
    public void run() {
      try {
        for (int round = 0; round < rounds; round++) {
          data.beginWrite();
          data.left++;
          data.right++;
          data.endWrite();
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static int argument(String[] args, int index, int otherwise) {
    return args.length > index ? Integer.parseInt(args[index]) : otherwise;
  }

  public static void main(String[] args) throws InterruptedException {
    String variant = args.length > 0 ? args[0] : "correct";
    if (!variant.equals("correct") && !variant.equals("careless")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": correct or careless");
    }
    int readers = argument(args, 1, 2);
    int writers = argument(args, 2, 1);
    int rounds = argument(args, 3, 1);

    ReadersWriters data = new ReadersWriters(variant.equals("careless"));
    Thread[] threads = new Thread[readers + writers];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = i < readers ? new Reader(data, rounds) : new Writer(data, rounds);
    }
    for (Thread thread : threads) thread.start();
    for (Thread thread : threads) thread.join();
    int expected = writers * rounds;
    if (data.left != expected || data.right != expected) {
      throw new AssertionError("written " + data.left + " and " + data.right + ", not " + expected);
    }
    System.out.println(readers + " readers, " + writers + " writers: " + data.left);
  }
}
