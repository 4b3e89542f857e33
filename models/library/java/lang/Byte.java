package java.lang;

import java.lang.constant.Constable;
import java.util.Optional;

public final class Byte extends Number implements Comparable<Byte>, Constable {
    public static final byte MIN_VALUE = -128;
    public static final byte MAX_VALUE = 127;
    public static final int SIZE = 8;
    public static final int BYTES = 1;

    @SuppressWarnings("unchecked")
    public static final Class<Byte> TYPE = (Class<Byte>) Class.getPrimitiveClass("byte");

    private static final long serialVersionUID = -7183698231559129828L;

    private final byte value;

    /** The boxes whose identity the language promises. */
    private static final class Boxes {
        static final Byte[] ALL = new Byte[256];

        static {
            for (int i = 0; i < 256; i++) {
                ALL[i] = new Byte((byte) (i - 128));
            }
        }
    }

    @Deprecated(since = "9", forRemoval = true)
    public Byte(byte value) {
        this.value = value;
    }

    @Deprecated(since = "9", forRemoval = true)
    public Byte(String s) throws NumberFormatException {
        this.value = parseByte(s, 10);
    }

    public static Byte valueOf(byte b) {
        return Boxes.ALL[b + 128];
    }

    public static Byte valueOf(String s, int radix) throws NumberFormatException {
        return valueOf(parseByte(s, radix));
    }

    public static Byte valueOf(String s) throws NumberFormatException {
        return valueOf(s, 10);
    }

    public static byte parseByte(String s, int radix) throws NumberFormatException {
        int i = Integer.parseInt(s, radix);
        if (i < MIN_VALUE || i > MAX_VALUE) {
            throw new NumberFormatException("Value out of range. Value:\"" + s + "\" Radix:" + radix);
        }
        return (byte) i;
    }

    public static byte parseByte(String s) throws NumberFormatException {
        return parseByte(s, 10);
    }

    public static Byte decode(String nm) throws NumberFormatException {
        int i = Integer.decode(nm);
        if (i < MIN_VALUE || i > MAX_VALUE) {
            throw new NumberFormatException("Value " + i + " out of range from input " + nm);
        }
        return valueOf((byte) i);
    }

    public static String toString(byte b) {
        return Integer.toString(b);
    }

    public byte byteValue() {
        return value;
    }

    public short shortValue() {
        return value;
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
        return Integer.toString(value);
    }

    public int hashCode() {
        return value;
    }

    public static int hashCode(byte value) {
        return value;
    }

    public boolean equals(Object obj) {
        return obj instanceof Byte && value == ((Byte) obj).value;
    }

    public int compareTo(Byte anotherByte) {
        return value - anotherByte.value;
    }

    public static int compare(byte x, byte y) {
        return x - y;
    }

    public static int compareUnsigned(byte x, byte y) {
        return toUnsignedInt(x) - toUnsignedInt(y);
    }

    public static int toUnsignedInt(byte x) {
        return x & 0xff;
    }

    public static long toUnsignedLong(byte x) {
        return x & 0xffL;
    }

    public Optional<java.lang.constant.DynamicConstantDesc<Byte>> describeConstable() {
        return Optional.of(java.lang.constant.DynamicConstantDesc.<Byte>ofNamed(
                java.lang.constant.ConstantDescs.BSM_EXPLICIT_CAST,
                java.lang.constant.ConstantDescs.DEFAULT_NAME,
                java.lang.constant.ConstantDescs.CD_byte,
                intValue()));
    }
}
