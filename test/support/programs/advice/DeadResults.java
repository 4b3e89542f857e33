/** Workers leave their results in fields that are never read again: states differ in nothing that matters. */
public class DeadResults {
  static class Slot {
    int first;
    int second;
  }

  static final Slot[] slots = { new Slot(), new Slot(), new Slot() };
  static int turn;

  static void work(int id) {
    for (int k = 0; k < 3; k++) {
      synchronized (slots) {
        turn = (turn * 3 + id) % 50;
        slots[id].first = turn;
        slots[id].second = slots[id].first * 7 + k;
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Thread[] threads = new Thread[3];
    for (int i = 0; i < 3; i++) {
      int id = i;
      threads[i] = new Thread(() -> work(id));
      threads[i].start();
    }
    for (Thread t : threads) t.join();
  }
}
