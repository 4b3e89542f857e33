import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Shows: a cache whose map is safe for threads, which is not enough.
 *
 * <p>"correct" lets the map compute what is missing: once, and everybody gets the same. "twice" looks,
 * computes and puts: two threads that miss at the same time compute twice, and use different values.
 * "own" puts only if nobody else has, but goes on with its own value. "shared" puts like that and takes
 * what is in the map: it may compute twice, which is allowed there, and all agree.
 *
 * <p>Arguments: [correct|twice|own|shared] [readers] [keys]
 */
public class ConcurrentCache {
  private static final class Value {
    final int key;

    Value(int key) {
      this.key = key;
    }
  }

  private final String variant;
  private final ConcurrentMap<Integer, Value> map = new ConcurrentHashMap<>();
  private final AtomicIntegerArray computed;

  private ConcurrentCache(String variant, int keys) {
    this.variant = variant;
    this.computed = new AtomicIntegerArray(keys);
  }

  private Value compute(int key) {
    computed.incrementAndGet(key);
    return new Value(key);
  }

  private Value get(int key) {
    if (variant.equals("correct")) return map.computeIfAbsent(key, missing -> compute(missing));
    Value known = map.get(key);
    if (known != null) return known;
    Value mine = compute(key);
    if (variant.equals("twice")) {
      map.put(key, mine);
      return mine;
    }
    Value first = map.putIfAbsent(key, mine);
    return first == null || variant.equals("own") ? mine : first;
  }

  public static void main(String[] args) throws InterruptedException {
    String variant = args.length > 0 ? args[0] : "correct";
    if (!variant.matches("correct|twice|own|shared")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": correct, twice, own or shared");
    }
    Thread[] readers = new Thread[args.length > 1 ? Integer.parseInt(args[1]) : 2];
    int keys = args.length > 2 ? Integer.parseInt(args[2]) : 1;

    ConcurrentCache cache = new ConcurrentCache(variant, keys);
    Value[][] got = new Value[readers.length][keys];
    for (int i = 0; i < readers.length; i++) {
      Value[] mine = got[i];
      readers[i] =
          new Thread(
              () -> {
                for (int key = 0; key < keys; key++) mine[key] = cache.get(key);
              });
    }
    for (Thread reader : readers) reader.start();
    for (Thread reader : readers) reader.join();
    for (int key = 0; key < keys; key++) {
      for (Value[] each : got) {
        if (each[key] != got[0][key]) throw new AssertionError("different values for key " + key);
      }
      if (variant.equals("correct") && cache.computed.get(key) != 1) {
        throw new AssertionError("computed " + cache.computed.get(key) + " times");
      }
    }
    System.out.println(readers.length + " readers agree on " + keys + " values");
  }
}
