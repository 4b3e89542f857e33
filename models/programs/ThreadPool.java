/**
 * Shows: the end of a thread pool: nothing accepted may be lost, and no thread may stay behind.
 *
 * <p>"correct" accepts a task or refuses it in one step with the end, and wakes the idle workers. "silent"
 * does not wake them. "late" asks whether the pool is open and adds the task afterwards: it is accepted
 * though all workers may have gone home.
 *
 * <p>Arguments: [correct|silent|late] [workers] [tasks]
 */
public class ThreadPool {
  private final String variant;
  private final Runnable[] tasks;
  private int first;
  private int count;
  private boolean closed;

  private ThreadPool(String variant, int capacity) {
    this.variant = variant;
    this.tasks = new Runnable[capacity];
  }

  private synchronized boolean isOpen() {
    return !closed;
  }

  private synchronized void add(Runnable task) {
    tasks[first + count++] = task;
    notify();
  }

  /** False when the pool is closed. */
  private boolean submit(Runnable task) {
    if (variant.equals("late")) {
      if (!isOpen()) return false;
      add(task);
      return true;
    }
    synchronized (this) {
      if (closed) return false;
      add(task);
      return true;
    }
  }

  private synchronized void shutDown() {
    closed = true;
    if (!variant.equals("silent")) notifyAll();
  }

  /** Null when the pool is closed and all its tasks are taken. */
  private synchronized Runnable next() throws InterruptedException {
    while (count == 0 && !closed) wait();
    if (count == 0) return null;
    count--;
    return tasks[first++];
  }

  private void work() {
    try {
      for (Runnable task = next(); task != null; task = next()) task.run();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class Counter {
    private int value;

    synchronized void increment() {
      value++;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    String variant = args.length > 0 ? args[0] : "correct";
    if (!variant.equals("correct") && !variant.equals("silent") && !variant.equals("late")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": correct, silent or late");
    }
    Thread[] workers = new Thread[args.length > 1 ? Integer.parseInt(args[1]) : 1];
    int tasks = args.length > 2 ? Integer.parseInt(args[2]) : 2;

    ThreadPool pool = new ThreadPool(variant, tasks);
    Counter accepted = new Counter();
    Counter done = new Counter();
    for (int i = 0; i < workers.length; i++) workers[i] = new Thread(() -> pool.work());
    Thread client =
        new Thread(
            () -> {
              for (int i = 0; i < tasks; i++) {
                if (pool.submit(() -> done.increment())) accepted.increment();
              }
            });
    for (Thread worker : workers) worker.start();
    client.start();
    pool.shutDown();
    client.join();
    for (Thread worker : workers) worker.join();
    if (accepted.value != done.value) {
      throw new AssertionError(accepted.value + " tasks accepted, " + done.value + " done");
    }
    System.out.println(workers.length + " workers have gone home, nothing is left");
  }
}
