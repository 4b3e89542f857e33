import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/**
 * Shows: a merge sort whose halves are sorted at the same time.
 *
 * <p>"correct" gives each half a part of the array of its own. "overlapping" lets the halves share the
 * element in the middle. "early" merges before the other half is sorted.
 *
 * <p>Arguments: [correct|overlapping|early] [workers] [numbers]
 */
public class MergeSort {
  private static final class Sort extends RecursiveAction {
    private static final long serialVersionUID = 1L;

    private final String variant;
    private final transient int[] numbers;
    private final int from;
    private final int to;

    Sort(String variant, int[] numbers, int from, int to) {
      this.variant = variant;
      this.numbers = numbers;
      this.from = from;
      this.to = to;
    }

    @Override
    protected void compute() {
      if (to - from < 2) return;
      int middle = (from + to) >>> 1;
      boolean overlaps = variant.equals("overlapping") && to - from > 2;
      Sort left = new Sort(variant, numbers, from, overlaps ? middle + 1 : middle);
      Sort right = new Sort(variant, numbers, middle, to);
      right.fork();
      left.compute();
      if (!variant.equals("early")) right.join();
      merge(middle);
      if (variant.equals("early")) right.join();
    }

    private void merge(int middle) {
      int[] sorted = new int[to - from];
      int left = from;
      int right = middle;
      for (int i = 0; i < sorted.length; i++) {
        boolean fromLeft = right == to || (left < middle && numbers[left] <= numbers[right]);
        sorted[i] = fromLeft ? numbers[left++] : numbers[right++];
      }
      System.arraycopy(sorted, 0, numbers, from, sorted.length);
    }
  }

  public static void main(String[] args) {
    String variant = args.length > 0 ? args[0] : "correct";
    if (!variant.equals("correct") && !variant.equals("overlapping") && !variant.equals("early")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": correct, overlapping or early");
    }
    int workers = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    int[] numbers = new int[args.length > 2 ? Integer.parseInt(args[2]) : 3];
    for (int i = 0; i < numbers.length; i++) numbers[i] = numbers.length - i;

    new ForkJoinPool(workers).invoke(new Sort(variant, numbers, 0, numbers.length));
    for (int i = 0; i < numbers.length; i++) {
      if (numbers[i] != i + 1) throw new AssertionError(Arrays.toString(numbers));
    }
    System.out.println(Arrays.toString(numbers));
  }
}
