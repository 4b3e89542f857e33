// Lambdas and method references whose code is a private instance method: in classes, interfaces and inner classes.
package lambdas;

import static java.lang.System.out;
import java.io.Serializable;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;

class PrivateTargets {
    interface Shape {
        int sides();

        default Supplier<String> describe(String name) {
            return () -> name + " with " + sides() + extra(2L).get();
        }

        default Supplier<String> extra(long n) {
            return () -> "+" + n + this;
        }
    }

    static class Base {
        String who = "base";

        protected String name(int i) {
            return who + i;
        }

        private String hidden(Object o) {
            return "hidden in " + who + " " + o;
        }

        Function<Object, String> own() {
            return this::hidden;
        }
    }

    static class Derived extends Base implements Shape {
        Derived() {
            who = "derived";
        }

        @Override
        protected String name(int i) {
            return "overridden " + i;
        }

        private String hidden(Object o) {
            return "other " + o;
        }

        Function<Integer, String> above() {
            return super::name;
        }

        Function<Object, String> mine() {
            return this::hidden;
        }

        BiFunction<Derived, Object, String> unbound() {
            return Derived::hidden;
        }

        public int sides() {
            return 4;
        }

        public String toString() {
            return "!";
        }

        class Inner {
            int k = 7;

            private int both(int a, int b) {
                return a * b + k;
            }

            IntBinaryOperator both() {
                return this::both;
            }

            Supplier<Supplier<String>> nested() {
                return () -> () -> who + k + name(k) + Derived.this.hidden(k) + sides();
            }
        }
    }

    enum Op {
        ADD("+") {
            IntBinaryOperator op() {
                return (a, b) -> a + b + symbol().length();
            }
        };

        final String symbol;

        Op(String symbol) {
            this.symbol = symbol;
        }

        abstract IntBinaryOperator op();

        String symbol() {
            Supplier<String> s = (Supplier<String> & Serializable) () -> symbol;
            return s.get();
        }
    }

    public static void main(String[] args) {
        Derived d = new Derived();
        out.println(d.describe("square").get());
        out.println(d.own().apply(1) + ", " + d.mine().apply(2) + ", " + d.unbound().apply(d, 3) + ", " + d.above().apply(4));
        Derived.Inner inner = d.new Inner();
        out.println(inner.both().applyAsInt(3, 4) + " " + inner.nested().get().get());
        out.println(Op.ADD.op().applyAsInt(1, 2));
        try {
            d.unbound().apply(null, 1);
        } catch (NullPointerException e) {
            out.println("no receiver");
        }
    }
}
