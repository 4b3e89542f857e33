import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Virtual threads that call a backend which allows one call at a time. */
public class RateLimiter {
  private static final int LIMIT = 1;

  private final AtomicInteger inFlight = new AtomicInteger();

  private boolean tryEnter() {
    if (inFlight.get() >= LIMIT) {
      return false;
    }
    inFlight.incrementAndGet();
    return true;
  }

  private void leave() {
    inFlight.decrementAndGet();
  }

  void call() {
    if (!tryEnter()) {
      return;
    }
    int calls = inFlight.get();
    if (calls > LIMIT) {
      throw new AssertionError(calls + " calls at once");
    }
    leave();
  }

  public static void main(String[] args) {
    RateLimiter limiter = new RateLimiter();
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 2; i++) {
        executor.execute(limiter::call);
      }
    }
  }
}
