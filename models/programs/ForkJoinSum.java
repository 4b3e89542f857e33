import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/**
 * Shows: divide and conquer in a fork-join pool.
 *
 * <p>"correct" adds up what its halves return. "shared" lets the leaves add to one field that nothing
 * protects. "forgetful" does not wait for the half that it forked.
 *
 * <p>Arguments: [correct|shared|forgetful] [workers] [numbers]
 */
public class ForkJoinSum {
  private static int total;

  private static final class Part extends RecursiveTask<Integer> {
    private static final long serialVersionUID = 1L;

    private final String variant;
    private final int from;
    private final int to;

    Part(String variant, int from, int to) {
      this.variant = variant;
      this.from = from;
      this.to = to;
    }

    @Override
    protected Integer compute() {
      if (to - from == 1) {
        if (variant.equals("shared")) total += to;
        return to;
      }
      int middle = (from + to) / 2;
      Part left = new Part(variant, from, middle);
      Part right = new Part(variant, middle, to);
      left.fork();
      int sum = right.compute();
      if (!variant.equals("forgetful")) return sum + left.join();
      Integer found = left.getRawResult();
      return found == null ? sum : sum + found;
    }
  }

  public static void main(String[] args) {
    String variant = args.length > 0 ? args[0] : "correct";
    if (!variant.equals("correct") && !variant.equals("shared") && !variant.equals("forgetful")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": correct, shared or forgetful");
    }
    int workers = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    int numbers = args.length > 2 ? Integer.parseInt(args[2]) : 3;

    int sum = new ForkJoinPool(workers).invoke(new Part(variant, 0, numbers));
    if (variant.equals("shared")) sum = total;
    int expected = numbers * (numbers + 1) / 2;
    if (sum != expected) throw new AssertionError("the sum is " + sum + ", not " + expected);
    System.out.println("1 to " + numbers + " is " + sum);
  }
}
