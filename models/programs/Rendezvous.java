/**
 * Shows: two threads that meet again and again to exchange a value.
 *
 * <p>The first to come leaves its value and waits; the second takes it, leaves its own and goes on. With
 * "correct" nobody enters the next meeting before the first has fetched its value. With "hasty" the second
 * may be back before that, and meets itself.
 *
 * <p>Arguments: [correct|hasty] [rounds]
 */
public class Rendezvous {
  private static final int EMPTY = 0;
  private static final int WAITING = 1;
  private static final int LEAVING = 2;

  private final boolean hasty;
  private int phase = EMPTY;
  private int value;

  private Rendezvous(boolean hasty) {
    this.hasty = hasty;
  }

  private synchronized int exchange(int mine) throws InterruptedException {
    while (!hasty && phase == LEAVING) wait();
    if (phase == EMPTY) {
      value = mine;
      phase = WAITING;
      while (phase != LEAVING) wait();
      phase = EMPTY;
      notifyAll();
      return value;
    }
    int theirs = value;
    value = mine;
    phase = LEAVING;
    notifyAll();
    return theirs;
  }

  private static final class Party extends Thread {
    private final Rendezvous place;
    private final int number;
    private final int rounds;
    private int met;

    Party(Rendezvous place, int number, int rounds) {
      this.place = place;
      this.number = number;
      this.rounds = rounds;
    }

    @Override
    public void run() {
      try {
        for (int round = 0; round < rounds; round++) {
          int theirs = place.exchange(2 * round + number);
          int expected = 2 * round + 1 - number;
          if (theirs != expected) throw new AssertionError("got " + theirs + " instead of " + expected);
          met++;
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    String variant = args.length > 0 ? args[0] : "correct";
    if (!variant.equals("correct") && !variant.equals("hasty")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": correct or hasty");
    }
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    Rendezvous place = new Rendezvous(variant.equals("hasty"));
    Party[] parties = {new Party(place, 0, rounds), new Party(place, 1, rounds)};
    for (Party party : parties) party.start();
    for (Party party : parties) party.join();
    if (parties[0].met != parties[1].met) throw new AssertionError("they did not meet equally often");
    System.out.println(parties[0].met + " meetings");
  }
}
