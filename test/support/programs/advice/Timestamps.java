import java.util.HashMap;
import java.util.Map;

/** A cache whose entries carry a logical timestamp. */
public class Timestamps {
  static class Entry { int value; long usedAt; }
  private final Map<Integer, Entry> entries = new HashMap<>();
  private long clock;

  synchronized int get(int key) {
    Entry e = entries.computeIfAbsent(key, k -> new Entry());
    e.usedAt = ++clock;
    return e.value;
  }

  synchronized void evictOldest() {
    if (entries.size() < 3) return;
    Integer oldest = null;
    for (Integer k : entries.keySet())
      if (oldest == null || entries.get(k).usedAt < entries.get(oldest).usedAt) oldest = k;
    entries.remove(oldest);
  }

  public static void main(String[] args) {
    Timestamps cache = new Timestamps();
    for (int t = 0; t < 2; t++) {
      int id = t;
      new Thread(() -> {
        int key = id;
        while (true) {
          cache.get(key);
          cache.evictOldest();
          key = (key + 1) % 4;
        }
      }).start();
    }
  }
}
