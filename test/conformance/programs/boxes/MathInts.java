// The integral half of java.lang.Math: exact operations, floor division, abs, min, max.
package boxes;

import static java.lang.System.out;

class MathInts {
    interface Action { Object run(); }

    static void attempt(Action a) {
        try {
            out.print(a.run() + " ");
        } catch (ArithmeticException e) {
            out.print("{" + e.getMessage() + "} ");
        }
    }

    public static void main(String[] args) {
        int[] is = {0, 1, -1, 7, -7, Integer.MAX_VALUE, Integer.MIN_VALUE};
        long[] ls = {0, 3, -3, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 32};
        for (int a : is) {
            for (int b : is) {
                attempt(() -> Math.addExact(a, b));
                attempt(() -> Math.subtractExact(a, b));
                attempt(() -> Math.multiplyExact(a, b));
                attempt(() -> Math.floorDiv(a, b));
                attempt(() -> Math.floorMod(a, b));
                attempt(() -> Math.max(a, b) + "" + Math.min(a, b) + Math.multiplyFull(a, b));
            }
            attempt(() -> Math.negateExact(a));
            attempt(() -> Math.incrementExact(a));
            attempt(() -> Math.decrementExact(a));
            attempt(() -> Math.abs(a));
            attempt(() -> Math.absExact(a));
            out.println();
        }
        for (long a : ls) {
            for (long b : ls) {
                attempt(() -> Math.addExact(a, b));
                attempt(() -> Math.subtractExact(a, b));
                attempt(() -> Math.multiplyExact(a, b));
                attempt(() -> Math.floorDiv(a, b));
                attempt(() -> Math.floorMod(a, b));
                attempt(() -> Math.multiplyHigh(a, b));
                attempt(() -> Math.max(a, b));
            }
            attempt(() -> Math.negateExact(a));
            attempt(() -> Math.incrementExact(a));
            attempt(() -> Math.toIntExact(a));
            attempt(() -> Math.abs(a));
            attempt(() -> Math.floorMod(a, 7));
            attempt(() -> Math.floorDiv(a, -7));
            attempt(() -> Math.multiplyExact(a, 2));
            out.println();
        }
    }
}
