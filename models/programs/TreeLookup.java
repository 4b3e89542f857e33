import deadwood.Verify;

/**
 * Shows: how little of what a program has built it reads again: the running example of dead-variable reduction.
 *
 * <p>Two threads look for a number each in one red-black tree, which nobody changes any more: the first
 * for the root's, the second for one to its left. Neither looks at colours, nor at anything right of the
 * root, so it makes no difference to them which of two trees it is: the small one with 1, 5 and 6, or the
 * large one with 1, 5, 7, 8 and 9. With "any" the checker tries both. With "missing" the second thread
 * looks for a number that is in none, and fails.
 *
 * <p>Arguments: [large|small|any|missing]
 */
public class TreeLookup {
  private enum Color {
    RED,
    BLACK
  }

  private static final class TreeNode {
    private int value;
    private Color color;
    private TreeNode left;
    private TreeNode right;

    TreeNode(int value, Color color, TreeNode left, TreeNode right) {
      this.value = value;
      this.color = color;
      this.left = left;
      this.right = right;
    }

    boolean contains(int wanted) {
      int v = this.value;
      TreeNode child;
      if (wanted == v) return true;
      if (wanted < v) child = this.left;
      else child = this.right;
      if (child == null) return false;
      return child.contains(wanted);
    }

    /** What insertions take care of; the number of black nodes on the way down. */
    int blackHeight(boolean belowRed) {
      boolean isRed = color == Color.RED;
      if (isRed && belowRed) throw new AssertionError(value + " and its parent are red");
      int below = left == null ? 0 : left.blackHeight(isRed);
      if (below != (right == null ? 0 : right.blackHeight(isRed))) {
        throw new AssertionError("unbalanced below " + value);
      }
      return below + (isRed ? 0 : 1);
    }
  }

  private static TreeNode leaf(int value, Color color) {
    return new TreeNode(value, color, null, null);
  }

  private static TreeNode smallTree() {
    return new TreeNode(5, Color.BLACK, leaf(1, Color.RED), leaf(6, Color.RED));
  }

  private static TreeNode largeTree() {
    TreeNode right = new TreeNode(8, Color.BLACK, leaf(7, Color.RED), leaf(9, Color.RED));
    return new TreeNode(5, Color.BLACK, leaf(1, Color.BLACK), right);
  }

  private static TreeNode tree;

  private static final class Lookup extends Thread {
    private final int wanted;

    Lookup(String name, int wanted) {
      super(name);
      this.wanted = wanted;
    }

    @Override
    public void run() {
      if (!tree.contains(wanted)) throw new AssertionError(wanted + " is not in the tree");
    }
  }

  public static void main(String[] args) {
    String variant = args.length > 0 ? args[0] : "large";
    boolean isKnown = variant.equals("large") || variant.equals("small");
    if (!isKnown && !variant.equals("any") && !variant.equals("missing")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": large, small, any or missing");
    }
    boolean isSmall = variant.equals("small") || (variant.equals("any") && Verify.getBoolean());
    tree = isSmall ? smallTree() : largeTree();
    tree.blackHeight(false);
    Thread first = new Lookup("T1", 5);
    Thread second = new Lookup("T2", variant.equals("missing") ? 2 : 1);
    System.out.println("two threads look for a number each");
    first.start();
    second.start();
  }
}
