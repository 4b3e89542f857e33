/**
 * Shows: a deadlock that depends on the schedule, and the lock order that removes it.
 *
 * <p>Each philosopher needs the two forks beside the plate. With "naive" everyone takes the left fork
 * first: if all of them do so at the same time, nobody ever gets a right one. With "ordered" everyone
 * takes the fork with the lower number first, so no circle of waiting can close.
 *
 * <p>Arguments: [ordered|naive] [philosophers] [meals each]
 */
public class DiningPhilosophers {
  private static final class Fork {
    private int uses;
  }

  private static final class Philosopher extends Thread {
    private final Fork first;
    private final Fork second;
    private final int meals;
    private int eaten;

    Philosopher(Fork first, Fork second, int meals) {
      this.first = first;
      this.second = second;
      this.meals = meals;
    }

    @Override
    public void run() {
      for (int meal = 0; meal < meals; meal++) {
        synchronized (first) {
          synchronized (second) {
            first.uses++;
            second.uses++;
            eaten++;
          }
        }
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    String order = args.length > 0 ? args[0] : "ordered";
    int seats = args.length > 1 ? Integer.parseInt(args[1]) : 3;
    int meals = args.length > 2 ? Integer.parseInt(args[2]) : 2;
    if (!order.equals("ordered") && !order.equals("naive")) {
      throw new IllegalArgumentException("the order is \"ordered\" or \"naive\", not \"" + order + "\"");
    }
    if (seats < 2) throw new IllegalArgumentException("a table has at least two seats");

    Fork[] forks = new Fork[seats];
    for (int i = 0; i < seats; i++) forks[i] = new Fork();
    Philosopher[] table = new Philosopher[seats];
    for (int i = 0; i < seats; i++) {
      Fork left = forks[i];
      Fork right = forks[(i + 1) % seats];
      // Only the last seat has its lower-numbered fork on the right.
      boolean swap = order.equals("ordered") && i == seats - 1;
      table[i] = swap ? new Philosopher(right, left, meals) : new Philosopher(left, right, meals);
    }
    for (Philosopher philosopher : table) philosopher.start();

    int eaten = 0;
    for (Philosopher philosopher : table) {
      philosopher.join();
      eaten += philosopher.eaten;
    }
    int uses = 0;
    for (Fork fork : forks) uses += fork.uses;
    if (uses != 2 * eaten) throw new AssertionError(uses + " uses of forks for " + eaten + " meals");
    System.out.println(seats + " philosophers, " + order + ": " + eaten + " meals");
  }
}
