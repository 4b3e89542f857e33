// 64-bit arithmetic: carries, wrap-around, division and remainder edges, comparison.
package arith;

import static java.lang.System.out;

class LongOverflow {
    static final long[] LONGS = {0, 1, -1, 3, -3, 10, 0xffffffffL, 0x100000000L, -0x100000000L, 3037000500L, -4611686018427387904L, 1234567890123456789L,
        Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1};

    static String cmp(long a, long b) {
        return (a < b ? "<" : "") + (a <= b ? "le" : "") + (a > b ? ">" : "") + (a >= b ? "ge" : "") + (a == b ? "==" : "") + (a != b ? "!=" : "");
    }

    public static void main(String[] args) {
        for (long a : LONGS) {
            StringBuilder line = new StringBuilder();
            for (long b : LONGS) {
                line.append(a + b).append(',').append(a - b).append(',').append(a * b).append(',');
                line.append(a & b).append(',').append(a | b).append(',').append(a ^ b).append(',');
                try {
                    line.append(a / b).append(',').append(a % b);
                } catch (ArithmeticException e) {
                    line.append(e.getMessage());
                }
                line.append(cmp(a, b)).append(' ');
            }
            out.println(line);
            out.println(-a + " " + ~a + " " + (int) a + " " + (short) a + " " + (float) a + " " + (double) a);
        }
        long m = Long.MAX_VALUE;
        m++;
        out.println(m);
        m -= 1;
        out.println(m);
        out.println(Long.MIN_VALUE / -1 + " " + Long.MIN_VALUE % -1);
        long product = 1;
        for (int i = 1; i <= 25; i++) product *= i;
        out.println(product);
    }
}
