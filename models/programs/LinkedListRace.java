/**
 * Shows: a lost update in a linked structure.
 *
 * <p>Several threads push nodes on one stack. Without the lock two of them can read the same top; the
 * second store then drops the first one's node.
 *
 * <p>Arguments: [locked|racy] [threads] [pushes a thread]
 */
public class LinkedListRace {
  private static final class Node {
    private final int value;
    private final Node next;

    Node(int value, Node next) {
      this.value = value;
      this.next = next;
    }
  }

  private Node top;

  private void push(int value) {
    top = new Node(value, top);
  }

  private synchronized void pushLocked(int value) {
    push(value);
  }

  public static void main(String[] args) throws InterruptedException {
    String mode = args.length > 0 ? args[0] : "locked";
    if (!mode.equals("locked") && !mode.equals("racy")) {
      throw new IllegalArgumentException("no mode \"" + mode + "\": locked or racy");
    }
    boolean locked = mode.equals("locked");
    int threads = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    int pushes = args.length > 2 ? Integer.parseInt(args[2]) : 2;

    LinkedListRace list = new LinkedListRace();
    Thread[] workers = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      int first = i * pushes;
      workers[i] =
          new Thread(
              () -> {
                for (int value = first; value < first + pushes; value++) {
                  if (locked) list.pushLocked(value);
                  else list.push(value);
                }
              });
    }
    for (Thread worker : workers) worker.start();
    for (Thread worker : workers) worker.join();

    int count = 0;
    long sum = 0;
    for (Node node = list.top; node != null; node = node.next) {
      count++;
      sum += node.value;
    }
    if (count != threads * pushes) {
      throw new AssertionError((threads * pushes - count) + " of " + threads * pushes + " nodes are lost");
    }
    System.out.println(count + " nodes, sum " + sum);
  }
}
