/**
 * Shows: workers that share a pool of tasks, add to it themselves, and must notice when all is done.
 *
 * <p>A task of n units splits into two halves until one unit is left. The pool is exhausted when it is
 * empty and nobody works any more. With "correct" the last worker to notice tells the others. With
 * "silent" it just goes home. With "if" a woken worker does not look again whether a task is left.
 *
 * <p>Arguments: [correct|silent|if] [workers] [units]
 */
public class ReplicatedWorkers {
  private static final int NONE = 0;

  private static final class Pool {
    private final String variant;
    private final int workers;
    private final int[] tasks;
    private int count;
    private int idle;

    Pool(String variant, int workers, int units) {
      this.variant = variant;
      this.workers = workers;
      this.tasks = new int[units];
    }

    synchronized void add(int task) {
      tasks[count++] = task;
      notify();
    }

    synchronized int take() throws InterruptedException {
      idle++;
      if (variant.equals("if")) {
        if (count == 0 && idle < workers) wait();
      } else {
        while (count == 0 && idle < workers) wait();
      }
      if (idle == workers && count == 0) {
        if (!variant.equals("silent")) notifyAll();
        return NONE;
      }
      idle--;
      return tasks[--count];
    }
  }

  private static final class Worker extends Thread {
    private final Pool pool;
    private int done;

    Worker(Pool pool) {
      this.pool = pool;
    }

    @Override
    public void run() {
      try {
        for (int task = pool.take(); task != NONE; task = pool.take()) {
          // Keeps one half and gives the other away.
          while (task > 1) {
            pool.add(task / 2);
            task -= task / 2;
          }
          done++;
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    String variant = args.length > 0 ? args[0] : "correct";
    if (!variant.equals("correct") && !variant.equals("silent") && !variant.equals("if")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": correct, silent or if");
    }
    int workers = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    int units = args.length > 2 ? Integer.parseInt(args[2]) : 3;

    Pool pool = new Pool(variant, workers, units);
    pool.add(units);
    Worker[] crew = new Worker[workers];
    for (int i = 0; i < workers; i++) crew[i] = new Worker(pool);
    for (Worker worker : crew) worker.start();
    int done = 0;
    for (Worker worker : crew) {
      worker.join();
      done += worker.done;
    }
    if (done != units) throw new AssertionError(done + " of " + units + " units are done");
    System.out.println(workers + " workers, " + done + " units");
  }
}
