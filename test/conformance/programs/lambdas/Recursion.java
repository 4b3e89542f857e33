// Recursion through fields, Y combinators, currying, memoisation and lazily built lambdas.
package lambdas;

import static java.lang.System.out;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

class Recursion {
    static IntUnaryOperator fact = n -> n < 2 ? 1 : n * Recursion.fact.applyAsInt(n - 1);
    final Function<Integer, Integer> fib = n -> n < 2 ? n : this.fib.apply(n - 1) + this.fib.apply(n - 2);

    interface Self<T> { T call(Self<T> s); }
    interface Curry { Function<Integer, Function<Integer, Integer>> f(int a); }

    static <A, B> Function<A, B> fix(Function<Function<A, B>, Function<A, B>> f) {
        return a -> f.apply(fix(f)).apply(a);
    }

    static <A, B> Function<A, B> memo(Function<A, B> f) {
        Map<A, B> cache = new HashMap<>();
        return a -> {
            B b = cache.get(a);
            if (b == null) cache.put(a, b = f.apply(a));
            else out.print("hit ");
            return b;
        };
    }

    static <T> Supplier<T> lazy(Supplier<T> s) {
        return new Supplier<>() {
            T v;
            boolean done;
            public T get() {
                if (!done) {
                    v = s.get();
                    done = true;
                }
                return v;
            }
        };
    }

    static <T> UnaryOperator<T> times(int n, UnaryOperator<T> f) {
        return n == 0 ? x -> x : x -> times(n - 1, f).apply(f.apply(x));
    }

    interface Church { <T> UnaryOperator<T> on(UnaryOperator<T> f); }

    public static void main(String[] args) {
        out.println(fact.applyAsInt(10) + " " + new Recursion().fib.apply(15));
        Function<Integer, Long> f = fix(self -> n -> n == 0 ? 1L : n * self.apply(n - 1));
        out.println(f.apply(20));
        Curry add = a -> b -> c -> a * 100 + b * 10 + c;
        out.println(add.f(1).apply(2).apply(3));
        Function<String, Integer> len = memo(s -> { out.print("computing "); return s.length(); });
        out.println(len.apply("abc") + len.apply("abc") + len.apply("x"));
        int[] calls = {0};
        Supplier<Integer> l = lazy(() -> ++calls[0]);
        out.println(l.get() + l.get() + calls[0]);
        out.println(times(5, (String s) -> s + "!").apply("hey"));
        Self<String> self = s -> "self";
        out.println(self.call(self));
        BiFunction<Integer, Integer, Integer> gcd = new BiFunction<>() {
            public Integer apply(Integer a, Integer b) { return b == 0 ? a : this.apply(b, a % b); }
        };
        out.println(gcd.apply(84, 36));
        Church two = new Church() { public <T> UnaryOperator<T> on(UnaryOperator<T> g) { return x -> g.apply(g.apply(x)); } };
        out.println(two.on(two.on((Integer x) -> x + 3)).apply(1));
    }
}
