// The interfaces of java.util.function and their default methods.
package lambdas;

import static java.lang.System.out;
import java.util.function.*;

class Functional {
    public static void main(String[] args) {
        Function<Integer, Integer> inc = x -> x + 1, dbl = x -> x * 2;
        out.println(inc.andThen(dbl).apply(5) + " " + inc.compose(dbl).apply(5) + " " + Function.<String>identity().apply("id") + inc.andThen(Object::toString).andThen(String::length).apply(99));
        Predicate<String> empty = String::isEmpty, longer = s -> s.length() > 3;
        out.println(empty.or(longer).test("ab") + " " + empty.negate().and(longer.negate()).test("ab") + Predicate.not(empty).test("") + Predicate.isEqual("x").test("x") + Predicate.isEqual(null).test(null));
        BiFunction<Integer, Integer, Long> mul = (a, b) -> (long) a * b;
        out.println(mul.andThen(l -> l + "L").apply(1 << 20, 1 << 20));
        Supplier<String> sup = () -> "sup";
        Consumer<StringBuilder> app = sb -> sb.append("a");
        StringBuilder sb = new StringBuilder();
        app.andThen(b -> b.append(b.length())).andThen(app).accept(sb);
        out.println(sup.get() + sb);
        IntBinaryOperator ib = Integer::sum;
        IntFunction<String> ifn = Integer::toHexString;
        IntPredicate ip = i -> i % 2 == 0;
        IntUnaryOperator iu = i -> -i;
        ToIntBiFunction<String, String> tib = String::compareTo;
        IntToLongFunction itl = i -> i * 10000000000L;
        IntToDoubleFunction itd = i -> i / 2;
        LongFunction<Object> lf = l -> l;
        LongUnaryOperator lu = l -> l << 1;
        LongToIntFunction lti = l -> (int) l;
        LongBinaryOperator lb = Long::max;
        DoubleUnaryOperator du = Math::sqrt;
        DoubleBinaryOperator db = Math::pow;
        DoubleToLongFunction dtl = d -> (long) d;
        ToDoubleFunction<String> td = Double::parseDouble;
        ToLongFunction<Integer> tl = Integer::longValue;
        BooleanSupplier bs = () -> true;
        IntSupplier is = () -> 3;
        LongSupplier ls = () -> 4;
        DoubleSupplier ds = () -> 5;
        ObjIntConsumer<String> oic = (s, i) -> out.print(s + i + " ");
        BiConsumer<String, Long> bc = (s, l) -> out.print(s + l + " ");
        BiPredicate<String, Integer> bp = (s, i) -> s.length() == i;
        oic.accept("o", 1);
        bc.andThen((s, l) -> out.print(l + s + " ")).accept("b", 2L);
        out.println(ib.applyAsInt(3, 4) + ifn.apply(255) + ip.negate().test(3) + ip.and(i -> i > 2).or(i -> i < 0).test(-1) + iu.andThen(i -> i * 3).compose(i -> i + 1).applyAsInt(1) + tib.applyAsInt("a", "c") + itl.applyAsLong(5) + itd.applyAsDouble(5) + lf.apply(6) + lu.applyAsLong(1L << 40) + lti.applyAsInt(1L << 33 | 5) + lb.applyAsLong(1, 2) + du.applyAsDouble(2) + db.applyAsDouble(2, 0.5) + dtl.applyAsLong(1e18) + td.applyAsDouble("1e3") + tl.applyAsLong(7) + bs.getAsBoolean() + is.getAsInt() + ls.getAsLong() + ds.getAsDouble() + bp.test("abc", 3) + bp.negate().test("", 0));
        BinaryOperator<String> min = BinaryOperator.minBy(String::compareTo), max = BinaryOperator.maxBy(String::compareTo);
        out.println(min.apply("a", "b") + max.apply("a", "b") + UnaryOperator.identity().apply(1) + IntUnaryOperator.identity().applyAsInt(8));
        try {
            inc.andThen(null);
        } catch (NullPointerException e) {
            out.println("null refused");
        }
    }
}
