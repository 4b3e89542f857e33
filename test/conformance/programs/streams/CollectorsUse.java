// Collectors: grouping, partitioning, maps, joining, statistics, teeing, nesting.
package streams;

import static java.lang.System.out;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

class CollectorsUse {
    record P(String name, String dept, int pay) { }

    public static void main(String[] args) {
        List<P> ps = List.of(new P("ann", "dev", 5), new P("bob", "ops", 3), new P("cy", "dev", 9), new P("di", "hr", 3), new P("ed", "ops", 7));
        TreeMap<String, List<String>> byDept = ps.stream().collect(Collectors.groupingBy(P::dept, TreeMap::new, Collectors.mapping(P::name, Collectors.toList())));
        out.println(byDept);
        out.println(ps.stream().collect(Collectors.groupingBy(P::dept)).get("dev").size() + " " + ps.stream().collect(Collectors.groupingBy(P::dept, TreeMap::new, Collectors.counting())) + ps.stream().collect(Collectors.groupingBy(P::dept, TreeMap::new, Collectors.summingInt(P::pay))) + ps.stream().collect(Collectors.groupingBy(P::dept, TreeMap::new, Collectors.averagingDouble(P::pay))));
        out.println(ps.stream().collect(Collectors.partitioningBy(p -> p.pay() > 4, Collectors.mapping(P::name, Collectors.joining("/")))) + " " + Stream.<P>empty().collect(Collectors.partitioningBy(p -> true)));
        out.println(ps.stream().collect(Collectors.toMap(P::name, P::pay, Integer::sum, TreeMap::new)) + " " + ps.stream().collect(Collectors.toMap(P::dept, P::name, (a, b) -> a + "+" + b, LinkedHashMap::new)));
        try {
            ps.stream().collect(Collectors.toMap(P::dept, P::name));
        } catch (IllegalStateException e) {
            out.println(e.getMessage());
        }
        out.println(ps.stream().map(P::name).collect(Collectors.joining()) + ps.stream().collect(Collectors.summarizingInt(P::pay)) + ps.stream().collect(Collectors.minBy(Comparator.comparing(P::pay))).get() + ps.stream().collect(Collectors.averagingInt(P::pay)) + ps.stream().collect(Collectors.reducing(0, P::pay, Integer::sum)));
        out.println(ps.stream().collect(Collectors.teeing(Collectors.counting(), Collectors.summingLong(P::pay), (n, s) -> s + "/" + n)) + ps.stream().collect(Collectors.collectingAndThen(Collectors.toList(), List::size)) + ps.stream().map(P::pay).collect(Collectors.toCollection(TreeSet::new)) + ps.stream().collect(Collectors.filtering(p -> p.pay() > 4, Collectors.counting())) + ps.stream().collect(Collectors.flatMapping(p -> p.name().chars().mapToObj(c -> (char) c), Collectors.toCollection(TreeSet::new))));
        Map<String, Map<Boolean, List<String>>> nested = ps.stream().collect(Collectors.groupingBy(P::dept, TreeMap::new, Collectors.partitioningBy(p -> p.pay() > 4, Collectors.mapping(P::name, Collectors.toList()))));
        out.println(nested);
        out.println(Stream.of("a", "bb", "a").collect(Collectors.toSet()).size() + " " + Stream.of("a", "bb").collect(Collectors.toUnmodifiableMap(Function.identity(), String::length)).get("bb") + Stream.of(3, 1).collect(Collectors.toUnmodifiableList()) + Stream.of(1, 2, 3).collect(ArrayList::new, ArrayList::add, ArrayList::addAll));
        out.println(Stream.of("the", "cat", "the", "dog", "a", "cat", "the").collect(Collectors.groupingBy(w -> w, Collectors.counting())).entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey())).map(e -> e.getKey() + "=" + e.getValue()).collect(Collectors.joining(", ")));
        try {
            Stream.of("a").collect(Collectors.toMap(s -> s, s -> null));
        } catch (NullPointerException e) {
            out.println("null value");
        }
    }
}
