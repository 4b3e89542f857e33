/**
 * Shows: a pipeline that grows while it runs.
 *
 * <p>The sieve of Eratosthenes with a thread for each prime found: it drops the multiples of its prime
 * and hands everything else to the next thread through a channel that holds one number.
 *
 * <p>Arguments: [limit]
 */
public class SieveOfThreads {
  /** Ends the stream of numbers. */
  private static final int END = -1;

  private static final class Channel {
    private int value;
    private boolean full;

    synchronized void send(int number) throws InterruptedException {
      while (full) wait();
      value = number;
      full = true;
      notifyAll();
    }

    synchronized int receive() throws InterruptedException {
      while (!full) wait();
      full = false;
      notifyAll();
      return value;
    }
  }

  private static final class Filter extends Thread {
    private final Channel in;
    private int prime = END;
    private Filter next;

    Filter(Channel in) {
      this.in = in;
    }

    @Override
    public void run() {
      try {
        prime = in.receive();
        if (prime == END) return;
        Channel out = new Channel();
        next = new Filter(out);
        next.start();
        int number;
        do {
          number = in.receive();
          if (number == END || number % prime != 0) out.send(number);
        } while (number != END);
        next.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    int limit = args.length > 0 ? Integer.parseInt(args[0]) : 4;
    Channel numbers = new Channel();
    Filter first = new Filter(numbers);
    first.start();
    for (int number = 2; number <= limit; number++) numbers.send(number);
    numbers.send(END);
    first.join();

    StringBuilder primes = new StringBuilder();
    for (Filter filter = first; filter.prime != END; filter = filter.next) {
      if (filter != first) primes.append(' ');
      primes.append(filter.prime);
    }
    System.out.println(primes);
  }
}
