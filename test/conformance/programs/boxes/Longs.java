// java.lang.Long: parsing, radix, bit operations, comparison, unsigned arithmetic, cache.
package boxes;

import static java.lang.System.out;

class Longs {
    static void parse(String s, int radix) {
        try {
            out.print(Long.parseLong(s, radix) + " ");
        } catch (NumberFormatException e) {
            out.print("{" + e.getMessage() + "} ");
        }
    }

    public static void main(String[] args) {
        for (long i : new long[] {0, 1, -1, 255, 1L << 32, 1L << 62, 0x5555555555555555L, Long.MAX_VALUE, Long.MIN_VALUE, -256, 1000000007L * 998244353, 0x80000000L}) {
            out.println(i + " " + Long.toBinaryString(i) + " " + Long.toHexString(i) + " " + Long.toOctalString(i) + " " + Long.toString(i, 36) + " " + Long.toString(i, 3) + " " + Long.bitCount(i) + " " + Long.reverse(i) + " "
                + Long.reverseBytes(i) + " " + Long.highestOneBit(i) + " " + Long.lowestOneBit(i) + " " + Long.numberOfLeadingZeros(i) + " " + Long.numberOfTrailingZeros(i) + " " + Long.rotateLeft(i, 5) + " " + Long.rotateRight(i, 69) + " " + Long.signum(i) + " "
                + Long.hashCode(i) + " " + Long.toUnsignedString(i) + " " + Long.divideUnsigned(i, 7) + " " + Long.remainderUnsigned(i, 7) + " " + Long.divideUnsigned(i, -2) + " " + Long.remainderUnsigned(i, -2) + " " + Long.compareUnsigned(i, 5) + " " + Long.compare(i, 5) + " " + Long.toUnsignedString(i, 8) + " " + Long.toUnsignedString(i, 7));
        }
        for (String s : new String[] {"0", "+7", "-7", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "", "+", "-", "1L", "1.0"}) parse(s, 10);
        out.println();
        parse("7fffffffffffffff", 16);
        parse("1y2p0ij32e8e7", 36);
        parse("1y2p0ij32e8e8", 36);
        out.println(Long.parseUnsignedLong("18446744073709551615") + " " + Long.decode("0x1F") + " " + Long.decode("-0777") + " " + Long.valueOf("12") + " " + Long.parseUnsignedLong("ffffffffffffffff", 16));
        try {
            Long.parseUnsignedLong("18446744073709551616");
        } catch (NumberFormatException e) {
            out.println(e.getMessage());
        }
        Long a = 127L, b = 127L, c = 128L, d = 128L;
        out.println((a == b) + " " + (c == d) + " " + c.equals(d) + " " + a.equals(127) + " " + (c == 128) + " " + a.compareTo(c) + " " + new java.math.BigInteger("300").longValue() + " " + c.intValue() + c.byteValue() + c.doubleValue());
        out.println(Long.MAX_VALUE + " " + Long.MIN_VALUE + " " + Long.SIZE + " " + Long.BYTES + " " + Long.sum(1, 2) + Long.max(1, 2) + Long.min(1, 2) + " " + Long.toString(5).length());
    }
}
