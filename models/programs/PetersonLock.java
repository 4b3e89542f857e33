/**
 * Shows: Peterson's lock for two threads, which needs nothing but reads and writes.
 *
 * <p>"correct" raises its flag, then gives way. "swapped" gives way first and raises the flag later: both
 * can then find the other's flag down or the turn theirs.
 *
 * <p>Arguments: [correct|swapped] [rounds each]
 */
public class PetersonLock {
  private volatile boolean firstWants;
  private volatile boolean secondWants;
  private volatile int turn;
  private final boolean swapped;
  private int inside;
  private int entries;

  private PetersonLock(boolean swapped) {
    this.swapped = swapped;
  }

  private void raise(int me, boolean wants) {
    if (me == 0) firstWants = wants;
    else secondWants = wants;
  }

  private boolean wants(int thread) {
    return thread == 0 ? firstWants : secondWants;
  }

  private void lock(int me) {
    int other = 1 - me;
    if (swapped) {
      turn = other;
      raise(me, true);
    } else {
      raise(me, true);
      turn = other;
    }
    while (wants(other) && turn == other) Thread.onSpinWait();
  }

  private void unlock(int me) {
    raise(me, false);
  }

  private void enter() {
    inside++;
    if (inside != 1) throw new AssertionError("two threads inside");
    entries++;
    inside--;
  }

  private Thread contender(int me, int rounds) {
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
    if (!variant.equals("correct") && !variant.equals("swapped")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": correct or swapped");
    }
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    PetersonLock lock = new PetersonLock(variant.equals("swapped"));
    Thread[] contenders = {lock.contender(0, rounds), lock.contender(1, rounds)};
    for (Thread contender : contenders) contender.start();
    for (Thread contender : contenders) contender.join();
    if (lock.entries != 2 * rounds) throw new AssertionError(lock.entries + " entries");
    System.out.println(lock.entries + " entries, one at a time");
  }
}
