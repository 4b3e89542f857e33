/**
 * Shows: wait and notify around a ring buffer, and how it breaks when a woken thread does not look again.
 *
 * <p>"correct" waits in a loop and wakes everybody. "if" tests the condition only once before it goes on,
 * so a thread woken together with another can find the buffer empty (or full) after all. "notify" wakes
 * a single thread, which may be one of the wrong kind: then everybody sleeps for ever.
 *
 * <p>Arguments: [correct|if|notify] [capacity] [producers] [consumers] [items a producer]
 */
public class BoundedBuffer {
  private final int[] ring;
  private final String variant;
  private int size;
  private int head;

  private BoundedBuffer(int capacity, String variant) {
    this.ring = new int[capacity];
    this.variant = variant;
  }

  synchronized void put(int item) throws InterruptedException {
    if (variant.equals("if")) {
      if (size == ring.length) wait();
    } else {
      while (size == ring.length) wait();
    }
    if (size == ring.length) throw new IllegalStateException("put into a full buffer");
    ring[(head + size) % ring.length] = item;
    size++;
    wake();
  }

  synchronized int take() throws InterruptedException {
    if (variant.equals("if")) {
      if (size == 0) wait();
    } else {
      while (size == 0) wait();
    }
    if (size == 0) throw new IllegalStateException("took from an empty buffer");
    int item = ring[head];
    head = (head + 1) % ring.length;
    size--;
    wake();
    return item;
  }

  private void wake() {
    if (variant.equals("notify")) notify();
    else notifyAll();
  }

  private static final class Consumer extends Thread {
    private final BoundedBuffer buffer;
    private final int items;
    private long sum;

    Consumer(BoundedBuffer buffer, int items) {
      this.buffer = buffer;
      this.items = items;
    }

    @Override
    public void run() {
      try {
        for (int i = 0; i < items; i++) sum += buffer.take();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static Thread producer(BoundedBuffer buffer, int from, int items) {
    return new Thread(
        () -> {
          try {
            for (int i = 0; i < items; i++) buffer.put(from + i);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static int argument(String[] args, int index, int otherwise) {
    return args.length > index ? Integer.parseInt(args[index]) : otherwise;
  }

  public static void main(String[] args) throws InterruptedException {
    String variant = args.length > 0 ? args[0] : "correct";
    if (!variant.equals("correct") && !variant.equals("if") && !variant.equals("notify")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": correct, if or notify");
    }
    int capacity = argument(args, 1, 1);
    int producers = argument(args, 2, 1);
    int consumers = argument(args, 3, 2);
    int items = argument(args, 4, 2);
    int total = producers * items;

    BoundedBuffer buffer = new BoundedBuffer(capacity, variant);
    Thread[] sources = new Thread[producers];
    for (int i = 0; i < producers; i++) sources[i] = producer(buffer, i * items, items);
    Consumer[] sinks = new Consumer[consumers];
    for (int i = 0; i < consumers; i++) {
      int share = total / consumers + (i < total % consumers ? 1 : 0);
      sinks[i] = new Consumer(buffer, share);
    }
    for (Thread source : sources) source.start();
    for (Consumer sink : sinks) sink.start();

    for (Thread source : sources) source.join();
    long sum = 0;
    for (Consumer sink : sinks) {
      sink.join();
      sum += sink.sum;
    }
    long expected = (long) total * (total - 1) / 2;
    if (sum != expected) throw new AssertionError("the sum is " + sum + ", not " + expected);
    System.out.println(total + " items through " + capacity + " places, sum " + sum);
  }
}
