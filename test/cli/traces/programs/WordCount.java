import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Counts words with a pool. The map is concurrent, but looking and putting are two calls. */
public class WordCount {
  private final Map<String, Integer> counts = new ConcurrentHashMap<>();

  private Void count(String line) {
    for (String word : line.split(" ")) {
      if (counts.containsKey(word)) {
        counts.put(word, counts.get(word) + 1);
      } else {
        counts.put(word, 1);
      }
    }
    return null;
  }

  int countOf(String word) {
    return counts.getOrDefault(word, 0);
  }

  public static void main(String[] args) throws Exception {
    WordCount words = new WordCount();
    ExecutorService pool = Executors.newFixedThreadPool(2);
    List<Callable<Void>> tasks = List.of(() -> words.count("tick"), () -> words.count("tick"));
    for (Future<Void> done : pool.invokeAll(tasks)) {
      done.get();
    }
    pool.shutdown();
    if (words.countOf("tick") != 2) {
      throw new IllegalStateException("tick was counted " + words.countOf("tick") + " times");
    }
  }
}
