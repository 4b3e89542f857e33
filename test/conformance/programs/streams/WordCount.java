// A small pipeline program: word frequencies, anagrams, n-grams, matrix work with streams.
package streams;

import static java.lang.System.out;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

class WordCount {
    static final String TEXT = "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness";

    static String key(String w) {
        char[] c = w.toCharArray();
        Arrays.sort(c);
        return new String(c);
    }

    public static void main(String[] args) {
        Map<String, Long> freq = Arrays.stream(TEXT.toLowerCase().split("\\W+")).collect(Collectors.groupingBy(w -> w, TreeMap::new, Collectors.counting()));
        out.println(freq);
        out.println(freq.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()).thenComparing(Map.Entry.comparingByKey())).limit(4).map(Object::toString).collect(Collectors.joining(";")));
        out.println(Stream.of("listen", "silent", "enlist", "google", "elgoog", "abc").collect(Collectors.groupingBy(WordCount::key, TreeMap::new, Collectors.toList())).values().stream().filter(l -> l.size() > 1).toList());
        String[] w = TEXT.split(" ");
        out.println(IntStream.range(0, w.length - 1).mapToObj(i -> w[i] + "_" + w[i + 1]).filter(b -> b.startsWith("the")).distinct().toList());
        int[][] m = {{1, 2, 3}, {4, 5, 6}};
        int[][] t = IntStream.range(0, 3).mapToObj(c -> IntStream.range(0, 2).map(r -> m[r][c]).toArray()).toArray(int[][]::new);
        out.println(Arrays.deepToString(t) + Arrays.stream(m).flatMapToInt(Arrays::stream).sum());
        List<List<Integer>> perms = permutations(List.of(1, 2, 3));
        out.println(perms);
        out.println(Stream.iterate(new long[] {0, 1}, f -> new long[] {f[1], f[0] + f[1]}).limit(15).map(f -> f[0]).toList());
        out.println(IntStream.rangeClosed(1, 15).mapToObj(i -> i % 15 == 0 ? "FizzBuzz" : i % 5 == 0 ? "Buzz" : i % 3 == 0 ? "Fizz" : "" + i).collect(Collectors.joining(" ")));
        out.println(IntStream.rangeClosed(1, 20).boxed().flatMap(a -> IntStream.rangeClosed(a, 20).filter(b -> Math.sqrt(a * a + b * b) % 1 == 0).mapToObj(b -> "(" + a + "," + b + "," + (int) Math.sqrt(a * a + b * b) + ")")).toList());
    }

    static List<List<Integer>> permutations(List<Integer> l) {
        if (l.isEmpty()) return List.of(List.of());
        return l.stream().flatMap(x -> permutations(l.stream().filter(y -> !y.equals(x)).toList()).stream().map(p -> Stream.concat(Stream.of(x), p.stream()).toList())).toList();
    }
}
