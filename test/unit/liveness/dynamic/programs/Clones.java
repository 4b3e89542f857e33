/** Threads write what nobody reads, and then all elements of an array are read at once. */
public class Clones {
  static volatile int x;
  static Object[] array;

  public static void main(String[] args) throws InterruptedException {
    array = new Object[Integer.parseInt(args[0])];
    array[1] = "one";
    Thread other = new Thread(Clones::work);
    other.start();
    work();
    other.join();
  }

  static void work() {
    x = 1;
    x = 2;
    x = 3;
    x = 4;
    if (array.clone()[1] != array[1]) throw new IllegalStateException();
  }
}
