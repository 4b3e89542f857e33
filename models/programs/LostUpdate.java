import java.util.concurrent.atomic.AtomicInteger;

/**
 * Shows: the smallest race: two threads add one, and one is added.
 *
 * <p>"locked" adds under a lock, "atomic" by an atomic operation. "racy" reads, adds and writes in three
 * steps; "volatile" does the same to a volatile field, which orders the steps but does not join them.
 *
 * <p>Arguments: [locked|atomic|racy|volatile] [threads] [additions a thread]
 */
public class LostUpdate {
  private interface Counter {
    void increment();

    int value();
  }

  private static final class Locked implements Counter {
    private int count;

    @Override
    public synchronized void increment() {
      count++;
    }

    @Override
    public synchronized int value() {
      return count;
    }
  }

  private static final class Atomic implements Counter {
    private final AtomicInteger count = new AtomicInteger();

    @Override
    public void increment() {
      count.incrementAndGet();
    }

    @Override
    public int value() {
      return count.get();
    }
  }

  private static final class Racy implements Counter {
    private int count;

    @Override
    public void increment() {
      count++;
    }

    @Override
    public int value() {
      return count;
    }
  }

  private static final class Volatile implements Counter {
    private volatile int count;

    @Override
    public void increment() {
      int seen = count;
      count = seen + 1;
    }

    @Override
    public int value() {
      return count;
    }
  }

  private static Counter counter(String variant) {
    return switch (variant) {
      case "locked" -> new Locked();
      case "atomic" -> new Atomic();
      case "racy" -> new Racy();
      case "volatile" -> new Volatile();
      default -> throw new IllegalArgumentException(
          "no variant \"" + variant + "\": locked, atomic, racy or volatile");
    };
  }

  public static void main(String[] args) throws InterruptedException {
    Counter counter = counter(args.length > 0 ? args[0] : "locked");
    int threads = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    int additions = args.length > 2 ? Integer.parseInt(args[2]) : 2;
    Thread[] adders = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      adders[i] =
          new Thread(
              () -> {
                for (int n = 0; n < additions; n++) counter.increment();
              });
    }
    for (Thread adder : adders) adder.start();
    for (Thread adder : adders) adder.join();
    int expected = threads * additions;
    if (counter.value() != expected) throw new AssertionError(counter.value() + ", not " + expected);
    System.out.println(counter.value() + " additions");
  }
}
