/**
 * Shows: a cache that changes even when it is only read.
 *
 * <p>A look-up moves its entry to the front of a list; when the cache is full the last entry goes. With
 * "locked" every look-up holds the lock. With "racy" one that finds its entry does not, as if it changed
 * nothing, and tears the list.
 *
 * <p>Arguments: [locked|racy] [threads] [look-ups a thread] [capacity]
 */
public class LruCache {
  private static final class Entry {
    private final int key;
    private final int value;
    private Entry before;
    private Entry after;

    Entry(int key, int value) {
      this.key = key;
      this.value = value;
    }
  }

  private final Entry[] index;
  private final int capacity;
  /** Stands before the first and after the last entry. */
  private final Entry ends = new Entry(-1, -1);
  private int size;

  private LruCache(int keys, int capacity) {
    this.index = new Entry[keys];
    this.capacity = capacity;
    ends.before = ends;
    ends.after = ends;
  }

  private void unlink(Entry entry) {
    entry.before.after = entry.after;
    entry.after.before = entry.before;
  }

  private void putFirst(Entry entry) {
    entry.before = ends;
    entry.after = ends.after;
    ends.after.before = entry;
    ends.after = entry;
  }

  private synchronized int load(int key) {
    Entry entry = index[key];
    if (entry != null) {
      unlink(entry);
    } else {
      if (size == capacity) {
        Entry last = ends.before;
        unlink(last);
        index[last.key] = null;
        size--;
      }
      entry = new Entry(key, key * key);
      index[key] = entry;
      size++;
    }
    putFirst(entry);
    return entry.value;
  }

  private int get(int key, boolean locked) {
    if (!locked) {
      Entry entry = index[key];
      if (entry != null) {
        unlink(entry);
        putFirst(entry);
        return entry.value;
      }
    }
    return load(key);
  }

  private void check() {
    int seen = 0;
    for (Entry entry = ends.after; entry != ends; entry = entry.after) {
      seen++;
      if (seen > capacity) throw new AssertionError("the list is too long");
      if (index[entry.key] != entry) throw new AssertionError("key " + entry.key + " is not indexed");
      if (entry.after.before != entry) throw new AssertionError("the list is torn");
    }
    if (seen != size) throw new AssertionError(seen + " entries listed, " + size + " counted");
  }

  private static int argument(String[] args, int index, int otherwise) {
    return args.length > index ? Integer.parseInt(args[index]) : otherwise;
  }

  public static void main(String[] args) throws InterruptedException {
    String variant = args.length > 0 ? args[0] : "locked";
    if (!variant.equals("locked") && !variant.equals("racy")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": locked or racy");
    }
    boolean locked = variant.equals("locked");
    Thread[] threads = new Thread[argument(args, 1, 2)];
    int lookUps = argument(args, 2, 2);
    int capacity = argument(args, 3, 2);
    int keys = capacity + 1;

    LruCache cache = new LruCache(keys, capacity);
    for (int key = 0; key < capacity; key++) cache.load(key);
    for (int i = 0; i < threads.length; i++) {
      int first = i;
      threads[i] =
          new Thread(
              () -> {
                for (int n = 0; n < lookUps; n++) {
                  int key = (first + n) % keys;
                  int value = cache.get(key, locked);
                  if (value != key * key) throw new AssertionError(value + " for key " + key);
                }
              });
    }
    for (Thread thread : threads) thread.start();
    for (Thread thread : threads) thread.join();
    cache.check();
    System.out.println(threads.length * lookUps + " look-ups, " + cache.size + " entries");
  }
}
