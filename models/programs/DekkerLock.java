/**
 * Shows: Dekker's lock for two threads, the first that was right.
 *
 * <p>"correct" raises its flag, and lowers it again while it is the other's turn. "blind" looks at the
 * other's flag before it raises its own, so both may find nobody. "stubborn" never lowers its flag: when
 * both have raised theirs they spin for ever, which is no deadlock (both can move) but no progress either.
 *
 * <p>Arguments: [correct|blind|stubborn] [rounds each]
 */
public class DekkerLock {
  private volatile boolean firstWants;
  private volatile boolean secondWants;
  private volatile int turn;
  private final String variant;
  private int inside;
  private int entries;

  private DekkerLock(String variant) {
    this.variant = variant;
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
    if (variant.equals("blind")) {
      while (wants(other)) Thread.onSpinWait();
      raise(me, true);
      return;
    }
    raise(me, true);
    while (wants(other)) {
      if (turn == other && !variant.equals("stubborn")) {
        raise(me, false);
        while (turn == other) Thread.onSpinWait();
        raise(me, true);
      }
    }
  }

  private void unlock(int me) {
    turn = 1 - me;
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
    if (!variant.equals("correct") && !variant.equals("blind") && !variant.equals("stubborn")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": correct, blind or stubborn");
    }
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    DekkerLock lock = new DekkerLock(variant);
    Thread[] contenders = {lock.contender(0, rounds), lock.contender(1, rounds)};
    for (Thread contender : contenders) contender.start();
    for (Thread contender : contenders) contender.join();
    if (lock.entries != 2 * rounds) throw new AssertionError(lock.entries + " entries");
    System.out.println(lock.entries + " entries, one at a time");
  }
}
