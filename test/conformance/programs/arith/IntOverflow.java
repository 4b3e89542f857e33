// Two's complement wrap-around of int and long, and the edges of division.
package arith;

import static java.lang.System.out;

class IntOverflow {
    static final int[] INTS = {0, 1, -1, 2, -2, 7, -7, 46341, -46341, 65535, 65536, Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MIN_VALUE + 1};

    public static void main(String[] args) {
        for (int a : INTS) {
            StringBuilder line = new StringBuilder();
            for (int b : INTS) {
                line.append(a + b).append(',').append(a - b).append(',').append(a * b).append(',');
                line.append(a & b).append(',').append(a | b).append(',').append(a ^ b).append(',');
                try {
                    line.append(a / b).append(',').append(a % b);
                } catch (ArithmeticException e) {
                    line.append(e.getMessage());
                }
                line.append(' ');
            }
            out.println(line);
            out.println(-a + " " + ~a + " " + (a << 1) + " " + (a >> 1) + " " + (a >>> 1) + " " + a / 16 + " " + a % 16);
        }
        int i = Integer.MAX_VALUE;
        i++;
        out.println(i);
        i--;
        out.println(i);
        i += 127;
        out.println(i);
        i += 128;
        i -= -32768;
        i += 32768;
        out.println(i);
        out.println(Math.abs(Integer.MIN_VALUE) + " " + -Integer.MIN_VALUE + " " + Integer.MIN_VALUE / -1 + " " + Integer.MIN_VALUE % -1);
    }
}
