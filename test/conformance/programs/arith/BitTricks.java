// Bit manipulation written out by hand and compared with the library.
package arith;

import static java.lang.System.out;

class BitTricks {
    static int popcount(int x) {
        x = x - ((x >>> 1) & 0x55555555);
        x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
        x = (x + (x >>> 4)) & 0x0f0f0f0f;
        return (x * 0x01010101) >>> 24;
    }

    static int reverse(int x) {
        int r = 0;
        for (int i = 0; i < 32; i++) {
            r = (r << 1) | (x & 1);
            x >>>= 1;
        }
        return r;
    }

    static long mulHigh(long x, long y) {
        long x0 = x & 0xffffffffL, x1 = x >> 32, y0 = y & 0xffffffffL, y1 = y >> 32;
        long z = x0 * y0, t = x1 * y0 + (z >>> 32), z1 = (t & 0xffffffffL) + x0 * y1;
        return x1 * y1 + (t >> 32) + (z1 >> 32);
    }

    static long xorshift(long s) {
        s ^= s << 13;
        s ^= s >>> 7;
        s ^= s << 17;
        return s;
    }

    static int crc(String s) {
        int crc = -1;
        for (int i = 0; i < s.length(); i++) {
            crc ^= s.charAt(i) & 0xff;
            for (int k = 0; k < 8; k++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
        }
        return ~crc;
    }

    static int fnv(String s) {
        int h = 0x811c9dc5;
        for (char c : s.toCharArray()) h = (h ^ c) * 0x01000193;
        return h;
    }

    public static void main(String[] args) {
        long seed = 88172645463325252L;
        for (int i = 0; i < 40; i++) {
            seed = xorshift(seed);
            int x = (int) seed;
            long y = xorshift(~seed);
            out.println(seed + " " + popcount(x) + " " + (popcount(x) == Integer.bitCount(x)) + " " + reverse(x) + " " + (reverse(x) == Integer.reverse(x)) + " "
                + mulHigh(seed, y) + " " + (mulHigh(seed, y) == Math.multiplyHigh(seed, y)) + " " + (x & -x) + " " + (x & (x - 1)) + " " + (seed ^ (seed >> 63)) + " " + Long.numberOfLeadingZeros(seed >>> i));
        }
        out.println(Integer.toHexString(crc("123456789")) + " " + Integer.toHexString(fnv("deadwood")));
        long lcg = 42;
        for (int i = 0; i < 5; i++) {
            lcg = lcg * 6364136223846793005L + 1442695040888963407L;
            out.println(lcg + " " + (lcg >>> 33) + " " + (int) (lcg ^ lcg >>> 32));
        }
    }
}
