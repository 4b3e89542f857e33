import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Shows: a server with a thread for each request, a virtual one where Java has them.
 *
 * <p>"correct" counts requests under a lock. "racy" counts without. "nested" serves a request by another
 * one while it keeps its connection: when all connections are taken that way, nobody gets any further.
 *
 * <p>Arguments: [correct|racy|nested] [requests] [connections]
 */
public class VirtualServer {
  private final String variant;
  private final Semaphore connections;
  private int served;

  private VirtualServer(String variant, int connections) {
    this.variant = variant;
    this.connections = new Semaphore(connections);
  }

  private static ExecutorService newExecutor() {
    try {
      return (ExecutorService)
          Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    } catch (ReflectiveOperationException e) {
      return Executors.newCachedThreadPool();
    }
  }

  private void serve(int depth) {
    connections.acquireUninterruptibly();
    try {
      if (depth > 0) serve(depth - 1);
      else count();
    } finally {
      connections.release();
    }
  }

  private void count() {
    if (variant.equals("racy")) {
      served++;
      return;
    }
    synchronized (this) {
      served++;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    String variant = args.length > 0 ? args[0] : "correct";
    if (!variant.equals("correct") && !variant.equals("racy") && !variant.equals("nested")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": correct, racy or nested");
    }
    int requests = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    int connections = args.length > 2 ? Integer.parseInt(args[2]) : 2;

    VirtualServer server = new VirtualServer(variant, connections);
    ExecutorService executor = newExecutor();
    int depth = variant.equals("nested") ? 1 : 0;
    for (int i = 0; i < requests; i++) executor.execute(() -> server.serve(depth));
    executor.shutdown();
    executor.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    if (server.served != requests) throw new AssertionError(server.served + " of " + requests + " requests counted");
    System.out.println(requests + " requests served");
  }
}
