import deadwood.Verify;

/**
 * Shows: an error in the accounts of a real-time kernel that only some sequences of events bring out.
 *
 * <p>The kernel guarantees each thread a budget of time in every period; the main thread gets what the
 * others leave. A thread runs until its budget is used up, it yields, or it ends itself; the main thread
 * may create one that has ended, from the next period on. With "correct" a thread that ends gives the
 * rest of its budget to the main thread. With "refund" it gives all of it, the time it has used in this
 * period too: then more is promised than the period holds.
 *
 * <p>The events are a script of digits, one for each decision, 0 where it ends; "search" tries them all.
 *
 * <p>Arguments: [correct|refund] [search|script] [threads] [budget each] [periods]
 */
public class SchedulerKernel {
  private static final int MAIN = 0;
  private static final int YIELD = 1;
  private static final int END = 2;

  /** Null to let the checker decide. */
  private final String script;

  private final boolean refundsAll;
  private final int period;
  /** By thread; 0 for one that does not exist. The main thread comes first. */
  private final int[] budget;

  private final int[] remaining;
  private final boolean[] yielded;
  private final int[] wanted;
  private int decisions;
  private int used;

  private SchedulerKernel(String script, boolean refundsAll, int threads, int each) {
    this.script = script;
    this.refundsAll = refundsAll;
    this.period = (threads + 1) * each;
    this.budget = new int[threads + 1];
    this.remaining = new int[threads + 1];
    this.yielded = new boolean[threads + 1];
    this.wanted = new int[threads + 1];
    for (int thread = 1; thread <= threads; thread++) wanted[thread] = each;
  }

  private int decide(int most) {
    if (script == null) return Verify.getInt(0, most);
    int decision = decisions < script.length() ? script.charAt(decisions++) - '0' : 0;
    return Math.min(decision, most);
  }

  private void beginPeriod() {
    used = 0;
    budget[MAIN] = period;
    for (int thread = 1; thread < budget.length; thread++) {
      budget[thread] = wanted[thread];
      budget[MAIN] -= budget[thread];
    }
    for (int thread = 0; thread < budget.length; thread++) {
      remaining[thread] = budget[thread];
      yielded[thread] = false;
    }
  }

  /** The thread to run next: the main thread only if no other can. -1 when all are through. */
  private int next() {
    for (int thread = budget.length - 1; thread >= 0; thread--) {
      if (remaining[thread] > 0 && !yielded[thread]) return thread;
    }
    return -1;
  }

  private void run(int thread) {
    int time = 1 + decide(remaining[thread] - 1);
    remaining[thread] -= time;
    used += time;
    if (thread == MAIN) {
      int created = decide(budget.length - 1);
      if (created > 0) wanted[created] = period / budget.length;
      if (remaining[MAIN] > 0 && decide(1) == YIELD) yielded[MAIN] = true;
      return;
    }
    int event = decide(END);
    if (event == YIELD) yielded[thread] = true;
    if (event == END) end(thread);
  }

  private void end(int thread) {
    remaining[MAIN] += refundsAll ? budget[thread] : remaining[thread];
    budget[thread] = 0;
    remaining[thread] = 0;
    wanted[thread] = 0;
  }

  private void check() {
    int promised = 0;
    for (int time : remaining) promised += time;
    if (used + promised > period) {
      throw new AssertionError(used + " used and " + promised + " promised of " + period);
    }
  }

  public static void main(String[] args) {
    String variant = args.length > 0 ? args[0] : "correct";
    if (!variant.equals("correct") && !variant.equals("refund")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": correct or refund");
    }
    String events = args.length > 1 ? args[1] : "0120";
    int threads = args.length > 2 ? Integer.parseInt(args[2]) : 2;
    int each = args.length > 3 ? Integer.parseInt(args[3]) : 2;
    int periods = args.length > 4 ? Integer.parseInt(args[4]) : 2;

    String script = events.equals("search") ? null : events;
    SchedulerKernel kernel = new SchedulerKernel(script, variant.equals("refund"), threads, each);
    for (int i = 0; i < periods; i++) {
      kernel.beginPeriod();
      kernel.check();
      for (int thread = kernel.next(); thread >= 0; thread = kernel.next()) {
        kernel.run(thread);
        kernel.check();
      }
    }
    System.out.println(periods + " periods of " + kernel.period + " kept");
  }
}
