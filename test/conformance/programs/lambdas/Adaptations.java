// Boxing, unboxing, widening and casts that a lambda or method reference has to do.
package lambdas;

import static java.lang.System.out;
import java.util.function.*;

class Adaptations {
    interface LongF { long f(int x); }
    interface DoubleF { double f(char c); }
    interface ObjF { Object f(int x); }
    interface Void { void f(String s); }
    interface NumF { Number f(Integer x); }
    interface IntToObj<T> { T f(int i); }
    interface Gen<T, R> { R f(T t); }
    interface IntGen extends Gen<Integer, Integer> { }
    interface Wide { long f(byte b, short s, char c); }

    static int plus(int x) { return x + 1; }
    static long wide(long x) { return x * 2; }
    static Integer boxed(Integer x) { return x == null ? -1 : x; }
    static int unboxing(int x) { return x; }
    static byte small() { return -3; }
    static String str(Object o) { return "o:" + o; }
    static long sum(long a, long b, long c) { return a + b + c; }
    static boolean added(String s) { out.print("called " + s + " "); return true; }
    static void nothing(int x) { out.print("nothing" + x + " "); }

    public static void main(String[] args) {
        LongF a = Adaptations::plus, b = Adaptations::wide, c = Adaptations::boxed, d = x -> x;
        out.println(a.f(1) + b.f(1 << 30) + c.f(7) + d.f(-1));
        DoubleF e = Adaptations::plus, f = ch -> ch, g = Adaptations::wide;
        out.println(e.f('a') + f.f('b') + g.f('c'));
        ObjF h = Adaptations::plus, i = Adaptations::str, j = Adaptations::wide, k = Adaptations::boxed, l = x -> x, m = x -> (char) x;
        out.println(h.f(1) + "" + i.f(2) + j.f(3) + k.f(4) + l.f(5) + m.f(66) + j.f(3).getClass().getSimpleName());
        Void v = Adaptations::added, w = String::length, x = String::new, y = s -> s.length();
        v.f("v");
        w.f("w");
        x.f("x");
        y.f("y");
        IntConsumer ic = Adaptations::nothing;
        Consumer<Integer> cb = Adaptations::nothing;
        ic.accept(1);
        cb.accept(2);
        NumF n = Adaptations::plus, o = z -> 2.5;
        out.println(n.f(1) + "" + o.f(1));
        Supplier<Integer> si = () -> 'a' + 0;
        Supplier<Object> so = Adaptations::small;
        IntSupplier is = Adaptations::small;
        LongSupplier ls = () -> small();
        DoubleSupplier ds = Adaptations::small;
        out.println(si.get() + "" + so.get() + so.get().getClass().getSimpleName() + is.getAsInt() + ls.getAsLong() + ds.getAsDouble());
        Wide wd = Adaptations::sum;
        out.println(wd.f((byte) -1, (short) -2, 'a'));
        IntGen ig = q -> q * q;
        Gen<Integer, Integer> asGen = ig;
        Function<Integer, Integer> fromGen = asGen::f;
        out.println(asGen.f(9) + fromGen.apply(2));
        Function<Integer, Long> il = t -> (long) t;
        ToLongFunction<Integer> tl = Integer::intValue;
        ToDoubleFunction<Long> td = Long::longValue;
        IntFunction<Long> box = Long::valueOf;
        out.println(il.apply(5) + tl.applyAsLong(6) + td.applyAsDouble(7L) + box.apply(8));
        try {
            Function<Integer, Integer> unbox = Adaptations::unboxing;
            unbox.apply(null);
        } catch (NullPointerException ex) {
            out.println("null does not unbox");
        }
        try {
            @SuppressWarnings({"unchecked", "rawtypes"}) Object bad = ((Function) (Function<String, Integer>) String::length).apply(5);
        } catch (ClassCastException ex) {
            out.println(ex.getMessage());
        }
        IntToObj<String> its = Integer::toString;
        IntToObj<int[]> arr = int[]::new;
        out.println(its.f(3) + arr.f(4).length);
        boolean flag = ((BooleanSupplier) () -> true).getAsBoolean();
        out.println(flag);
    }
}
