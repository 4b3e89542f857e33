/**
 * Shows: a queue without a bound, and consumers that must learn that nothing more will come.
 *
 * <p>"closing" wakes all consumers when the queue is closed. "forgotten" only sets the flag: a consumer
 * that already waits never looks at it.
 *
 * <p>Arguments: [closing|forgotten] [producers] [consumers] [items a producer]
 */
public class ProducerConsumer {
  /** What a consumer gets when the queue is closed and empty. */
  private static final int NONE = -1;

  private static final class Node {
    private final int item;
    private Node next;

    Node(int item) {
      this.item = item;
    }
  }

  private static final class Queue {
    private final boolean wakesOnClose;
    private Node first;
    private Node last;
    private boolean closed;

    Queue(boolean wakesOnClose) {
      this.wakesOnClose = wakesOnClose;
    }

    synchronized void put(int item) {
      if (closed) throw new IllegalStateException("the queue is closed");
      Node node = new Node(item);
      if (first == null) first = node;
      else last.next = node;
      last = node;
      notify();
    }

    synchronized void close() {
      closed = true;
      if (wakesOnClose) notifyAll();
    }

    synchronized int take() throws InterruptedException {
      while (first == null && !closed) wait();
      if (first == null) return NONE;
      int item = first.item;
      first = first.next;
      return item;
    }
  }

  private static final class Consumer extends Thread {
    private final Queue queue;
    private int count;
    private int sum;

    Consumer(Queue queue) {
      this.queue = queue;
    }

    @Override
    public void run() {
      try {
        for (int item = queue.take(); item != NONE; item = queue.take()) {
          count++;
          sum += item;
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static Thread producer(Queue queue, int from, int items) {
    return new Thread(
        () -> {
          for (int i = 0; i < items; i++) queue.put(from + i);
        });
  }

  private static int argument(String[] args, int index, int otherwise) {
    return args.length > index ? Integer.parseInt(args[index]) : otherwise;
  }

  public static void main(String[] args) throws InterruptedException {
    String variant = args.length > 0 ? args[0] : "closing";
    if (!variant.equals("closing") && !variant.equals("forgotten")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": closing or forgotten");
    }
    Thread[] producers = new Thread[argument(args, 1, 1)];
    Consumer[] consumers = new Consumer[argument(args, 2, 2)];
    int items = argument(args, 3, 2);

    Queue queue = new Queue(variant.equals("closing"));
    for (int i = 0; i < consumers.length; i++) consumers[i] = new Consumer(queue);
    for (int i = 0; i < producers.length; i++) producers[i] = producer(queue, i * items, items);
    for (Consumer consumer : consumers) consumer.start();
    for (Thread producer : producers) producer.start();
    for (Thread producer : producers) producer.join();
    queue.close();

    int count = 0;
    int sum = 0;
    for (Consumer consumer : consumers) {
      consumer.join();
      count += consumer.count;
      sum += consumer.sum;
    }
    int total = producers.length * items;
    if (count != total) throw new AssertionError(count + " items arrived, not " + total);
    if (sum != total * (total - 1) / 2) throw new AssertionError("the sum is " + sum);
    System.out.println(count + " items, sum " + sum);
  }
}
