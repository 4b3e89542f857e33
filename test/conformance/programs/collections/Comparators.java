// Comparator combinators, stability, nulls first and last, natural and reverse order.
package collections;

import static java.lang.System.out;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

class Comparators {
    record P(String name, int age, double score) { }

    static void show(String label, Comparator<P> c) {
        List<P> ps = new ArrayList<>(List.of(new P("bob", 30, 1.5), new P("al", 25, 2.5), new P("cy", 30, -0.0), new P("Al", 25, Double.NaN), new P("dee", 41, 0.0)));
        ps.sort(c);
        StringBuilder s = new StringBuilder(label + ":");
        for (P p : ps) s.append(' ').append(p.name());
        out.println(s);
    }

    public static void main(String[] args) {
        show("name", Comparator.comparing(P::name));
        show("age", Comparator.comparingInt(P::age));
        show("age desc", Comparator.comparingInt(P::age).reversed());
        show("age,name desc", Comparator.comparingInt(P::age).thenComparing(P::name, Comparator.reverseOrder()));
        show("score", Comparator.comparingDouble(P::score));
        show("len,score", Comparator.comparing((P p) -> p.name().length()).thenComparingDouble(P::score));
        show("ci", Comparator.comparing(P::name, String.CASE_INSENSITIVE_ORDER));
        show("long", Comparator.comparingLong((P p) -> -p.age()).thenComparing(Comparator.comparing(P::name)));
        show("constant", (a, b) -> 0);
        List<String> nulls = Arrays.asList("b", null, "a", null);
        nulls.sort(Comparator.nullsFirst(Comparator.naturalOrder()));
        out.print(nulls);
        nulls.sort(Comparator.nullsLast(Comparator.reverseOrder()));
        out.println(nulls);
        Comparator<Integer> nat = Comparator.naturalOrder();
        out.println(nat.compare(1, 2) + " " + nat.reversed().compare(1, 2) + " " + (nat.reversed().reversed() == nat) + " " + Map.Entry.<String, Integer>comparingByValue().compare(Map.entry("a", 5), Map.entry("b", 3)));
        try {
            Integer[] bad = {3, 1, null};
            Arrays.sort(bad);
        } catch (NullPointerException e) {
            out.println("null in natural order");
        }
        try {
            List<Integer> many = new ArrayList<>();
            for (int i = 0; i < 64; i++) many.add(i * 7 % 13);
            many.sort((a, b) -> a < 6 ? 1 : b.equals(a) ? 1 : -1);
            out.println("no complaint");
        } catch (IllegalArgumentException e) {
            out.println(e.getMessage());
        }
        Function<P, String> key = P::name;
        out.println(Comparator.comparing(key).compare(new P("x", 0, 0), new P("y", 0, 0)));
    }
}
