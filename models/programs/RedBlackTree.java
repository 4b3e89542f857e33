/**
 * Shows: a balanced search tree whose rotations need a lock.
 *
 * <p>Several threads add numbers to one red-black tree. At the end the tree must hold all of them in order,
 * no red node may have a red child, and every path must have as many black nodes as the others. With
 * "racy" the adds are not locked, and rotations and colours of two threads mix.
 *
 * <p>Arguments: [locked|racy] [threads] [numbers a thread]
 */
public class RedBlackTree {
  private static final class Node {
    private final int value;
    private Node parent;
    private Node left;
    private Node right;
    private boolean red = true;

    Node(int value, Node parent) {
      this.value = value;
      this.parent = parent;
    }
  }

  private Node root;

  private synchronized void addLocked(int value) {
    add(value);
  }

  private void add(int value) {
    Node parent = null;
    for (Node node = root; node != null; node = value < node.value ? node.left : node.right) parent = node;
    Node added = new Node(value, parent);
    if (parent == null) root = added;
    else if (value < parent.value) parent.left = added;
    else parent.right = added;
    repair(added);
    root.red = false;
  }

  /** Removes the red node with a red child that an addition may have made. */
  private void repair(Node start) {
    Node node = start;
    while (node != root && node.parent.red) {
      Node parent = node.parent;
      Node grandparent = parent.parent;
      boolean isLeft = parent == grandparent.left;
      Node uncle = isLeft ? grandparent.right : grandparent.left;
      if (uncle != null && uncle.red) {
        parent.red = false;
        uncle.red = false;
        grandparent.red = true;
        node = grandparent;
      } else {
        if (node == (isLeft ? parent.right : parent.left)) {
          rotate(parent, isLeft);
          node = parent;
          parent = node.parent;
        }
        parent.red = false;
        grandparent.red = true;
        rotate(grandparent, !isLeft);
      }
    }
  }

  /** Lets a child take the node's place: the right one when the turn goes left. */
  private void rotate(Node node, boolean toLeft) {
    Node child = toLeft ? node.right : node.left;
    Node inner = toLeft ? child.left : child.right;
    if (toLeft) node.right = inner;
    else node.left = inner;
    if (inner != null) inner.parent = node;
    child.parent = node.parent;
    if (node.parent == null) root = child;
    else if (node == node.parent.left) node.parent.left = child;
    else node.parent.right = child;
    if (toLeft) child.left = node;
    else child.right = node;
    node.parent = child;
  }

  private int count;

  /** The number of black nodes on each path down from here. */
  private int check(Node node, Node parent, int low, int high) {
    if (node == null) return 1;
    count++;
    if (node.parent != parent) throw new AssertionError("wrong parent of " + node.value);
    if (node.value < low || node.value > high) throw new AssertionError(node.value + " is misplaced");
    if (node.red && parent.red) throw new AssertionError(node.value + " and its parent are red");
    int left = check(node.left, node, low, node.value - 1);
    int right = check(node.right, node, node.value + 1, high);
    if (left != right) throw new AssertionError("unbalanced below " + node.value);
    return left + (node.red ? 0 : 1);
  }

  public static void main(String[] args) throws InterruptedException {
    String variant = args.length > 0 ? args[0] : "locked";
    if (!variant.equals("locked") && !variant.equals("racy")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": locked or racy");
    }
    boolean locked = variant.equals("locked");
    int threads = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    int numbers = args.length > 2 ? Integer.parseInt(args[2]) : 2;

    RedBlackTree tree = new RedBlackTree();
    Thread[] workers = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      int first = i;
      workers[i] =
          new Thread(
              () -> {
                for (int n = 0; n < numbers; n++) {
                  if (locked) tree.addLocked(n * threads + first);
                  else tree.add(n * threads + first);
                }
              });
    }
    for (Thread worker : workers) worker.start();
    for (Thread worker : workers) worker.join();
    if (tree.root.red) throw new AssertionError("the root is red");
    tree.check(tree.root, null, 0, threads * numbers - 1);
    if (tree.count != threads * numbers) throw new AssertionError(tree.count + " nodes in the tree");
    System.out.println(tree.count + " nodes, balanced");
  }
}
