import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Shows: collections, streams, lambdas and records of the JDK's own library. Needs a JDK on the machine.
 *
 * <p>Counts the words of a text in two ways, with a map and with a stream, and prints the most frequent
 * ones.
 *
 * <p>Arguments: [copies of the text] [words printed]
 */
public class WordCount {
  private static final String TEXT =
      "the fork is taken and the fork is held and the fork is never laid down "
          + "so the table waits and nobody eats while the soup is getting cold";

  private record Count(String word, long times) {}

  private static Map<String, Long> byMap(List<String> words) {
    Map<String, Long> counts = new TreeMap<>();
    for (String word : words) counts.merge(word, 1L, Long::sum);
    return counts;
  }

  private static Map<String, Long> byStream(List<String> words) {
    return words.stream()
        .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
  }

  public static void main(String[] args) {
    int copies = args.length > 0 ? Integer.parseInt(args[0]) : 3;
    int shown = args.length > 1 ? Integer.parseInt(args[1]) : 5;
    List<String> words = new ArrayList<>();
    IntStream.range(0, copies).forEach(copy -> words.addAll(List.of(TEXT.split(" "))));

    Map<String, Long> counts = byMap(words);
    if (!counts.equals(byStream(words))) throw new AssertionError("the two counts differ");
    counts.entrySet().stream()
        .map(entry -> new Count(entry.getKey(), entry.getValue()))
        .sorted(Comparator.comparingLong(Count::times).reversed().thenComparing(Count::word))
        .limit(shown)
        .forEach(System.out::println);
    System.out.println(words.size() + " words, " + counts.size() + " different");
  }
}
