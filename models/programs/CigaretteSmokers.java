/**
 * Shows: a deadlock without any lock held in the wrong order: everyone takes half of what another needs.
 *
 * <p>Each smoker has one ingredient of three, an agent lays the two others on the table. With "both" a
 * smoker takes the two together. With "single" the smokers take one and then wait for the other: two of
 * them may hold one each.
 *
 * <p>Arguments: [both|single] [rounds]
 */
public class CigaretteSmokers {
  private static final int KINDS = 3;

  private final boolean[] onTable = new boolean[KINDS];
  private final boolean single;
  private boolean over;
  private int smoked;

  private CigaretteSmokers(boolean single) {
    this.single = single;
  }

  private synchronized void layDown(int missing) throws InterruptedException {
    int before = smoked;
    for (int kind = 0; kind < KINDS; kind++) {
      if (kind == missing) continue;
      if (onTable[kind]) throw new AssertionError("the table is not clear");
      onTable[kind] = true;
    }
    notifyAll();
    while (smoked == before) wait();
  }

  private synchronized void close() {
    over = true;
    notifyAll();
  }

  /** False when the agent has gone. */
  private boolean take(int kind) throws InterruptedException {
    while (!onTable[kind] && !over) wait();
    if (over) return false;
    onTable[kind] = false;
    return true;
  }

  private boolean takeBoth(int one, int other) throws InterruptedException {
    while (!(onTable[one] && onTable[other]) && !over) wait();
    return take(one) && take(other);
  }

  private synchronized boolean smoke(int own) throws InterruptedException {
    int one = (own + 1) % KINDS;
    int other = (own + 2) % KINDS;
    boolean ready = single ? take(one) && take(other) : takeBoth(one, other);
    if (!ready) return false;
    smoked++;
    notifyAll();
    return true;
  }

  public static void main(String[] args) throws InterruptedException {
    String variant = args.length > 0 ? args[0] : "both";
    if (!variant.equals("both") && !variant.equals("single")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": both or single");
    }
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    CigaretteSmokers table = new CigaretteSmokers(variant.equals("single"));
    Thread[] smokers = new Thread[KINDS];
    for (int i = 0; i < KINDS; i++) {
      int own = i;
      smokers[i] =
          new Thread(
              () -> {
                try {
                  while (table.smoke(own)) Thread.onSpinWait();
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              });
    }
    for (Thread smoker : smokers) smoker.start();
    for (int round = 0; round < rounds; round++) table.layDown(round % KINDS);
    table.close();
    for (Thread smoker : smokers) smoker.join();
    if (table.smoked != rounds) throw new AssertionError(table.smoked + " cigarettes");
    System.out.println(table.smoked + " cigarettes");
  }
}
