import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** A quicksort of our own, then Arrays.sort on ints and Collections.sort on objects with a comparator. */
public class Sorting {
  private static int seed;

  private static int next() {
    seed = seed * 1_103_515_245 + 12_345;
    return seed >>> 8;
  }

  private static void quicksort(int[] a, int low, int high) {
    while (low < high) {
      int pivot = a[(low + high) >>> 1];
      int i = low;
      int j = high;
      while (i <= j) {
        while (a[i] < pivot) i++;
        while (a[j] > pivot) j--;
        if (i <= j) {
          int swap = a[i];
          a[i++] = a[j];
          a[j--] = swap;
        }
      }
      if (j - low < high - i) {
        quicksort(a, low, j);
        low = i;
      } else {
        quicksort(a, i, high);
        high = j;
      }
    }
  }

  public static void main(String[] args) {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 3;
    int n = 30_000;
    int checksum = 0;
    for (int round = 0; round < rounds; round++) {
      seed = 42 + round;
      int[] ours = new int[n];
      for (int i = 0; i < n; i++) ours[i] = next();
      int[] theirs = ours.clone();
      List<Integer> boxes = new ArrayList<>();
      for (int i = 0; i < n; i += 3) boxes.add(ours[i]);
      quicksort(ours, 0, n - 1);
      Arrays.sort(theirs);
      if (!Arrays.equals(ours, theirs)) throw new IllegalStateException("the two sorts disagree");
      Collections.sort(boxes);
      boxes.sort(Comparator.comparing((Integer i) -> i & 0xFFF).thenComparing(Comparator.reverseOrder()));
      checksum = checksum * 31 + ours[n / 2] + boxes.get(boxes.size() / 3);
    }
    System.out.println("Sorting " + checksum);
  }
}
