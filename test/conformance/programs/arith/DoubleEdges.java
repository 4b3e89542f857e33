// double: NaN, signed zero, infinities, subnormals, comparisons, remainder.
package arith;

import static java.lang.System.out;

class DoubleEdges {
    static final double[] DS = {0, -0d, 1, -1, 0.1, 2.5, -3.75, Double.MIN_VALUE, Double.MIN_NORMAL, Double.MAX_VALUE, -Double.MAX_VALUE, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 9007199254740992.0, 1e-310};

    static String cmp(double a, double b) {
        return (a < b ? "1" : "0") + (a <= b ? "1" : "0") + (a > b ? "1" : "0") + (a >= b ? "1" : "0") + (a == b ? "1" : "0") + (a != b ? "1" : "0")
            + (!(a < b) ? "1" : "0") + (!(a >= b) ? "1" : "0");
    }

    public static void main(String[] args) {
        for (double a : DS) {
            StringBuilder s = new StringBuilder();
            for (double b : DS) s.append(a + b).append(',').append(a - b).append(',').append(a * b).append(',').append(a / b).append(',').append(a % b).append(',').append(cmp(a, b)).append(' ');
            out.println(s);
            out.println(-a + " " + Long.toHexString(Double.doubleToLongBits(a)) + " " + Long.toHexString(Double.doubleToRawLongBits(-a)) + " " + Double.compare(a, 0d));
        }
        double sum = 0;
        for (int i = 0; i < 10; i++) sum += 0.1;
        out.println(sum);
        out.println(0.1 + 0.2);
        out.println(1e308 * 10 + " " + -1e308 * 10 + " " + (1e308 * 10 - 1e308 * 10));
        out.println(5.5 % 2 + " " + -5.5 % 2 + " " + 5.5 % -2 + " " + -6.0 % 3 + " " + 1e300 % 7 + " " + 1e-310 % 1e-320);
        out.println(Double.longBitsToDouble(0x7ff8000000000001L) + " " + Double.longBitsToDouble(1) + " " + Double.longBitsToDouble(0x800fffffffffffffL));
        out.println(Double.MIN_VALUE / 2 + " " + Double.MIN_VALUE * 0.75 + " " + 3e-324);
        out.println(0.0 == -0.0);
        out.println(Double.valueOf(0.0).equals(-0.0));
        out.println(Double.valueOf(Double.NaN).equals(Double.NaN));
        double d = Double.NaN;
        out.println(d == d);
    }
}
