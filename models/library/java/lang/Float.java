package java.lang;

import java.lang.constant.Constable;
import java.lang.constant.ConstantDesc;
import java.lang.invoke.MethodHandles;
import java.util.Optional;

public final class Float extends Number implements Comparable<Float>, Constable, ConstantDesc {
    public static final float POSITIVE_INFINITY = 1.0f / 0.0f;
    public static final float NEGATIVE_INFINITY = -1.0f / 0.0f;
    public static final float NaN = 0.0f / 0.0f;
    public static final float MAX_VALUE = 0x1.fffffeP+127f;
    public static final float MIN_NORMAL = 0x1.0p-126f;
    public static final float MIN_VALUE = 0x0.000002P-126f;
    public static final int SIZE = 32;
    public static final int PRECISION = 24;
    public static final int MAX_EXPONENT = 127;
    public static final int MIN_EXPONENT = 1 - MAX_EXPONENT;
    public static final int BYTES = 4;

    @SuppressWarnings("unchecked")
    public static final Class<Float> TYPE = (Class<Float>) Class.getPrimitiveClass("float");

    private static final long serialVersionUID = -2671257302660747028L;

    private final float value;

    @Deprecated(since = "9", forRemoval = true)
    public Float(float value) {
        this.value = value;
    }

    @Deprecated(since = "9", forRemoval = true)
    public Float(double value) {
        this.value = (float) value;
    }

    @Deprecated(since = "9", forRemoval = true)
    public Float(String s) throws NumberFormatException {
        value = parseFloat(s);
    }

    // ---- text

    public static String toString(float f) {
        return isShortest(f) || !deadwood.internal.Runtime.hasJdk()
                ? shortest(f)
                : jdk.internal.math.FloatingDecimal.toJavaFormatString(f);
    }

    /** The shortest decimal that reads back as the same value. */
    private static native String shortest(float f);

    /** False where a JDK before 19 might print more digits than that. */
    private static native boolean isShortest(float f);

    public static native String toHexString(float f);

    public static Float valueOf(String s) throws NumberFormatException {
        return new Float(parseFloat(s));
    }

    public static Float valueOf(float f) {
        return new Float(f);
    }

    public static native float parseFloat(String s) throws NumberFormatException;

    // ---- the value

    public static boolean isNaN(float v) {
        return v != v;
    }

    public static boolean isInfinite(float v) {
        return v == POSITIVE_INFINITY || v == NEGATIVE_INFINITY;
    }

    public static boolean isFinite(float f) {
        return f - f == 0;
    }

    public boolean isNaN() {
        return isNaN(value);
    }

    public boolean isInfinite() {
        return isInfinite(value);
    }

    public String toString() {
        return toString(value);
    }

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
        return (long) value;
    }

    public float floatValue() {
        return (float) value;
    }

    public double doubleValue() {
        return value;
    }

    public int hashCode() {
        return hashCode(value);
    }

    public static int hashCode(float value) {
        return floatToIntBits(value);
    }

    public static int floatToIntBits(float value) {
        return value != value ? 0x7fc00000 : floatToRawIntBits(value);
    }

    public static native int floatToRawIntBits(float value);

    public static native float intBitsToFloat(int bits);

    public static native float float16ToFloat(short floatBinary16);

    public static native short floatToFloat16(float f);

    /** Equal bits: NaN equals itself, and the two zeros differ. */
    public boolean equals(Object obj) {
        return obj instanceof Float && floatToIntBits(((Float) obj).value) == floatToIntBits(value);
    }

    public int compareTo(Float anotherFloat) {
        return compare(value, anotherFloat.value);
    }

    public static int compare(float f1, float f2) {
        if (f1 < f2) {
            return -1;
        }
        if (f1 > f2) {
            return 1;
        }
        return Integer.compare(floatToIntBits(f1), floatToIntBits(f2));
    }

    public static float sum(float a, float b) {
        return a + b;
    }

    public static float max(float a, float b) {
        return Math.max(a, b);
    }

    public static float min(float a, float b) {
        return Math.min(a, b);
    }

    public Optional<Float> describeConstable() {
        return Optional.of(this);
    }

    public Float resolveConstantDesc(MethodHandles.Lookup lookup) {
        return this;
    }
}
