/**
 * Shows: Lamport's bakery lock for any number of threads.
 *
 * <p>Who wants to enter draws a number above all others and waits for the smaller ones. Two may draw the
 * same number; then the lower thread goes first. "correct" tells the others while it is drawing, and they
 * wait for it. "hasty" does not: a number still being drawn is overlooked.
 *
 * <p>Arguments: [correct|hasty] [threads] [rounds each]
 */
public class BakeryLock {
  private static final class Ticket {
    private volatile boolean drawing;
    private volatile int number;
  }

  private final Ticket[] tickets;
  private final boolean hasty;
  private int inside;
  private int entries;

  private BakeryLock(int threads, boolean hasty) {
    this.tickets = new Ticket[threads];
    this.hasty = hasty;
    for (int i = 0; i < threads; i++) tickets[i] = new Ticket();
  }

  private void lock(int me) {
    Ticket mine = tickets[me];
    if (!hasty) mine.drawing = true;
    int highest = 0;
    for (Ticket ticket : tickets) highest = Math.max(highest, ticket.number);
    int drawn = highest + 1;
    mine.number = drawn;
    if (!hasty) mine.drawing = false;
    for (int other = 0; other < tickets.length; other++) {
      if (other == me) continue;
      while (tickets[other].drawing) Thread.onSpinWait();
      while (isBefore(tickets[other].number, other, drawn, me)) Thread.onSpinWait();
    }
  }

  private static boolean isBefore(int number, int thread, int myNumber, int me) {
    return number != 0 && (number < myNumber || (number == myNumber && thread < me));
  }

  private void unlock(int me) {
    tickets[me].number = 0;
  }

  private void enter() {
    inside++;
    if (inside != 1) throw new AssertionError("two threads inside");
    entries++;
    inside--;
  }

  private Thread customer(int me, int rounds) {
    return new Thread(
        () -> {
          for (int round = 0; round < rounds; round++) {
            lock(me);
            enter();
            unlock(me);
          }
        });
  }

  public static void main(String[] args) throws InterruptedException {
    String variant = args.length > 0 ? args[0] : "correct";
    if (!variant.equals("correct") && !variant.equals("hasty")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": correct or hasty");
    }
    int threads = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 1;
    BakeryLock lock = new BakeryLock(threads, variant.equals("hasty"));
    Thread[] customers = new Thread[threads];
    for (int i = 0; i < threads; i++) customers[i] = lock.customer(i, rounds);
    for (Thread customer : customers) customer.start();
    for (Thread customer : customers) customer.join();
    if (lock.entries != threads * rounds) throw new AssertionError(lock.entries + " entries");
    System.out.println(lock.entries + " entries, one at a time");
  }
}
