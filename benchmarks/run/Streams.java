import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Pipelines of java.util.stream with lambdas, boxing, grouping and sorting. */
public class Streams {
  private record Item(int id, String group, long weight) {}

  public static void main(String[] args) {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 25;
    long checksum = 0;
    for (int round = 0; round < rounds; round++) {
      int salt = round;
      List<Item> items =
          IntStream.range(0, 3_000)
              .mapToObj(i -> new Item(i, "g" + (i * 7 + salt) % 13, (long) i * i % 997))
              .toList();
      Map<String, Long> weights =
          items.stream()
              .filter(item -> item.weight() % 3 != 0)
              .collect(Collectors.groupingBy(Item::group, TreeMap::new, Collectors.summingLong(Item::weight)));
      String best =
          weights.entrySet().stream()
              .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
              .limit(3)
              .map(entry -> entry.getKey() + "=" + entry.getValue())
              .collect(Collectors.joining(","));
      long squares = LongStream.rangeClosed(1, 20_000).filter(i -> (i ^ salt) % 5 == 0).map(i -> i * i).sum();
      int distinct = (int) items.stream().map(Item::weight).distinct().count();
      checksum = checksum * 31 + best.hashCode() + squares + distinct;
    }
    System.out.println("Streams " + checksum);
  }
}
