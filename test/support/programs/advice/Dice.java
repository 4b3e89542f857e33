/** Throws dice in two threads. */
public class Dice {
  static int sum;
  public static void main(String[] args) throws Exception {
    Runnable r = () -> { synchronized (Dice.class) { sum += (int) (Math.random() * 6); } };
    Thread a = new Thread(r), b = new Thread(r);
    a.start(); b.start(); a.join(); b.join();
  }
}
