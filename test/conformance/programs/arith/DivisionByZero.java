// Which divisions throw, with what message, and that operands are evaluated first.
package arith;

import static java.lang.System.out;

class DivisionByZero {
    static int zero;
    static long zeroL;

    interface Action {
        Object run();
    }

    static void attempt(String name, Action a) {
        try {
            out.println(name + " = " + a.run());
        } catch (ArithmeticException e) {
            out.println(name + " threw " + e);
        }
    }

    public static void main(String[] args) {
        attempt("1/0", () -> 1 / zero);
        attempt("1%0", () -> 1 % zero);
        attempt("0/0", () -> zero / zero);
        attempt("1L/0L", () -> 1L / zeroL);
        attempt("1L%0", () -> 1L % zero);
        attempt("1/0.0", () -> 1 / (double) zero);
        attempt("0.0/0", () -> 0.0 / zero);
        attempt("1f%0", () -> 1f % zero);
        attempt("-1/0f", () -> -1 / (float) zero);
        attempt("floorDiv", () -> Math.floorDiv(1, zero));
        attempt("floorMod", () -> Math.floorMod(1L, zeroL));
        attempt("divideUnsigned", () -> Integer.divideUnsigned(5, zero));
        attempt("remainderUnsigned", () -> Long.remainderUnsigned(5, zeroL));
        attempt("assign", () -> {
            int x = 5;
            x /= zero;
            return x;
        });
        int before = 3;
        try {
            before = before++ / zero;
        } catch (ArithmeticException e) {
            out.println(before);
        }
        char c = 'c';
        byte b = 0;
        try {
            c %= b;
        } catch (ArithmeticException e) {
            out.println(c + " " + e.getMessage());
        }
    }
}
