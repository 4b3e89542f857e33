package java.lang;

import java.lang.constant.Constable;
import java.lang.constant.ConstantDesc;
import java.lang.invoke.MethodHandles;
import java.util.Optional;

public final class Integer extends Number implements Comparable<Integer>, Constable, ConstantDesc {
    public static final int MIN_VALUE = 0x80000000;
    public static final int MAX_VALUE = 0x7fffffff;
    public static final int SIZE = 32;
    public static final int BYTES = 4;

    @SuppressWarnings("unchecked")
    public static final Class<Integer> TYPE = (Class<Integer>) Class.getPrimitiveClass("int");

    private static final long serialVersionUID = 1360826667806852920L;

    private final int value;

    /** The boxes whose identity the language promises. */
    private static final class Boxes {
        static final Integer[] ALL = new Integer[256];

        static {
            for (int i = 0; i < 256; i++) {
                ALL[i] = new Integer(i - 128);
            }
        }
    }

    @Deprecated(since = "9", forRemoval = true)
    public Integer(int value) {
        this.value = value;
    }

    @Deprecated(since = "9", forRemoval = true)
    public Integer(String s) throws NumberFormatException {
        this.value = parseInt(s, 10);
    }

    public static Integer valueOf(int i) {
        return i >= -128 && i <= 127 ? Boxes.ALL[i + 128] : new Integer(i);
    }

    public static Integer valueOf(String s, int radix) throws NumberFormatException {
        return valueOf(parseInt(s, radix));
    }

    public static Integer valueOf(String s) throws NumberFormatException {
        return valueOf(parseInt(s, 10));
    }

    // ---- text

    public static native String toString(int i);

    public static native String toString(int i, int radix);

    public static String toUnsignedString(int i, int radix) {
        return Long.toString(toUnsignedLong(i), radix);
    }

    public static String toUnsignedString(int i) {
        return Long.toString(toUnsignedLong(i));
    }

    public static native String toHexString(int i);

    public static native String toOctalString(int i);

    public static native String toBinaryString(int i);

    public static native int parseInt(String s, int radix) throws NumberFormatException;

    public static native int parseInt(String s) throws NumberFormatException;

    public static int parseInt(CharSequence s, int beginIndex, int endIndex, int radix) throws NumberFormatException {
        return (int) Digits.parse(s, beginIndex, endIndex, radix, MIN_VALUE, MAX_VALUE);
    }

    public static int parseUnsignedInt(String s, int radix) throws NumberFormatException {
        Digits.checkUnsigned(s);
        int length = s.length();
        if (length <= 5 || radix == 10 && length <= 9) {
            return parseInt(s, radix);
        }
        long wide;
        try {
            wide = Long.parseLong(s, radix);
        } catch (NumberFormatException e) {
            if (deadwood.internal.Runtime.featureVersion() >= 21 && Digits.allDigits(s, 0, length, radix)) {
                throw Digits.exceeds(s, "int");
            }
            throw e;
        }
        if ((wide & 0xffff_ffff_0000_0000L) != 0) {
            throw Digits.exceeds(s, "int");
        }
        return (int) wide;
    }

    public static int parseUnsignedInt(CharSequence s, int beginIndex, int endIndex, int radix)
            throws NumberFormatException {
        return (int) Digits.parseUnsigned(s, beginIndex, endIndex, radix, true);
    }

    public static int parseUnsignedInt(String s) throws NumberFormatException {
        return parseUnsignedInt(s, 10);
    }

    public static Integer decode(String nm) throws NumberFormatException {
        return valueOf((int) Digits.decode(nm, true));
    }

    public static Integer getInteger(String nm) {
        return getInteger(nm, null);
    }

    public static Integer getInteger(String nm, int val) {
        Integer result = getInteger(nm, null);
        return result == null ? valueOf(val) : result;
    }

    public static Integer getInteger(String nm, Integer val) {
        String text = nm == null || nm.isEmpty() ? null : System.getProperty(nm);
        if (text != null) {
            try {
                return decode(text);
            } catch (NumberFormatException e) {
                // A property that is no number counts as absent.
            }
        }
        return val;
    }

    // ---- the value

    public byte byteValue() {
        return (byte) value;
    }

    public short shortValue() {
        return (short) value;
    }

    public int intValue() {
        return value;
    }

    public long longValue() {
        return value;
    }

    public float floatValue() {
        return value;
    }

    public double doubleValue() {
        return value;
    }

    public String toString() {
        return toString(value);
    }

    public int hashCode() {
        return value;
    }

    public static int hashCode(int value) {
        return value;
    }

    public boolean equals(Object obj) {
        return obj instanceof Integer && value == ((Integer) obj).value;
    }

    public int compareTo(Integer anotherInteger) {
        return compare(value, anotherInteger.value);
    }

    public static int compare(int x, int y) {
        return x < y ? -1 : x == y ? 0 : 1;
    }

    // ---- arithmetic

    public static int compareUnsigned(int x, int y) {
        return compare(x + MIN_VALUE, y + MIN_VALUE);
    }

    public static long toUnsignedLong(int x) {
        return x & 0xffffffffL;
    }

    public static int divideUnsigned(int dividend, int divisor) {
        return (int) (toUnsignedLong(dividend) / toUnsignedLong(divisor));
    }

    public static int remainderUnsigned(int dividend, int divisor) {
        return (int) (toUnsignedLong(dividend) % toUnsignedLong(divisor));
    }

    public static int highestOneBit(int i) {
        return i & MIN_VALUE >>> numberOfLeadingZeros(i);
    }

    public static int lowestOneBit(int i) {
        return i & -i;
    }

    public static native int numberOfLeadingZeros(int i);

    public static native int numberOfTrailingZeros(int i);

    public static native int bitCount(int i);

    public static int rotateLeft(int i, int distance) {
        return i << distance | i >>> -distance;
    }

    public static int rotateRight(int i, int distance) {
        return i >>> distance | i << -distance;
    }

    public static native int reverse(int i);

    public static int compress(int i, int mask) {
        return (int) Long.compress(i & 0xffffffffL, mask & 0xffffffffL);
    }

    public static int expand(int i, int mask) {
        return (int) Long.expand(i & 0xffffffffL, mask & 0xffffffffL);
    }

    public static int signum(int i) {
        return i >> 31 | -i >>> 31;
    }

    public static int reverseBytes(int i) {
        return i << 24 | (i & 0xff00) << 8 | i >>> 8 & 0xff00 | i >>> 24;
    }

    public static int sum(int a, int b) {
        return a + b;
    }

    public static int max(int a, int b) {
        return a >= b ? a : b;
    }

    public static int min(int a, int b) {
        return a <= b ? a : b;
    }

    /** How many characters `toString` gives. */
    static int stringSize(int x) {
        return toString(x).length();
    }

    public Optional<Integer> describeConstable() {
        return Optional.of(this);
    }

    public Integer resolveConstantDesc(MethodHandles.Lookup lookup) {
        return this;
    }
}
