/**
 * Shows: a machine and its users that agree on a shared state: the floor and the doors.
 *
 * <p>The elevator goes up and down while anybody waits or rides, and keeps its doors open as long as
 * somebody wants to step in or out. With "careful" a passenger steps in and takes back the call in one
 * step. With "hasty" the call is taken back first: the elevator may leave before the passenger is in.
 *
 * <p>Arguments: [careful|hasty] [passengers] [floors]
 */
public class Elevator {
  private final int passengers;
  private final int[] calls;
  private final int[] riders;
  private int floor;
  private boolean open;
  private int pending;
  private int delivered;

  private Elevator(int passengers, int floors) {
    this.passengers = passengers;
    this.calls = new int[floors];
    this.riders = new int[floors];
  }

  private synchronized void call(int from) {
    calls[from]++;
    pending++;
    notifyAll();
  }

  private synchronized void awaitDoors(int at) throws InterruptedException {
    while (!open || floor != at) wait();
  }

  private synchronized void takeBack(int from) {
    calls[from]--;
    notifyAll();
  }

  private synchronized void stepIn(int from, int to) {
    if (!open || floor != from) throw new AssertionError("stepped into the shaft");
    riders[to]++;
  }

  private synchronized void stepOut(int to) throws InterruptedException {
    awaitDoors(to);
    riders[to]--;
    pending--;
    delivered++;
    notifyAll();
  }

  private void ride(int from, int to, boolean hasty) throws InterruptedException {
    call(from);
    if (hasty) {
      awaitDoors(from);
      takeBack(from);
      stepIn(from, to);
    } else {
      synchronized (this) {
        awaitDoors(from);
        stepIn(from, to);
        takeBack(from);
      }
    }
    stepOut(to);
  }

  /** Opens the doors and closes them when nobody wants to pass. */
  private synchronized void serve() throws InterruptedException {
    if (calls[floor] == 0 && riders[floor] == 0) return;
    open = true;
    notifyAll();
    while (calls[floor] > 0 || riders[floor] > 0) wait();
    open = false;
  }

  /** False when everybody has arrived. */
  private synchronized boolean awaitCall() throws InterruptedException {
    while (pending == 0 && delivered < passengers) wait();
    return delivered < passengers;
  }

  private synchronized void move(int step) {
    if (open) throw new AssertionError("moves with open doors");
    floor += step;
  }

  private void operate() throws InterruptedException {
    int step = 1;
    while (awaitCall()) {
      serve();
      if (floor + step < 0 || floor + step >= calls.length) step = -step;
      move(step);
    }
  }

  private interface Task {
    void run() throws InterruptedException;
  }

  private static Thread thread(Task task) {
    return new Thread(
        () -> {
          try {
            task.run();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  public static void main(String[] args) throws InterruptedException {
    String variant = args.length > 0 ? args[0] : "careful";
    if (!variant.equals("careful") && !variant.equals("hasty")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": careful or hasty");
    }
    int passengers = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    int floors = args.length > 2 ? Integer.parseInt(args[2]) : 3;
    if (floors < 2) throw new IllegalArgumentException("an elevator needs two floors");

    Elevator elevator = new Elevator(passengers, floors);
    boolean hasty = variant.equals("hasty");
    Thread[] threads = new Thread[passengers + 1];
    threads[0] = thread(() -> elevator.operate());
    for (int i = 0; i < passengers; i++) {
      int from = (i + 1) % floors;
      int to = (2 * i) % floors == from ? (from + 1) % floors : (2 * i) % floors;
      threads[i + 1] = thread(() -> elevator.ride(from, to, hasty));
    }
    for (Thread each : threads) each.start();
    for (Thread each : threads) each.join();
    if (elevator.delivered != passengers) throw new AssertionError("somebody is under way");
    System.out.println(passengers + " passengers over " + floors + " floors have arrived");
  }
}
