// instanceof with patterns: scope, negation, null, generics.
package objects;

import static java.lang.System.out;
import java.util.List;

class Patterns {
    interface Shape { }
    record Circle(double r) implements Shape { }
    record Square(double side) implements Shape { }
    record Pair<A, B>(A a, B b) { }

    static double area(Shape s) {
        if (s instanceof Circle c) return 3 * c.r() * c.r();
        if (!(s instanceof Square q)) return -1;
        return q.side() * q.side();
    }

    static String describe(Object o) {
        if (o instanceof String s && s.length() > 3) return "long string " + s;
        if (o instanceof String s) return "string " + s;
        if (o instanceof Integer i && i > 10 || o instanceof Long) return "big or long";
        if (o instanceof int[] a) return "ints " + a.length;
        if (o instanceof List<?> l && !l.isEmpty() && l.get(0) instanceof Integer first) return "list starting " + (first + 1);
        if (o instanceof Pair<?, ?> p) return "pair " + describe(p.a()) + "/" + describe(p.b());
        if (o instanceof Comparable<?>) return "comparable";
        return o == null ? "null" : "object";
    }

    @Override public boolean equals(Object o) {
        return o instanceof Patterns p && p == this;
    }

    @Override public int hashCode() {
        return 1;
    }

    public static void main(String[] args) {
        out.println(area(new Circle(2)) + " " + area(new Square(3)) + " " + area(null) + " " + area(new Shape() { }));
        Object[] all = {"abc", "abcd", 5, 11, 12L, new int[4], List.of(), List.of(41), List.of("x"), new Pair<>("ab", null), 1.5, null, new Object(), 'c'};
        for (Object o : all) out.println(describe(o));
        Object o = "loop";
        while (!(o instanceof Integer n)) o = o.toString().length();
        out.println(n * 2);
        out.println(new Patterns().equals(new Patterns()));
        boolean b = o instanceof Number x && x.intValue() == 4;
        out.println(b);
    }
}
