import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Shows: a periodic task, and how to bring it to an end.
 *
 * <p>"correct" closes the line when the last beat is over for certain. "hasty" cancels the task and closes
 * the line at once: a beat may be under way. "endless" cancels the task and forgets the executor.
 *
 * <p>Arguments: [correct|hasty|endless] [beats] [threads]
 */
public class Heartbeat {
  private final CountDownLatch enough;
  private boolean isClosed;
  private boolean isLate;

  private Heartbeat(int beats) {
    enough = new CountDownLatch(beats);
  }

  private void beat() {
    enough.countDown();
    synchronized (this) {
      isLate |= isClosed;
    }
  }

  private synchronized void close() {
    isClosed = true;
  }

  public static void main(String[] args) throws InterruptedException {
    String variant = args.length > 0 ? args[0] : "correct";
    if (!variant.equals("correct") && !variant.equals("hasty") && !variant.equals("endless")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": correct, hasty or endless");
    }
    int beats = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    int threads = args.length > 2 ? Integer.parseInt(args[2]) : 1;

    Heartbeat heart = new Heartbeat(beats);
    ScheduledExecutorService executor = Executors.newScheduledThreadPool(threads);
    Future<?> task = executor.scheduleAtFixedRate(heart::beat, 10, 10, TimeUnit.MILLISECONDS);
    heart.enough.await();
    task.cancel(false);
    if (variant.equals("endless")) return;
    if (variant.equals("hasty")) heart.close();
    executor.shutdown();
    executor.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    heart.close();
    if (heart.isLate) throw new AssertionError("a beat on a closed line");
    System.out.println("at least " + beats + " beats, and silence");
  }
}
