/**
 * Shows: threads that go round in circles while they remember what nobody asks about any more.
 *
 * <p>First some guests sign a book, in whatever order they come. When all have gone, workers add to a count,
 * one after the other: who finds the lock taken tries again at once, for as long as it takes. The book is
 * only opened when the count is wrong in the end. "careful" takes the lock in one go; "hasty" looks first
 * and takes it then.
 *
 * <p>Arguments: [careful|hasty] [guests] [workers] [rounds each]
 */
public class SpinningWorkers {
  private final boolean isHasty;
  private final int[] book;
  private int signed;
  private volatile boolean isTaken;
  private int count;

  private SpinningWorkers(boolean isHasty, int guests) {
    this.isHasty = isHasty;
    this.book = new int[guests];
  }

  private synchronized void sign(int guest) {
    book[signed++] = guest;
  }

  private synchronized boolean tryLock() {
    if (isTaken) return false;
    isTaken = true;
    return true;
  }

  private void lock() {
    if (isHasty) {
      while (isTaken) Thread.onSpinWait();
      isTaken = true;
    } else {
      while (!tryLock()) Thread.onSpinWait();
    }
  }

  private void work(int rounds) {
    for (int round = 0; round < rounds; round++) {
      lock();
      count++;
      isTaken = false;
    }
  }

  private String guestBook() {
    StringBuilder names = new StringBuilder();
    for (int guest : book) names.append(' ').append(guest);
    return names.toString();
  }

  private static void runAll(Thread[] threads) throws InterruptedException {
    for (Thread thread : threads) thread.start();
    for (Thread thread : threads) thread.join();
  }

  public static void main(String[] args) throws InterruptedException {
    String variant = args.length > 0 ? args[0] : "careful";
    if (!variant.equals("careful") && !variant.equals("hasty")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": careful or hasty");
    }
    int guests = args.length > 1 ? Integer.parseInt(args[1]) : 3;
    int workers = args.length > 2 ? Integer.parseInt(args[2]) : 2;
    int rounds = args.length > 3 ? Integer.parseInt(args[3]) : 2;

    SpinningWorkers all = new SpinningWorkers(variant.equals("hasty"), guests);
    Thread[] signing = new Thread[guests];
    for (int i = 0; i < guests; i++) {
      int guest = i + 1;
      signing[i] = new Thread(() -> all.sign(guest));
    }
    runAll(signing);
    Thread[] working = new Thread[workers];
    for (int i = 0; i < workers; i++) working[i] = new Thread(() -> all.work(rounds));
    runAll(working);
    if (all.count != workers * rounds) {
      throw new AssertionError(all.count + " times worked; who came:" + all.guestBook());
    }
    System.out.println(all.signed + " came, " + all.count + " times worked");
  }
}
