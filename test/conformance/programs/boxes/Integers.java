// java.lang.Integer: parsing, radix, bit operations, comparison, unsigned arithmetic, cache.
package boxes;

import static java.lang.System.out;

class Integers {
    static void parse(String s, int radix) {
        try {
            out.print(Integer.parseInt(s, radix) + " ");
        } catch (NumberFormatException e) {
            out.print("{" + e.getMessage() + "} ");
        }
    }

    public static void main(String[] args) {
        for (int i : new int[] {0, 1, -1, 2, 7, 255, 256, 1 << 30, 0x55555555, Integer.MAX_VALUE, Integer.MIN_VALUE, -256, 1000003}) {
            out.println(i + " " + Integer.toBinaryString(i) + " " + Integer.toHexString(i) + " " + Integer.toOctalString(i) + " " + Integer.toString(i, 36) + " " + Integer.toString(i, 2) + " " + Integer.toString(i, 99) + " " + Integer.bitCount(i) + " " + Integer.reverse(i) + " "
                + Integer.reverseBytes(i) + " " + Integer.highestOneBit(i) + " " + Integer.lowestOneBit(i) + " " + Integer.numberOfLeadingZeros(i) + " " + Integer.numberOfTrailingZeros(i) + " " + Integer.rotateLeft(i, 5) + " " + Integer.rotateRight(i, 37) + " " + Integer.signum(i) + " "
                + Integer.hashCode(i) + " " + Integer.toUnsignedString(i) + " " + Integer.toUnsignedLong(i) + " " + Integer.divideUnsigned(i, 7) + " " + Integer.remainderUnsigned(i, 7) + " " + Integer.divideUnsigned(i, -2) + " " + Integer.compareUnsigned(i, 5) + " " + Integer.compare(i, 5) + " " + Integer.toUnsignedString(i, 16));
        }
        for (String s : new String[] {"0", "+7", "-7", "2147483647", "2147483648", "-2147483648", "-2147483649", "", "+", "-", " 1", "1 ", "1_0", "0x10", "\u0661\u0662", "--1"}) parse(s, 10);
        out.println();
        parse("ff", 16);
        parse("-FF", 16);
        parse("zz", 36);
        parse("102", 2);
        parse("1", 1);
        parse("1", 37);
        parse(null, 10);
        out.println(Integer.parseUnsignedInt("4294967295") + " " + Integer.decode("0x1F") + " " + Integer.decode("-#a") + " " + Integer.decode("010") + " " + Integer.decode("-0") + " " + Integer.valueOf("12") + " " + Integer.parseInt("x12y", 1, 3, 10));
        try {
            Integer.decode("0x");
        } catch (NumberFormatException e) {
            out.println(e.getMessage());
        }
        Integer a = 127, b = 127, c = 128, d = 128, e = -128, f = -128, g = -129, h = -129;
        out.println((a == b) + " " + (c == d) + " " + (e == f) + " " + (g == h) + " " + c.equals(d) + " " + a.equals(127L) + " " + (c == 128) + " " + (Integer.valueOf(5) == Integer.valueOf("5")));
        out.println(a.byteValue() + a.shortValue() + a.longValue() + a.floatValue() + a.doubleValue() + " " + c.byteValue() + " " + a.compareTo(c) + " " + a.hashCode() + " " + a);
        out.println(Integer.MAX_VALUE + " " + Integer.MIN_VALUE + " " + Integer.SIZE + " " + Integer.BYTES + " " + Integer.sum(1, 2) + Integer.max(1, 2) + Integer.min(1, 2) + " " + Integer.TYPE + " " + Integer.getInteger("no.such.property", 5));
    }
}
