/** One schedule fails; others, which simplifying tries, come to a native method that nobody implements. */
public class Beyond {
  static volatile int state, work;

  static native void missing();

  public static void main(String[] args) {
    Thread other = new Thread(() -> {
      state = 1;
      work++;
      work++;
      work++;
      state = 2;
    });
    other.start();
    int seen = state;
    if (seen == 0) throw new IllegalStateException("not begun");
    if (seen == 2) missing();
  }
}
