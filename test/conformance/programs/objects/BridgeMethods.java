// Generics erase to bridges: covariant returns, generic parameters, casts that fail inside them.
package objects;

import static java.lang.System.out;
import java.util.Comparator;
import java.util.function.Function;

class BridgeMethods {
    interface Source<T> { T get(); }
    static abstract class Sink<T> { abstract String put(T t); String putAll(T a, T b) { return put(a) + put(b); } }
    static class StringSink extends Sink<String> implements Source<Integer>, Comparable<StringSink> {
        @Override String put(String s) { return s.toUpperCase(); }
        @Override public Integer get() { return 42; }
        @Override public int compareTo(StringSink o) { return 7; }
    }
    static class Node<T extends Comparable<T>> {
        T value;
        Node<T> next;
        Node(T value, Node<T> next) { this.value = value; this.next = next; }
        T max() { return next == null ? value : value.compareTo(next.max()) > 0 ? value : next.max(); }
    }
    static class Base implements Cloneable {
        int x = 1;
        @Override public Base clone() {
            try { return (Base) super.clone(); } catch (CloneNotSupportedException e) { throw new AssertionError(e); }
        }
    }
    static class Derived extends Base {
        int y = 2;
        @Override public Derived clone() { Derived d = (Derived) super.clone(); d.y++; return d; }
    }
    static <T> T pick(boolean first, T a, T b) { return first ? a : b; }
    static <A, B> B apply(Function<? super A, ? extends B> f, A a) { return f.apply(a); }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) {
        StringSink s = new StringSink();
        Sink<String> sink = s;
        Source<? extends Number> source = s;
        out.println(sink.put("a") + sink.putAll("b", "c") + source.get().intValue() + s.compareTo(s) + ((Comparable) s).compareTo(s));
        try {
            ((Sink) s).put(5);
        } catch (ClassCastException e) {
            out.println("bridge cast failed");
        }
        try {
            ((Comparable) s).compareTo("x");
        } catch (ClassCastException e) {
            out.println("compare cast failed");
        }
        out.println(new Node<>(3, new Node<>(9, new Node<>(4, null))).max() + new Node<>("q", new Node<>("z", null)).max());
        Base b = new Derived();
        Base copy = b.clone();
        out.println(copy.getClass().getSimpleName() + ((Derived) copy).y + (copy != b) + copy.x);
        out.println(pick(true, 1, "x") + "" + pick(false, 1, 2.5) + apply((Object o) -> o.hashCode() + 1, 41));
        Comparator<String> byLength = new Comparator<>() { @Override public int compare(String p, String q) { return p.length() - q.length(); } };
        out.println(byLength.compare("aaa", "b") + " " + byLength.reversed().compare("aaa", "b"));
        int bridges = 0;
        for (var m : StringSink.class.getDeclaredMethods()) if (m.isBridge()) bridges++;
        out.println(bridges);
        java.util.List raw = new java.util.ArrayList<Integer>();
        raw.add("not an int");
        java.util.List<Integer> typed = raw;
        out.println(typed.get(0) == (Object) "not an int");
        try {
            int i = typed.get(0);
        } catch (ClassCastException e) {
            out.println("heap pollution");
        }
    }
}
