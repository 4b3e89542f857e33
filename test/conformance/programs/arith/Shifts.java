// Shift counts are taken modulo 32 or 64, also when negative or long.
package arith;

import static java.lang.System.out;

class Shifts {
    public static void main(String[] args) {
        int[] counts = {0, 1, 7, 8, 15, 16, 31, 32, 33, 63, 64, 65, -1, -31, -32, -33, 1000, Integer.MIN_VALUE, Integer.MAX_VALUE};
        int[] ints = {1, -1, 0x80000000, 0x7fffffff, 0x12345678};
        long[] longs = {1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 0x123456789abcdef0L};
        for (int c : counts) {
            StringBuilder s = new StringBuilder();
            for (int v : ints) s.append(v << c).append(' ').append(v >> c).append(' ').append(v >>> c).append(' ');
            for (long v : longs) s.append(v << c).append(' ').append(v >> c).append(' ').append(v >>> c).append(' ');
            out.println(c + ": " + s);
        }
        long wide = 0x100000001L;
        out.println((1 << wide) + " " + (8 >> wide) + " " + (-8 >>> wide) + " " + (1L << wide));
        byte b = -1;
        b >>>= 1;
        out.println(b);
        b = -128;
        b >>>= 4;
        out.println(b);
        short s = (short) 0x8001;
        s >>= 1;
        out.println(s);
        s >>>= 1;
        out.println(s);
        char c = 0xffff;
        c >>= 4;
        out.println((int) c);
        c <<= 8;
        out.println((int) c);
        int i = -5;
        i <<= 33L;
        out.println(i);
        i >>>= 31;
        out.println(i);
        long l = 1;
        l <<= 63;
        l >>= 62;
        out.println(l);
    }
}
