import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Failures whose values come by different ways: the argument says which. Another thread writes what they read. */
public class WhyCases {
  static volatile int shared = 1;
  static volatile long wide = 1;
  static volatile Object reference;
  static volatile boolean flag;
  static final int[] numbers = {1, 2, 3};
  static final Box box = new Box();
  static final AtomicInteger atomic = new AtomicInteger();

  static class Box {
    int value;
    Box next;

    Box() {}

    Box(int value) {
      this.value = value;
    }

    int get() {
      return value;
    }
  }

  static int twice(int a, long ignored, int b) {
    int sum = a;
    sum += b;
    return sum;
  }

  static boolean isWritten() {
    if (shared == 7) {
      return true;
    }
    return false;
  }

  static void write() {
    shared = 7;
    wide = 7;
    numbers[1] = 7;
    box.value = 7;
    atomic.set(7);
    flag = true;
  }

  static void fail(String how) {
    switch (how) {
      case "arguments" -> {
        if (twice(shared, 5L, 1) == 8) throw new IllegalStateException();
      }
      case "boolean" -> {
        if (isWritten()) throw new IllegalStateException();
      }
      case "local" -> {
        Box copy = new Box(shared);
        if (copy.get() * 2 - 1 == 13) throw new IllegalStateException();
      }
      case "wide" -> {
        long[] pair = {wide, 0};
        pair[0]++;
        if (pair[0] == 8L) throw new IllegalStateException();
      }
      case "copied" -> {
        int[] copy = numbers.clone();
        System.arraycopy(numbers, 0, copy, 1, 2);
        if (copy[2] == 7) throw new IllegalStateException();
      }
      case "element" -> {
        if (numbers[1] == 7) throw new IllegalStateException();
      }
      case "bounds" -> numbers[shared - 4]++;
      case "division" -> System.out.println(6 / (shared - 7));
      case "remainder" -> System.out.println(6L % (wide - 7));
      case "nullCall" -> System.out.println(reference.hashCode());
      case "nullStore" -> box.next.value = 3;
      case "cast" -> {
        Object found = flag ? box : "text";
        System.out.println(((String) found).length());
      }
      case "negative" -> System.out.println(new int[6 - shared].length);
      case "atomic" -> {
        if (atomic.incrementAndGet() == 8) throw new IllegalStateException();
      }
      case "counted" -> {
        int count = 0;
        for (int number : numbers) if (number == 7) count++;
        if (count == 1) throw new IllegalStateException();
      }
      case "wrapped" -> {
        try {
          if (shared == 7) throw new IllegalStateException();
        } catch (IllegalStateException e) {
          throw new RuntimeException("wrapped", e);
        }
      }
      case "library" -> {
        List<Integer> list = new ArrayList<>();
        if (shared == 7) list.get(shared);
      }
      case "asserted" -> {
        assert shared != 7 : "seven";
      }
      default -> throw new IllegalArgumentException(how);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread writer = new Thread(WhyCases::write, "writer");
    writer.start();
    if (args.length > 1) writer.join();
    fail(args[0]);
  }
}
