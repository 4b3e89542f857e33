/**
 * Shows: a barrier used again and again, and why it must know its generations.
 *
 * <p>Threads work in phases; none may begin the next before all have ended the last. "correct" waits until
 * the generation changes. "counting" waits until the last one to come sets the count back: who wakes too
 * late finds the count of the next phase, and waits on.
 *
 * <p>Arguments: [correct|counting] [threads] [phases]
 */
public class Barrier {
  private final int parties;
  private final boolean counting;
  private int arrived;
  private int generation;

  private Barrier(int parties, boolean counting) {
    this.parties = parties;
    this.counting = counting;
  }

  private synchronized void await() throws InterruptedException {
    arrived++;
    boolean isLast = arrived == parties;
    if (isLast) {
      arrived = 0;
      generation++;
      notifyAll();
    } else if (counting) {
      while (arrived != 0) wait();
    } else {
      int mine = generation;
      while (generation == mine) wait();
    }
  }

  private static final class Worker extends Thread {
    private final Barrier barrier;
    private final Worker[] crew;
    private final int phases;
    private volatile int phase;

    Worker(Barrier barrier, Worker[] crew, int phases) {
      this.barrier = barrier;
      this.crew = crew;
      this.phases = phases;
    }

    @Override
    public void run() {
      try {
        for (int next = 1; next <= phases; next++) {
          phase = next;
          barrier.await();
          for (Worker other : crew) {
            if (other.phase < next) throw new AssertionError("a worker is still in phase " + other.phase);
          }
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    String variant = args.length > 0 ? args[0] : "correct";
    if (!variant.equals("correct") && !variant.equals("counting")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": correct or counting");
    }
    Worker[] crew = new Worker[args.length > 1 ? Integer.parseInt(args[1]) : 2];
    int phases = args.length > 2 ? Integer.parseInt(args[2]) : 2;
    Barrier barrier = new Barrier(crew.length, variant.equals("counting"));
    for (int i = 0; i < crew.length; i++) crew[i] = new Worker(barrier, crew, phases);
    for (Worker worker : crew) worker.start();
    for (Worker worker : crew) worker.join();
    System.out.println(crew.length + " workers, " + phases + " phases");
  }
}
