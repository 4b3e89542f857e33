import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Two senders take mails from a queue until they find the end mark, of which there is only one. */
public class MailQueue {
  private static final String END = "end";

  private final BlockingQueue<String> queue = new ArrayBlockingQueue<>(4);
  private int sent;

  private void send() {
    try {
      for (String mail = queue.take(); !mail.equals(END); mail = queue.take()) {
        deliver(mail);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void deliver(String mail) {
    sent++;
  }

  public static void main(String[] args) throws InterruptedException {
    MailQueue mails = new MailQueue();
    List<Thread> senders = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Thread sender = new Thread(mails::send, "sender");
      senders.add(sender);
      sender.start();
    }
    mails.queue.put("hello");
    mails.queue.put(END);
    for (Thread sender : senders) {
      sender.join();
    }
  }
}
