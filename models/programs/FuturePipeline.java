import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Shows: stages of futures: which of them to wait for, and what they may share.
 *
 * <p>Workers look up the price of each order; price times amount is added to a total. "correct" adds under a lock and waits for the last stage of each order. "hasty" waits for the stage before
 * that, which is complete while the last one may still have to run. "racy" adds without a lock. "failing" is
 * correct, and its last order throws: that one counts for nothing, and the others all the same.
 *
 * <p>Arguments: [correct|hasty|racy|failing] [orders] [workers]
 */
public class FuturePipeline {
  private static final class Total {
    private int value;

    void add(int more) {
      value += more;
    }

    synchronized void addSafely(int more) {
      value += more;
    }
  }

  /** Workers that take tasks from a queue until there is an empty one. */
  private static final class Workers implements Executor {
    private static final Runnable END = () -> {};
    private final LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final int count;

    Workers(int count) {
      this.count = count;
      for (int i = 0; i < count; i++) new Thread(() -> work()).start();
    }

    private void work() {
      try {
        for (Runnable task = tasks.take(); task != END; task = tasks.take()) task.run();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void execute(Runnable task) {
      tasks.add(task);
    }

    void end() {
      for (int i = 0; i < count; i++) tasks.add(END);
    }
  }

  private static int amount(String variant, int order, int orders) {
    if (variant.equals("failing") && order == orders) throw new IllegalStateException("no such order");
    return order;
  }

  public static void main(String[] args) {
    String variant = args.length > 0 ? args[0] : "correct";
    if (!variant.matches("correct|hasty|racy|failing")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": correct, hasty, racy or failing");
    }
    int orders = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    Workers workers = new Workers(args.length > 2 ? Integer.parseInt(args[2]) : 1);

    Total total = new Total();
    CompletableFuture<?>[] last = new CompletableFuture<?>[orders];
    int expected = 0;
    for (int i = 0; i < orders; i++) {
      int order = i + 1;
      CompletableFuture<Integer> product =
          CompletableFuture.supplyAsync(() -> 10, workers)
              .thenApply(price -> price * amount(variant, order, orders))
              .exceptionally(problem -> 0);
      CompletableFuture<Void> added =
          product.thenAccept(
              more -> {
                if (variant.equals("racy")) total.add(more);
                else total.addSafely(more);
              });
      last[i] = variant.equals("hasty") ? product : added;
      if (!variant.equals("failing") || order < orders) expected += 10 * order;
    }
    CompletableFuture.allOf(last).join();
    int sum = total.value;
    workers.end();
    if (sum != expected) throw new AssertionError("a total of " + sum + " instead of " + expected);
    System.out.println(orders + " orders, " + sum + " in total");
  }
}
