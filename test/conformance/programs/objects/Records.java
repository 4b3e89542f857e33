// Records: generated equals, hashCode and toString for each component type; constructors; nesting.
package objects;

import static java.lang.System.out;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

class Records {
    record Empty() { }
    record All(boolean z, byte b, short s, char c, int i, long l, float f, double d, String str, int[] arr) { }
    record Range(int lo, int hi) {
        static int made;
        Range {
            if (lo > hi) throw new IllegalArgumentException(lo + ">" + hi);
            made++;
        }
        Range(int hi) { this(0, hi); }
        int length() { return hi - lo; }
        static Range of(int... xs) { return new Range(xs[0], xs[xs.length - 1]); }
    }
    record Generic<T extends Comparable<T>>(T a, List<T> rest) implements Comparable<Generic<T>> {
        @Override public int compareTo(Generic<T> o) { return a.compareTo(o.a); }
    }
    record Custom(String name, int age) {
        @Override public String name() { return name.toUpperCase(); }
        @Override public boolean equals(Object o) { return o instanceof Custom c && c.age == age; }
        @Override public int hashCode() { return age; }
    }
    record Normal(double d, float f, Object o) { }
    record Tree(Tree left, int v, Tree right) {
        int sum() { return v + (left == null ? 0 : left.sum()) + (right == null ? 0 : right.sum()); }
    }
    record Copy(int[] data) {
        Copy { data = data.clone(); }
        Copy(Copy other) { this(other.data); }
    }

    public static void main(String[] args) {
        out.println(new Empty() + " " + new Empty().equals(new Empty()) + " " + new Empty().hashCode());
        All a = new All(true, (byte) -1, (short) 300, 'x', 42, 1L << 33, 1.5f, -0.0, "s", null);
        out.println(a + " " + a.hashCode() + " " + a.equals(new All(true, (byte) -1, (short) 300, 'x', 42, 1L << 33, 1.5f, -0.0, "s", null)) + " " + a.equals(new All(true, (byte) -1, (short) 300, 'x', 42, 1L << 33, 1.5f, 0.0, "s", null)));
        out.println(new Range(1, 5) + " " + new Range(9).length() + " " + Range.of(2, 3, 4) + " " + Range.made + " " + new Range(1, 2).equals(new Range(1, 2)) + new Range(1, 2).equals(null) + new Range(1, 2).hashCode());
        try {
            new Range(5, 1);
        } catch (IllegalArgumentException e) {
            out.println(e.getMessage());
        }
        Generic<String> g = new Generic<>("k", List.of("x", "y"));
        out.println(g + " " + g.hashCode() + " " + g.compareTo(new Generic<>("m", null)) + " " + new Generic<>("m", null));
        Custom c = new Custom("bob", 3);
        out.println(c + " " + c.name() + " " + c.equals(new Custom("al", 3)) + " " + c.hashCode());
        out.println(new Normal(Double.NaN, -0f, null).equals(new Normal(Double.NaN, -0f, null)) + " " + new Normal(0, 0f, 1).equals(new Normal(0, -0f, 1)) + " " + new Normal(1, 2, "x").hashCode());
        Tree t = new Tree(new Tree(null, 1, null), 2, new Tree(null, 3, new Tree(null, 4, null)));
        out.println(t + " " + t.sum() + " " + t.hashCode() + " " + Objects.hash(1, "a", null));
        int[] data = {1, 2};
        Copy copy = new Copy(data);
        data[0] = 9;
        out.println(Arrays.toString(new Copy(copy).data()) + " " + (copy.data() != data));
        record LocalRec(int x, String y) { }
        out.println(new LocalRec(1, "q") + " " + new LocalRec(1, "q").getClass().isRecord() + " " + new LocalRec(1, "q").getClass().getName());
        interface LocalI { int f(); }
        enum LocalE { P, Q }
        out.println(((LocalI) () -> 5).f() + " " + LocalE.valueOf("Q"));
    }
}
