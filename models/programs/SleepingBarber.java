/**
 * Shows: a server that sleeps while there is no work, and a customer who comes just then.
 *
 * <p>The waiting room has a few chairs; who finds none goes away. With "awake" the barber looks into the
 * waiting room and falls asleep in one step. With "drowsy" he looks, and falls asleep later: a customer
 * who sits down in between wakes nobody.
 *
 * <p>Arguments: [awake|drowsy] [customers] [chairs]
 */
public class SleepingBarber {
  private final int customers;
  private final int chairs;
  private int waiting;
  private int arrived;
  private int finished;
  private int turnedAway;

  private SleepingBarber(int customers, int chairs) {
    this.customers = customers;
    this.chairs = chairs;
  }

  private synchronized boolean hasWork() {
    return waiting > 0 || finished + turnedAway == customers;
  }

  /** False at the end of the day. */
  private synchronized boolean nextCustomer() throws InterruptedException {
    while (!hasWork()) wait();
    if (waiting == 0) return false;
    waiting--;
    return true;
  }

  private boolean nextCustomerDrowsily() throws InterruptedException {
    while (!hasWork()) {
      synchronized (this) {
        wait();
      }
    }
    return nextCustomer();
  }

  private synchronized void finish() {
    finished++;
    notifyAll();
  }

  /** False when all chairs are taken. */
  private synchronized boolean visit() throws InterruptedException {
    if (waiting == chairs) {
      turnedAway++;
      notifyAll();
      return false;
    }
    waiting++;
    if (waiting > chairs) throw new AssertionError(waiting + " customers on " + chairs + " chairs");
    int ticket = arrived++;
    notifyAll();
    while (finished <= ticket) wait();
    return true;
  }

  private Thread barber(boolean drowsy) {
    return new Thread(
        () -> {
          try {
            while (drowsy ? nextCustomerDrowsily() : nextCustomer()) finish();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static final class Customer extends Thread {
    private final SleepingBarber shop;
    private boolean shorn;

    Customer(SleepingBarber shop) {
      this.shop = shop;
    }

    @Override
    public void run() {
      try {
        shorn = shop.visit();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    String variant = args.length > 0 ? args[0] : "awake";
    if (!variant.equals("awake") && !variant.equals("drowsy")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": awake or drowsy");
    }
    int customers = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    int chairs = args.length > 2 ? Integer.parseInt(args[2]) : 1;

    SleepingBarber shop = new SleepingBarber(customers, chairs);
    Thread barber = shop.barber(variant.equals("drowsy"));
    Customer[] people = new Customer[customers];
    for (int i = 0; i < customers; i++) people[i] = new Customer(shop);
    barber.start();
    for (Customer customer : people) customer.start();
    int shorn = 0;
    for (Customer customer : people) {
      customer.join();
      if (customer.shorn) shorn++;
    }
    barber.join();
    if (shorn != shop.finished) throw new AssertionError(shop.finished + " cuts for " + shorn + " heads");
    if (shorn + shop.turnedAway != customers) throw new AssertionError("somebody is missing");
    if (shorn == 0 && customers > 0 && chairs > 0) throw new AssertionError("an idle day");
    System.out.println(customers + " customers, " + chairs + " chairs: the day is over");
  }
}
