import java.util.Timer;
import java.util.TimerTask;

/**
 * Shows: a reply and a timer that race for each request.
 *
 * <p>"correct" lets the first of them decide, in one step. "careless" looks whether the request is open
 * and closes it afterwards. "forgotten" never cancels the timer, whose thread waits for ever.
 *
 * <p>Arguments: [correct|careless|forgotten] [requests]
 */
public class Timeout {
  private static final class Request {
    private final boolean isCareless;
    private boolean isOpen = true;
    private int answers;

    Request(boolean isCareless) {
      this.isCareless = isCareless;
    }

    void answer() {
      if (isCareless) {
        if (isOpen()) close();
        return;
      }
      synchronized (this) {
        if (isOpen) close();
      }
    }

    private synchronized boolean isOpen() {
      return isOpen;
    }

    private synchronized void close() {
      isOpen = false;
      answers++;
      notifyAll();
    }

    synchronized void await() throws InterruptedException {
      while (isOpen) wait();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    String variant = args.length > 0 ? args[0] : "correct";
    if (!variant.equals("correct") && !variant.equals("careless") && !variant.equals("forgotten")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": correct, careless or forgotten");
    }
    Request[] requests = new Request[args.length > 1 ? Integer.parseInt(args[1]) : 1];
    for (int i = 0; i < requests.length; i++) requests[i] = new Request(variant.equals("careless"));

    Timer timer = new Timer();
    Thread server =
        new Thread(
            () -> {
              for (Request request : requests) request.answer();
            });
    for (Request request : requests) {
      TimerTask late =
          new TimerTask() {
            @Override
            public void run() {
              request.answer();
            }
          };
      timer.schedule(late, 1000);
    }
    server.start();
    for (Request request : requests) request.await();
    if (!variant.equals("forgotten")) timer.cancel();
    server.join();
    for (Request request : requests) {
      synchronized (request) {
        if (request.answers != 1) throw new AssertionError(request.answers + " answers");
      }
    }
    System.out.println("one answer for each of " + requests.length);
  }
}
