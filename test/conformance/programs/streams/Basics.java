// map, filter, reduce, collect, matching, finding, iterating; sources of streams.
package streams;

import static java.lang.System.out;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

class Basics {
    public static void main(String[] args) {
        List<Integer> l = List.of(5, 3, 8, 1, 9, 2, 8);
        out.println(l.stream().map(x -> x * x).filter(x -> x % 2 == 1).collect(Collectors.toList()) + " " + l.stream().reduce(0, Integer::sum) + l.stream().reduce(Integer::max) + Stream.<Integer>empty().reduce(Integer::max) + l.stream().reduce("", (s, x) -> s + x, String::concat));
        out.println(l.stream().sorted().map(String::valueOf).collect(Collectors.joining(",", "[", "]")) + l.stream().sorted((a, b) -> b - a).toList() + l.stream().distinct().count() + l.stream().skip(2).limit(3).toList());
        out.println(l.stream().anyMatch(x -> x > 8) + "" + l.stream().allMatch(x -> x > 1) + l.stream().noneMatch(x -> x > 9) + l.stream().findFirst() + l.stream().filter(x -> x > 99).findAny() + l.stream().max(Integer::compare) + l.stream().min(Integer::compare) + Stream.empty().allMatch(x -> false));
        out.println(Stream.iterate(1, x -> x * 2).limit(10).toList() + " " + Stream.iterate(1, x -> x < 50, x -> x * 3).toList() + Stream.generate(() -> "g").limit(3).toList() + Stream.of("a", "b").flatMap(s -> Stream.of(s, s + s)).toList() + Stream.concat(Stream.of(1), Stream.of(2)).toList() + Stream.ofNullable(null).count());
        out.println(l.stream().takeWhile(x -> x != 1).toList() + "" + l.stream().dropWhile(x -> x != 1).toList() + Arrays.stream(new String[] {"x", "y"}).toList() + "hello".chars().mapToObj(c -> (char) c).toList() + Stream.of(1, 2, 3).<String>mapMulti((x, sink) -> { for (int i = 0; i < x; i++) sink.accept(x + "." + i); }).toList());
        l.stream().map(x -> x + 1).forEachOrdered(x -> out.print(x + " "));
        out.println(Arrays.toString(l.stream().toArray()) + Arrays.toString(l.stream().toArray(Integer[]::new)) + Arrays.toString(l.stream().mapToInt(Integer::intValue).toArray()));
        Stream<Integer> used = l.stream();
        used.count();
        try {
            used.count();
        } catch (IllegalStateException e) {
            out.println(e.getMessage());
        }
        try {
            l.stream().toList().add(1);
        } catch (UnsupportedOperationException e) {
            out.println("immutable");
        }
        try {
            l.stream().map(x -> 10 / (x - 1)).forEach(x -> out.print(x + " "));
        } catch (ArithmeticException e) {
            out.println(e.getMessage());
        }
        out.println(IntStream.rangeClosed(1, 5).mapToObj(i -> "x".repeat(i)).collect(Collectors.toList()));
        Stream<String> s = Stream.<String>builder().add("p").add("q").build().onClose(() -> out.print("closed "));
        try (s) {
            out.println(s.toList());
        }
        out.println(Stream.of(1, 2, 3, 4).parallel().isParallel() + " " + Stream.of("b", "a", "c").sorted(java.util.Comparator.reverseOrder()).iterator().next());
    }
}
