/** Writes one shared field as often as the argument says, then fails because of it. */
public class ManyWrites {
  static int count;

  public static void main(String[] args) {
    int rounds = Integer.parseInt(args[0]);
    Object lock = new Object();
    Thread other =
        new Thread(
            () -> {
              synchronized (lock) {
                count++;
              }
            });
    other.start();
    synchronized (lock) {
      for (int i = 0; i < rounds; i++) count++;
      if (count >= rounds) throw new IllegalStateException("too many");
    }
  }
}
