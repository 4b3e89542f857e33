// List.of, Set.of, Map.of, copyOf: refusals, equality, nulls; no iteration order is printed.
package collections;

import static java.lang.System.out;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

class Immutable {
    static void attempt(String name, Runnable r) {
        try {
            r.run();
            out.println(name + " fine");
        } catch (RuntimeException e) {
            out.println(name + " " + e);
        }
    }

    public static void main(String[] args) {
        List<Integer> l = List.of(3, 1, 2);
        out.println(l + " " + l.hashCode() + l.equals(Arrays.asList(3, 1, 2)) + l.contains(2) + l.indexOf(9) + l.subList(1, 3) + List.of() + List.of(1) + List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12).size() + List.of(new String[] {"a", "b"}) + List.copyOf(l).equals(l) + (List.copyOf(l) == l));
        out.println(new TreeSet<>(Set.of("c", "a", "b")) + " " + Set.of(1, 2).contains(2) + Set.of(1, 2).equals(Set.of(2, 1)) + Set.of(5).hashCode() + Set.copyOf(List.of(1, 1, 2)).size());
        out.println(new TreeMap<>(Map.of("x", 1, "y", 2)) + " " + Map.of(1, 2).get(1) + Map.of(1, 2).equals(Map.of(1, 2)) + Map.of().size() + Map.entry("k", "v") + Map.ofEntries(Map.entry(1, 2)) + Map.of("a", 1).hashCode() + Map.of("q", 1, "r", 2).containsKey("r"));
        attempt("add", () -> l.add(1));
        attempt("null element", () -> List.of((Object) null));
        attempt("null in varargs", () -> List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, null));
        attempt("contains null", () -> l.contains(null));
        attempt("duplicate set", () -> Set.of(1, 1));
        attempt("duplicate key", () -> Map.of("k", 1, "k", 2));
        attempt("null key", () -> Map.of(null, 1));
        attempt("put", () -> Map.of().put(1, 1));
        attempt("entry", () -> Map.entry(null, 1));
        attempt("setValue", () -> Map.of(1, 2).entrySet().iterator().next().setValue(5));
        attempt("get", () -> l.get(3));
        attempt("get list12", () -> List.of(1).get(1));
        attempt("copyOf null", () -> List.copyOf(Arrays.asList(1, null)));
        attempt("iterator", () -> l.iterator().remove());
        attempt("getOrDefault null", () -> Map.of().getOrDefault(null, 1));
        List<Integer> source = new ArrayList<>(l);
        List<Integer> copy = List.copyOf(source);
        source.set(0, 99);
        out.println(copy + " " + source + String.join("", List.of("a", "b")) + l.stream().mapToInt(x -> x).sum());
        int sum = 0;
        for (int x : Set.of(1, 2, 3, 4)) sum += x;
        for (Map.Entry<Integer, Integer> e : Map.of(1, 10, 2, 20, 3, 30).entrySet()) sum += e.getKey() * e.getValue();
        out.println(sum);
    }
}
