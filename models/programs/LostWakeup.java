/**
 * Shows: a wake-up call that comes before the sleep.
 *
 * <p>Threads wait until a gate opens. "correct" looks at the gate with its lock held. "lost" looks first and
 * takes the lock to wait afterwards: when the gate opens in between, nobody will ever call again.
 *
 * <p>Arguments: [correct|lost] [waiters]
 */
public class LostWakeup {
  private volatile boolean open;

  private synchronized void open() {
    open = true;
    notifyAll();
  }

  private synchronized void pass() throws InterruptedException {
    while (!open) wait();
  }

  private void passCarelessly() throws InterruptedException {
    while (!open) {
      synchronized (this) {
        wait();
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    String variant = args.length > 0 ? args[0] : "correct";
    if (!variant.equals("correct") && !variant.equals("lost")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": correct or lost");
    }
    LostWakeup gate = new LostWakeup();
    Thread[] waiters = new Thread[args.length > 1 ? Integer.parseInt(args[1]) : 2];
    for (int i = 0; i < waiters.length; i++) {
      waiters[i] =
          new Thread(
              () -> {
                try {
                  if (variant.equals("lost")) gate.passCarelessly();
                  else gate.pass();
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              });
    }
    for (Thread waiter : waiters) waiter.start();
    gate.open();
    for (Thread waiter : waiters) waiter.join();
    System.out.println(waiters.length + " passed the gate");
  }
}
