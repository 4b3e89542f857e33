// Method references of each kind: static, bound, unbound, constructor, array constructor, super, varargs.
package lambdas;

import static java.lang.System.out;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

class MethodRefs {
    final String name;
    MethodRefs() { this("default"); }
    MethodRefs(String name) { this.name = name; }
    MethodRefs(String a, Integer b) { this(a + b); }
    String greet(String other) { return name + " greets " + other; }
    String hello() { return "hello " + name; }
    static String twice(Object o) { return "" + o + o; }
    static String count(Object... os) { return "n" + os.length; }
    private String secret(int i) { return name + i; }
    <T> String generic(T t) { return t.getClass().getSimpleName(); }

    static class Sub extends MethodRefs {
        Sub() { super("sub"); }
        @Override String hello() { return "override"; }
        Supplier<String> sup() { return super::hello; }
        Supplier<String> own() { return this::hello; }
    }

    class Inner { final int v; Inner(int v) { this.v = v; } }
    Function<Integer, Inner> inner() { return Inner::new; }
    interface Tri<A, B, C, R> { R apply(A a, B b, C c); }
    interface Maker<T> { T make(); }

    static MethodRefs evaluated() {
        out.print("[receiver evaluated] ");
        return new MethodRefs("once");
    }

    public static void main(String[] args) {
        Function<Object, String> st = MethodRefs::twice;
        MethodRefs bob = new MethodRefs("bob");
        Function<String, String> bound = bob::greet;
        BiFunction<MethodRefs, String, String> unbound = MethodRefs::greet;
        Supplier<MethodRefs> c0 = MethodRefs::new;
        Function<String, MethodRefs> c1 = MethodRefs::new;
        BiFunction<String, Integer, MethodRefs> c2 = MethodRefs::new;
        IntFunction<int[]> ints = int[]::new;
        Function<Integer, String[][]> strs = String[][]::new;
        out.println(st.apply(4) + bound.apply("al") + unbound.apply(c0.get(), "cy") + c1.apply("one").name + c2.apply("two", 2).name + ints.apply(3).length + strs.apply(2).length);
        Sub sub = new Sub();
        out.println(sub.sup().get() + " " + sub.own().get() + " " + ((Function<MethodRefs, String>) MethodRefs::hello).apply(sub));
        Function<Object, String> va1 = MethodRefs::count;
        BiFunction<Object, Object, String> va2 = MethodRefs::count;
        Supplier<String> va0 = MethodRefs::count;
        out.println(va0.get() + va1.apply(1) + va2.apply(1, 2));
        Supplier<String> once = evaluated()::hello;
        out.println(once.get() + once.get());
        out.println(bob.inner().apply(9).v + ((Function<Integer, String>) bob::secret).apply(3) + ((Function<Double, String>) bob::generic).apply(1.0) + ((Tri<MethodRefs, String, Object, String>) (a, b, c) -> a.greet(b) + c).apply(bob, "x", 'y'));
        List<String> words = new ArrayList<>(List.of("pear", "Fig", "apple"));
        words.sort(String::compareToIgnoreCase);
        words.replaceAll(String::toUpperCase);
        words.forEach(out::print);
        ToIntFunction<String> len = String::length;
        Function<String, Integer> parse = Integer::parseInt;
        UnaryOperator<String> trim = String::trim;
        BiFunction<Integer, Integer, Integer> max = Math::max;
        Maker<List<String>> list = ArrayList::new;
        out.println(len.applyAsInt("four") + parse.apply("12") + trim.apply(" t ") + max.apply(3, 9) + list.make() + Arrays.stream(new Integer[] {3, 1}).map(String::valueOf).reduce("", String::concat));
        MethodRefs none = null;
        try {
            Supplier<String> npe = none::hello;
            out.println("made " + npe.get());
        } catch (NullPointerException e) {
            out.println("receiver is checked when the reference is made");
        }
        Runnable r = words::clear;
        r.run();
        out.println(words);
        Function<int[], Object> clone = int[]::clone;
        out.println(((int[]) clone.apply(new int[] {1, 2})).length);
    }
}
