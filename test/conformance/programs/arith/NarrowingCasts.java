// Every primitive conversion, narrowing included, over edge values.
package arith;

import static java.lang.System.out;

class NarrowingCasts {
    static void ints(int v) {
        out.println(v + ": " + (byte) v + " " + (short) v + " " + (int) (char) v + " " + (long) v + " " + (float) v + " " + (double) v + " " + (byte) (char) v + " " + (short) (byte) v + " " + (int) (char) (byte) v);
    }

    static void doubles(double v) {
        out.println(v + ": " + (int) v + " " + (long) v + " " + (float) v + " " + (byte) v + " " + (short) v + " " + (int) (char) v);
        float f = (float) v;
        out.println("  " + f + ": " + (int) f + " " + (long) f + " " + (double) f + " " + (byte) f + " " + (short) f + " " + (int) (char) f);
    }

    public static void main(String[] args) {
        for (int v : new int[] {0, 1, -1, 127, 128, 255, 256, -128, -129, 32767, 32768, 65535, 65536, -32768, -32769, 16777217, Integer.MAX_VALUE, Integer.MIN_VALUE}) ints(v);
        double[] ds = {0.0, -0.0, 0.9, -0.9, 1.5, -1.5, 127.99, 128, -128.9, 32768.5, 65535.9, 65536, 2147483646.9, 2147483647.0, 2147483648.0, -2147483648.9, -2147483649.0,
            9007199254740993.0, 9.223372036854775E18, 9.223372036854776E18, -9.223372036854776E18, 1e19, -1e19, 3.4e38, 3.5e38, 1e-46, 1e300, -1e300, Double.MIN_VALUE, Double.MAX_VALUE,
            Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0.1, 1.0 / 3, 16777217.0};
        for (double v : ds) doubles(v);
        long[] ls = {0x7fffffffffffffffL, 0x8000000000000000L, 0x1ffffffff80L, 9007199254740993L, 9007199254740992L, 16777217L, -1L, 0x8000008000000001L, 0x7fffff4000000001L};
        for (long v : ls) out.println(v + ": " + (int) v + " " + (byte) v + " " + (float) v + " " + (double) v + " " + (long) (double) v + " " + (long) (float) v);
        int[] is = {16777217, 16777219, 2147483583, 2147483584, -16777217};
        for (int v : is) out.println(v + ": " + (float) v + " " + (int) (float) v + " " + (double) v);
    }
}
