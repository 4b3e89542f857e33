import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Goods are moved between warehouses in both directions, each with its lock. */
public class Warehouses {
  static class Site {
    private final Lock lock = new ReentrantLock();
    private int pallets;

    Site(int pallets) {
      this.pallets = pallets;
    }

    void put(int count) {
      lock.lock();
      try {
        pallets += count;
      } finally {
        lock.unlock();
      }
    }

    boolean moveTo(Site target, int count) {
      lock.lock();
      try {
        if (pallets < count) {
          return false;
        }
        pallets -= count;
        target.put(count);
        return true;
      } finally {
        lock.unlock();
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Site north = new Site(5);
    Site south = new Site(5);
    Thread truck = new Thread(() -> north.moveTo(south, 2), "truck");
    Thread train = new Thread(() -> south.moveTo(north, 3), "train");
    truck.start();
    train.start();
    truck.join();
    train.join();
  }
}
