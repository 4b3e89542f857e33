import java.util.concurrent.atomic.AtomicReference;

/**
 * Shows: the ABA error of a lock-free stack.
 *
 * <p>A pop reads the top and what lies below it, then swaps the top if it is still the same. With "fresh"
 * every push brings a new node, so the same top means the same stack. With "reuse" a popped node is pushed
 * again: the top may be the same while the node below has gone, and the swap brings it back.
 *
 * <p>Arguments: [fresh|reuse] [threads] [nodes] [rounds a thread]
 */
public class LockFreeStack {
  private static final class Node {
    private final int value;
    private Node below;

    Node(int value) {
      this.value = value;
    }
  }

  private final AtomicReference<Node> top = new AtomicReference<>();

  private void push(Node node) {
    Node seen;
    do {
      seen = top.get();
      node.below = seen;
    } while (!top.compareAndSet(seen, node));
  }

  private Node pop() {
    while (true) {
      Node seen = top.get();
      if (seen == null) return null;
      if (top.compareAndSet(seen, seen.below)) return seen;
    }
  }

  /** Pops two nodes, keeps the second one's value and gives the first back. */
  private static final class Worker extends Thread {
    private final LockFreeStack stack;
    private final int rounds;
    private final boolean reuse;
    private int kept;

    Worker(LockFreeStack stack, int rounds, boolean reuse) {
      this.stack = stack;
      this.rounds = rounds;
      this.reuse = reuse;
    }

    @Override
    public void run() {
      for (int round = 0; round < rounds; round++) {
        Node first = stack.pop();
        if (first == null) return;
        Node second = stack.pop();
        if (second != null) kept += second.value;
        stack.push(reuse ? first : new Node(first.value));
      }
    }
  }

  private static int argument(String[] args, int index, int otherwise) {
    return args.length > index ? Integer.parseInt(args[index]) : otherwise;
  }

  public static void main(String[] args) throws InterruptedException {
    String variant = args.length > 0 ? args[0] : "fresh";
    if (!variant.equals("fresh") && !variant.equals("reuse")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": fresh or reuse");
    }
    Worker[] workers = new Worker[argument(args, 1, 2)];
    int nodes = argument(args, 2, 3);
    int rounds = argument(args, 3, 1);

    LockFreeStack stack = new LockFreeStack();
    // Powers of two: a sum tells which nodes are in it.
    for (int i = 0; i < nodes; i++) stack.push(new Node(1 << i));
    for (int i = 0; i < workers.length; i++) {
      workers[i] = new Worker(stack, rounds, variant.equals("reuse"));
    }
    for (Worker worker : workers) worker.start();
    int sum = 0;
    for (Worker worker : workers) {
      worker.join();
      sum += worker.kept;
    }
    for (Node node = stack.top.get(); node != null; node = node.below) sum += node.value;
    int expected = (1 << nodes) - 1;
    if (sum != expected) throw new AssertionError("the nodes sum up to " + sum + ", not " + expected);
    System.out.println(nodes + " nodes, sum " + sum);
  }
}
