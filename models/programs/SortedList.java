/**
 * Shows: three ways to share a sorted linked list, one of them wrong.
 *
 * <p>"coupled" walks hand over hand: it locks the next node before it lets go of the last. "optimistic"
 * walks without locks, locks the two nodes it has found and checks that they are still neighbours and
 * still in the list. "careless" leaves out that check.
 *
 * <p>Arguments: [coupled|optimistic|careless] [threads] [values a thread]
 */
public class SortedList {
  private static final class Node {
    private final int value;
    private volatile Node next;
    private volatile boolean removed;

    Node(int value, Node next) {
      this.value = value;
      this.next = next;
    }
  }

  private final String variant;
  private final Node head;

  private SortedList(String variant) {
    this.variant = variant;
    this.head = new Node(Integer.MIN_VALUE, new Node(Integer.MAX_VALUE, null));
  }

  /** With the locks of both nodes held: puts the value between them, or takes the second one out. */
  private static boolean change(Node before, Node after, int value, boolean add) {
    boolean present = after.value == value;
    if (present == add) return false;
    if (add) {
      before.next = new Node(value, after);
    } else {
      after.removed = true;
      before.next = after.next;
    }
    return true;
  }

  private boolean update(int value, boolean add) {
    return variant.equals("coupled") ? walkCoupled(head, value, add) : walkFreely(value, add);
  }

  /** Java's monitors nest, so a walk that holds one node's lock while it takes the next is a recursion. */
  private static boolean walkCoupled(Node before, int value, boolean add) {
    synchronized (before) {
      Node after = before.next;
      synchronized (after) {
        if (after.value >= value) return change(before, after, value, add);
      }
      return walkCoupled(after, value, add);
    }
  }

  private boolean walkFreely(int value, boolean add) {
    while (true) {
      Node before = head;
      Node after = before.next;
      while (after.value < value) {
        before = after;
        after = after.next;
      }
      synchronized (before) {
        synchronized (after) {
          boolean valid = !before.removed && !after.removed && before.next == after;
          if (valid || variant.equals("careless")) return change(before, after, value, add);
        }
      }
    }
  }

  private static int argument(String[] args, int index, int otherwise) {
    return args.length > index ? Integer.parseInt(args[index]) : otherwise;
  }

  public static void main(String[] args) throws InterruptedException {
    String variant = args.length > 0 ? args[0] : "optimistic";
    if (!variant.equals("coupled") && !variant.equals("optimistic") && !variant.equals("careless")) {
      throw new IllegalArgumentException(
          "no variant \"" + variant + "\": coupled, optimistic or careless");
    }
    int threads = argument(args, 1, 2);
    int values = argument(args, 2, 1);

    SortedList list = new SortedList(variant);
    // Each thread takes out its own old values and puts new ones in: odd numbers for even ones.
    for (int value = 0; value < threads * values; value++) list.update(2 * value, true);
    Thread[] workers = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      int first = i;
      workers[i] =
          new Thread(
              () -> {
                for (int n = 0; n < values; n++) {
                  int value = 2 * (n * threads + first);
                  if (!list.update(value, false)) throw new AssertionError(value + " was not there");
                  if (!list.update(value + 1, true)) throw new AssertionError(value + 1 + " was there");
                }
              });
    }
    for (Thread worker : workers) worker.start();
    for (Thread worker : workers) worker.join();

    int expected = 1;
    for (Node node = list.head.next; node.next != null; node = node.next) {
      if (node.value != expected) throw new AssertionError(node.value + " instead of " + expected);
      expected += 2;
    }
    int count = expected / 2;
    if (count != threads * values) throw new AssertionError(count + " values are left");
    System.out.println(count + " values in order");
  }
}
