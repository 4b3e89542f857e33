package gs;
/** two threads do a[0]++ on a shared int[]; assert sees lost update (a real bug) */
public class ArrayRace {
  public static void main(String[] args) throws InterruptedException {
    final int[] a = new int[1];
    Thread t1 = new Thread() { @Override public void run() { a[0]++; } }, t2 = new Thread() { @Override public void run() { a[0]++; } };
    t1.start(); t2.start(); t1.join(); t2.join();
    assert a[0] == 2 : "lost update in array element";
  }
}
