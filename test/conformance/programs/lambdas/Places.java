// Lambdas in interfaces, static and instance initialisers, enums, constructors, arguments, ternaries, intersections.
package lambdas;

import static java.lang.System.out;
import java.util.Comparator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;

class Places {
    interface WithConstant {
        Supplier<String> S = () -> "interface constant";
        default Supplier<String> make() { return () -> "default " + name(); }
        static Supplier<String> st() { return () -> "static in interface"; }
        private Supplier<String> priv() { return () -> "private " + this.name(); }
        default String viaPrivate() { return priv().get(); }
        String name();
    }
    enum Op implements IntBinaryOperator {
        PLUS("+", (a, b) -> a + b), MINUS("-", (a, b) -> a - b), MAX("max", Math::max);
        final String sym;
        private final IntBinaryOperator f;
        Op(String sym, IntBinaryOperator f) { this.sym = sym; this.f = f; }
        @Override public int applyAsInt(int a, int b) { return f.applyAsInt(a, b); }
    }
    static final Supplier<Integer> STATIC;
    static { int k = 41; STATIC = () -> k + 1; }
    final Supplier<String> field = () -> "field " + this.id;
    final Supplier<String> block;
    int id = 3;
    { block = () -> "block " + id; }
    Places() { this(() -> "delegated"); }
    Places(Supplier<String> s) { out.println(s.get()); }
    static <T extends Supplier<String> & java.io.Serializable> String both(T t) { return t.get() + (t instanceof java.io.Serializable); }
    static String over(Runnable r) { r.run(); return "runnable"; }
    static String over(Supplier<String> s) { return "supplier " + s.get(); }
    static class Base { final String got; Base(Function<Integer, String> f) { got = f.apply(7); } }
    static class Derived extends Base { Derived(String p) { super(i -> p + i); } }
    @SafeVarargs static String all(Supplier<String>... ss) { String r = ""; for (Supplier<String> s : ss) r += s.get(); return r; }

    public static void main(String[] args) {
        WithConstant w = () -> "w";
        out.println(WithConstant.S.get() + ", " + w.make().get() + ", " + WithConstant.st().get() + ", " + w.viaPrivate());
        for (Op op : Op.values()) out.print(op.sym + op.applyAsInt(7, 3) + " ");
        out.println(STATIC.get());
        Places p = new Places();
        out.println(p.field.get() + " " + p.block.get());
        Object cloneable = (Supplier<String> & Cloneable) () -> "c";
        out.println(both((Supplier<String> & java.io.Serializable) () -> "intersection ") + " " + ((Supplier<String> & Cloneable) () -> "cast").get() + (cloneable instanceof Cloneable));
        out.println(over(() -> { }) + " " + over(() -> "s") + " " + over(() -> { return "t"; }));
        boolean flag = args.length == 0;
        Comparator<String> c = flag ? String::compareTo : (a, b) -> 0;
        Function<Integer, Function<Integer, Integer>> choose = x -> x > 0 ? y -> y + x : y -> y - x;
        out.println(c.compare("a", "b") + " " + choose.apply(5).apply(1) + choose.apply(-5).apply(1) + new Derived("der").got);
        out.println(all(() -> "a", () -> "b", String::new, "lit"::toString));
        Runnable[] rs = {() -> out.print("r0 "), Places::stat, p::inst};
        for (Runnable r : rs) r.run();
        Object o = (Runnable) () -> out.println("cast in expression");
        ((Runnable) o).run();
        Supplier<Runnable> sr = () -> () -> out.println("double arrow");
        sr.get().run();
        var anon = new Object() { int hits; Runnable hit = () -> this.hits++; };
        anon.hit.run();
        anon.hit.run();
        out.println(anon.hits);
    }

    static void stat() { out.print("stat "); }
    void inst() { out.print("inst" + id + " "); }
}
