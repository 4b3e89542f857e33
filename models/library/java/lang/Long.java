package java.lang;

import java.lang.constant.Constable;
import java.lang.constant.ConstantDesc;
import java.lang.invoke.MethodHandles;
import java.util.Optional;

public final class Long extends Number implements Comparable<Long>, Constable, ConstantDesc {
    public static final long MIN_VALUE = 0x8000000000000000L;
    public static final long MAX_VALUE = 0x7fffffffffffffffL;
    public static final int SIZE = 64;
    public static final int BYTES = 8;

    @SuppressWarnings("unchecked")
    public static final Class<Long> TYPE = (Class<Long>) Class.getPrimitiveClass("long");

    private static final long serialVersionUID = 4290774380558885855L;

    private final long value;

    /** The boxes whose identity the language promises. */
    private static final class Boxes {
        static final Long[] ALL = new Long[256];

        static {
            for (int i = 0; i < 256; i++) {
                ALL[i] = new Long(i - 128);
            }
        }
    }

    @Deprecated(since = "9", forRemoval = true)
    public Long(long value) {
        this.value = value;
    }

    @Deprecated(since = "9", forRemoval = true)
    public Long(String s) throws NumberFormatException {
        this.value = parseLong(s, 10);
    }

    public static Long valueOf(long l) {
        return l >= -128 && l <= 127 ? Boxes.ALL[(int) l + 128] : new Long(l);
    }

    public static Long valueOf(String s, int radix) throws NumberFormatException {
        return valueOf(parseLong(s, radix));
    }

    public static Long valueOf(String s) throws NumberFormatException {
        return valueOf(parseLong(s, 10));
    }

    // ---- text

    public static native String toString(long i);

    public static native String toString(long i, int radix);

    public static native String toUnsignedString(long i, int radix);

    public static String toUnsignedString(long i) {
        return toUnsignedString(i, 10);
    }

    public static String toHexString(long i) {
        return toUnsignedString(i, 16);
    }

    public static String toOctalString(long i) {
        return toUnsignedString(i, 8);
    }

    public static String toBinaryString(long i) {
        return toUnsignedString(i, 2);
    }

    /** The text of a UUID: groups of 8, 4, 4, 4 and 12 hexadecimal digits. */
    static String fastUUID(long lsb, long msb) {
        return hex(msb >>> 32, 8) + "-" + hex(msb >>> 16, 4) + "-" + hex(msb, 4) + "-" + hex(lsb >>> 48, 4) + "-"
                + hex(lsb, 12);
    }

    private static String hex(long bits, int digits) {
        long marker = 1L << digits * 4;
        return toHexString(marker | bits & marker - 1).substring(1);
    }

    public static native long parseLong(String s, int radix) throws NumberFormatException;

    public static native long parseLong(String s) throws NumberFormatException;

    public static long parseLong(CharSequence s, int beginIndex, int endIndex, int radix)
            throws NumberFormatException {
        return Digits.parse(s, beginIndex, endIndex, radix, MIN_VALUE, MAX_VALUE);
    }

    public static long parseUnsignedLong(String s, int radix) throws NumberFormatException {
        Digits.checkUnsigned(s);
        int length = s.length();
        if (length <= 12 || radix == 10 && length <= 18) {
            return parseLong(s, radix);
        }
        return Digits.parseUnsigned(s, 0, length, radix, false);
    }

    public static long parseUnsignedLong(CharSequence s, int beginIndex, int endIndex, int radix)
            throws NumberFormatException {
        return Digits.parseUnsigned(s, beginIndex, endIndex, radix, false);
    }

    public static long parseUnsignedLong(String s) throws NumberFormatException {
        return parseUnsignedLong(s, 10);
    }

    public static Long decode(String nm) throws NumberFormatException {
        return valueOf(Digits.decode(nm, false));
    }

    public static Long getLong(String nm) {
        return getLong(nm, null);
    }

    public static Long getLong(String nm, long val) {
        Long result = getLong(nm, null);
        return result == null ? valueOf(val) : result;
    }

    public static Long getLong(String nm, Long val) {
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
        return (int) value;
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
        return hashCode(value);
    }

    public static int hashCode(long value) {
        return (int) (value ^ value >>> 32);
    }

    public boolean equals(Object obj) {
        return obj instanceof Long && value == ((Long) obj).value;
    }

    public int compareTo(Long anotherLong) {
        return compare(value, anotherLong.value);
    }

    public static int compare(long x, long y) {
        return x < y ? -1 : x == y ? 0 : 1;
    }

    // ---- arithmetic

    public static int compareUnsigned(long x, long y) {
        return compare(x + MIN_VALUE, y + MIN_VALUE);
    }

    public static native long divideUnsigned(long dividend, long divisor);

    public static native long remainderUnsigned(long dividend, long divisor);

    public static long highestOneBit(long i) {
        return i & MIN_VALUE >>> numberOfLeadingZeros(i);
    }

    public static long lowestOneBit(long i) {
        return i & -i;
    }

    public static int numberOfLeadingZeros(long i) {
        int high = (int) (i >>> 32);
        return high == 0 ? 32 + Integer.numberOfLeadingZeros((int) i) : Integer.numberOfLeadingZeros(high);
    }

    public static int numberOfTrailingZeros(long i) {
        int low = (int) i;
        return low == 0 ? 32 + Integer.numberOfTrailingZeros((int) (i >>> 32)) : Integer.numberOfTrailingZeros(low);
    }

    public static int bitCount(long i) {
        return Integer.bitCount((int) i) + Integer.bitCount((int) (i >>> 32));
    }

    public static long rotateLeft(long i, int distance) {
        return i << distance | i >>> -distance;
    }

    public static long rotateRight(long i, int distance) {
        return i >>> distance | i << -distance;
    }

    public static long reverse(long i) {
        return (long) Integer.reverse((int) i) << 32 | Integer.reverse((int) (i >>> 32)) & 0xffffffffL;
    }

    /** Gathers the bits selected by the mask at the low end. */
    public static long compress(long i, long mask) {
        long result = 0;
        int n = 0;
        for (; mask != 0; mask &= mask - 1) {
            if ((i & mask & -mask) != 0) {
                result |= 1L << n;
            }
            n++;
        }
        return result;
    }

    /** Spreads the low bits to the places selected by the mask. */
    public static long expand(long i, long mask) {
        long result = 0;
        for (; mask != 0; mask &= mask - 1) {
            if ((i & 1) != 0) {
                result |= mask & -mask;
            }
            i >>>= 1;
        }
        return result;
    }

    public static int signum(long i) {
        return (int) (i >> 63 | -i >>> 63);
    }

    public static long reverseBytes(long i) {
        return (long) Integer.reverseBytes((int) i) << 32 | Integer.reverseBytes((int) (i >>> 32)) & 0xffffffffL;
    }

    public static long sum(long a, long b) {
        return a + b;
    }

    public static long max(long a, long b) {
        return a >= b ? a : b;
    }

    public static long min(long a, long b) {
        return a <= b ? a : b;
    }

    /** How many characters `toString` gives. */
    static int stringSize(long x) {
        return toString(x).length();
    }

    public Optional<Long> describeConstable() {
        return Optional.of(this);
    }

    public Long resolveConstantDesc(MethodHandles.Lookup lookup) {
        return this;
    }
}
