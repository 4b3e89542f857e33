/**
 * Shows: sleepers that wait for different times on one monitor.
 *
 * <p>With "correct" every tick wakes all sleepers, and each looks at the clock again. With "notify" a tick
 * wakes a single one, perhaps one who sleeps on while the one who is due is not told. With "if" a woken
 * sleeper gets up without a look at the clock.
 *
 * <p>Arguments: [correct|notify|if] [sleepers] [ticks]
 */
public class AlarmClock {
  private final String variant;
  private int now;

  private AlarmClock(String variant) {
    this.variant = variant;
  }

  private synchronized void tick() {
    now++;
    if (variant.equals("notify")) notify();
    else notifyAll();
  }

  private synchronized void sleepUntil(int time) throws InterruptedException {
    if (variant.equals("if")) {
      if (now < time) wait();
    } else {
      while (now < time) wait();
    }
    if (now < time) throw new AssertionError("woken at " + now + " instead of " + time);
  }

  private static final class Sleeper extends Thread {
    private final AlarmClock clock;
    private final int time;

    Sleeper(AlarmClock clock, int time) {
      this.clock = clock;
      this.time = time;
    }

    @Override
    public void run() {
      try {
        clock.sleepUntil(time);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    String variant = args.length > 0 ? args[0] : "correct";
    if (!variant.equals("correct") && !variant.equals("notify") && !variant.equals("if")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": correct, notify or if");
    }
    int sleepers = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    int ticks = args.length > 2 ? Integer.parseInt(args[2]) : 3;

    AlarmClock clock = new AlarmClock(variant);
    Sleeper[] bedroom = new Sleeper[sleepers];
    // Times spread over the ticks, the last of them at the last tick.
    for (int i = 0; i < sleepers; i++) bedroom[i] = new Sleeper(clock, ticks - i % ticks);
    for (Sleeper sleeper : bedroom) sleeper.start();
    for (int i = 0; i < ticks; i++) clock.tick();
    for (Sleeper sleeper : bedroom) sleeper.join();
    System.out.println(sleepers + " sleepers are up at " + clock.now);
  }
}
