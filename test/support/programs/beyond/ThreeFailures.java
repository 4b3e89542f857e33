/** Three exceptions, each on other schedules. */
public class ThreeFailures {
  static volatile int state;

  public static void main(String[] args) {
    Thread other = new Thread(() -> {
      state = 1;
      state = 2;
    });
    other.start();
    int seen = state;
    if (seen == 0) throw new IllegalStateException("first");
    if (seen == 1) throw new IllegalArgumentException("second");
    throw new ArithmeticException("third");
  }
}
