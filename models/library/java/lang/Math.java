package java.lang;

/**
 * Mathematics. The functions that HotSpot does in its own way are correctly
 * rounded here, which nearly always is the same; the others are StrictMath's.
 */
public final class Math {
    public static final double E = 2.718281828459045;
    public static final double PI = 3.141592653589793;
    public static final double TAU = 2.0 * PI;

    private static final double DEGREES_TO_RADIANS = 0.017453292519943295;
    private static final double RADIANS_TO_DEGREES = 57.29577951308232;

    private Math() {}

    // ---- functions

    public static native double sin(double a);

    public static native double cos(double a);

    public static native double tan(double a);

    public static double asin(double a) {
        return StrictMath.asin(a);
    }

    public static double acos(double a) {
        return StrictMath.acos(a);
    }

    public static double atan(double a) {
        return StrictMath.atan(a);
    }

    public static double toRadians(double angdeg) {
        return angdeg * DEGREES_TO_RADIANS;
    }

    public static double toDegrees(double angrad) {
        return angrad * RADIANS_TO_DEGREES;
    }

    public static native double exp(double a);

    public static native double log(double a);

    public static native double log10(double a);

    public static native double sqrt(double a);

    public static double cbrt(double a) {
        return StrictMath.cbrt(a);
    }

    public static native double IEEEremainder(double f1, double f2);

    public static native double ceil(double a);

    public static native double floor(double a);

    public static native double rint(double a);

    public static double atan2(double y, double x) {
        return StrictMath.atan2(y, x);
    }

    public static native double pow(double a, double b);

    public static native int round(float a);

    public static native long round(double a);

    /** Kept in this class, as in the JDK: the generator behind `random` is made when it is first asked for. */
    private static final class RandomNumberGeneratorHolder {
        static final java.util.Random randomNumberGenerator = new java.util.Random();
    }

    public static double random() {
        return RandomNumberGeneratorHolder.randomNumberGenerator.nextDouble();
    }

    public static double sinh(double x) {
        return StrictMath.sinh(x);
    }

    public static double cosh(double x) {
        return StrictMath.cosh(x);
    }

    public static double tanh(double x) {
        return StrictMath.tanh(x);
    }

    public static double hypot(double x, double y) {
        return StrictMath.hypot(x, y);
    }

    public static double expm1(double x) {
        return StrictMath.expm1(x);
    }

    public static double log1p(double x) {
        return StrictMath.log1p(x);
    }

    // ---- whole numbers, with overflow an error

    public static int addExact(int x, int y) {
        int r = x + y;
        if (((x ^ r) & (y ^ r)) < 0) {
            throw new ArithmeticException("integer overflow");
        }
        return r;
    }

    public static long addExact(long x, long y) {
        long r = x + y;
        if (((x ^ r) & (y ^ r)) < 0) {
            throw new ArithmeticException("long overflow");
        }
        return r;
    }

    public static int subtractExact(int x, int y) {
        int r = x - y;
        if (((x ^ y) & (x ^ r)) < 0) {
            throw new ArithmeticException("integer overflow");
        }
        return r;
    }

    public static long subtractExact(long x, long y) {
        long r = x - y;
        if (((x ^ y) & (x ^ r)) < 0) {
            throw new ArithmeticException("long overflow");
        }
        return r;
    }

    public static int multiplyExact(int x, int y) {
        long r = (long) x * y;
        if ((int) r != r) {
            throw new ArithmeticException("integer overflow");
        }
        return (int) r;
    }

    public static long multiplyExact(long x, int y) {
        return multiplyExact(x, (long) y);
    }

    public static long multiplyExact(long x, long y) {
        long r = x * y;
        if (multiplyHigh(x, y) != r >> 63) {
            throw new ArithmeticException("long overflow");
        }
        return r;
    }

    public static int divideExact(int x, int y) {
        if (x == Integer.MIN_VALUE && y == -1) {
            throw new ArithmeticException("integer overflow");
        }
        return x / y;
    }

    public static long divideExact(long x, long y) {
        if (x == Long.MIN_VALUE && y == -1) {
            throw new ArithmeticException("long overflow");
        }
        return x / y;
    }

    public static int floorDivExact(int x, int y) {
        return divideExact(x, y) - (floorMod(x, y) != 0 && (x ^ y) < 0 ? 1 : 0);
    }

    public static long floorDivExact(long x, long y) {
        return divideExact(x, y) - (floorMod(x, y) != 0 && (x ^ y) < 0 ? 1 : 0);
    }

    public static int ceilDivExact(int x, int y) {
        return divideExact(x, y) + (floorMod(x, y) != 0 && (x ^ y) >= 0 ? 1 : 0);
    }

    public static long ceilDivExact(long x, long y) {
        return divideExact(x, y) + (floorMod(x, y) != 0 && (x ^ y) >= 0 ? 1 : 0);
    }

    public static int incrementExact(int a) {
        if (a == Integer.MAX_VALUE) {
            throw new ArithmeticException("integer overflow");
        }
        return a + 1;
    }

    public static long incrementExact(long a) {
        if (a == Long.MAX_VALUE) {
            throw new ArithmeticException("long overflow");
        }
        return a + 1;
    }

    public static int decrementExact(int a) {
        if (a == Integer.MIN_VALUE) {
            throw new ArithmeticException("integer overflow");
        }
        return a - 1;
    }

    public static long decrementExact(long a) {
        if (a == Long.MIN_VALUE) {
            throw new ArithmeticException("long overflow");
        }
        return a - 1;
    }

    public static int negateExact(int a) {
        if (a == Integer.MIN_VALUE) {
            throw new ArithmeticException("integer overflow");
        }
        return -a;
    }

    public static long negateExact(long a) {
        if (a == Long.MIN_VALUE) {
            throw new ArithmeticException("long overflow");
        }
        return -a;
    }

    public static int toIntExact(long value) {
        if ((int) value != value) {
            throw new ArithmeticException("integer overflow");
        }
        return (int) value;
    }

    public static int absExact(int a) {
        if (a == Integer.MIN_VALUE) {
            throw new ArithmeticException("Overflow to represent absolute value of Integer.MIN_VALUE");
        }
        return abs(a);
    }

    public static long absExact(long a) {
        if (a == Long.MIN_VALUE) {
            throw new ArithmeticException("Overflow to represent absolute value of Long.MIN_VALUE");
        }
        return abs(a);
    }

    public static int unsignedMultiplyExact(int x, int y) {
        long r = (x & 0xffffffffL) * (y & 0xffffffffL);
        if (r >>> 32 != 0) {
            throw new ArithmeticException("unsigned integer overflow");
        }
        return (int) r;
    }

    public static long unsignedMultiplyExact(long x, int y) {
        return unsignedMultiplyExact(x, y & 0xffffffffL);
    }

    public static long unsignedMultiplyExact(long x, long y) {
        if (unsignedMultiplyHigh(x, y) != 0) {
            throw new ArithmeticException("unsigned long overflow");
        }
        return x * y;
    }

    public static int powExact(int x, int n) {
        long r = 1;
        if (negativePower(n) || x == 0 || x == 1 || x == -1) {
            return smallPower(x, n);
        }
        for (; n > 0; n--) {
            r = multiplyExact((int) r, x);
        }
        return (int) r;
    }

    public static long powExact(long x, int n) {
        if (negativePower(n) || x == 0 || x == 1 || x == -1) {
            return smallPower((int) x, n);
        }
        long r = 1;
        for (; n > 0; n--) {
            r = multiplyExact(r, x);
        }
        return r;
    }

    public static int unsignedPowExact(int x, int n) {
        if (negativePower(n) || x == 0 || x == 1) {
            return smallPower(x, n);
        }
        int r = 1;
        for (; n > 0; n--) {
            r = unsignedMultiplyExact(r, x);
        }
        return r;
    }

    public static long unsignedPowExact(long x, int n) {
        if (negativePower(n) || x == 0 || x == 1) {
            return smallPower((int) x, n);
        }
        long r = 1;
        for (; n > 0; n--) {
            r = unsignedMultiplyExact(r, x);
        }
        return r;
    }

    private static boolean negativePower(int n) {
        if (n < 0) {
            throw new ArithmeticException("negative exponent");
        }
        return false;
    }

    /** Powers of 0, 1 and -1, where any exponent is allowed. */
    private static int smallPower(int x, int n) {
        return n == 0 ? 1 : x == -1 && (n & 1) == 0 ? 1 : x;
    }

    public static long multiplyFull(int x, int y) {
        return (long) x * y;
    }

    public static native long multiplyHigh(long x, long y);

    public static long unsignedMultiplyHigh(long x, long y) {
        return multiplyHigh(x, y) + (x >> 63 & y) + (y >> 63 & x);
    }

    public static int floorDiv(int x, int y) {
        int q = x / y;
        return (x ^ y) < 0 && q * y != x ? q - 1 : q;
    }

    public static long floorDiv(long x, int y) {
        return floorDiv(x, (long) y);
    }

    public static long floorDiv(long x, long y) {
        long q = x / y;
        return (x ^ y) < 0 && q * y != x ? q - 1 : q;
    }

    public static int floorMod(int x, int y) {
        int r = x % y;
        return (r ^ y) < 0 && r != 0 ? r + y : r;
    }

    public static int floorMod(long x, int y) {
        return (int) floorMod(x, (long) y);
    }

    public static long floorMod(long x, long y) {
        long r = x % y;
        return (r ^ y) < 0 && r != 0 ? r + y : r;
    }

    public static int ceilDiv(int x, int y) {
        int q = x / y;
        return (x ^ y) >= 0 && q * y != x ? q + 1 : q;
    }

    public static long ceilDiv(long x, int y) {
        return ceilDiv(x, (long) y);
    }

    public static long ceilDiv(long x, long y) {
        long q = x / y;
        return (x ^ y) >= 0 && q * y != x ? q + 1 : q;
    }

    public static int ceilMod(int x, int y) {
        int r = x % y;
        return (r ^ y) >= 0 && r != 0 ? r - y : r;
    }

    public static int ceilMod(long x, int y) {
        return (int) ceilMod(x, (long) y);
    }

    public static long ceilMod(long x, long y) {
        long r = x % y;
        return (r ^ y) >= 0 && r != 0 ? r - y : r;
    }

    // ---- comparing

    public static int abs(int a) {
        return a < 0 ? -a : a;
    }

    public static long abs(long a) {
        return a < 0 ? -a : a;
    }

    public static float abs(float a) {
        return Float.intBitsToFloat(Float.floatToRawIntBits(a) & 0x7fffffff);
    }

    public static double abs(double a) {
        return Double.longBitsToDouble(Double.doubleToRawLongBits(a) & 0x7fffffffffffffffL);
    }

    public static int max(int a, int b) {
        return a >= b ? a : b;
    }

    public static long max(long a, long b) {
        return a >= b ? a : b;
    }

    public static native float max(float a, float b);

    public static native double max(double a, double b);

    public static int min(int a, int b) {
        return a <= b ? a : b;
    }

    public static long min(long a, long b) {
        return a <= b ? a : b;
    }

    public static native float min(float a, float b);

    public static native double min(double a, double b);

    public static int clamp(long value, int min, int max) {
        if (min > max) {
            throw new IllegalArgumentException(min + " > " + max);
        }
        return (int) min(max, max(value, min));
    }

    public static long clamp(long value, long min, long max) {
        if (min > max) {
            throw new IllegalArgumentException(min + " > " + max);
        }
        return min(max, max(value, min));
    }

    public static double clamp(double value, double min, double max) {
        if (!(min < max)) {
            if (min != min) {
                throw new IllegalArgumentException("min is NaN");
            }
            if (max != max) {
                throw new IllegalArgumentException("max is NaN");
            }
            if (Double.compare(min, max) > 0) {
                throw new IllegalArgumentException(min + " > " + max);
            }
        }
        return min(max, max(value, min));
    }

    public static float clamp(float value, float min, float max) {
        if (!(min < max)) {
            if (min != min) {
                throw new IllegalArgumentException("min is NaN");
            }
            if (max != max) {
                throw new IllegalArgumentException("max is NaN");
            }
            if (Float.compare(min, max) > 0) {
                throw new IllegalArgumentException(min + " > " + max);
            }
        }
        return min(max, max(value, min));
    }

    // ---- the bits of floating-point numbers

    public static native double fma(double a, double b, double c);

    public static native float fma(float a, float b, float c);

    public static double ulp(double d) {
        double magnitude = abs(d);
        if (magnitude != magnitude || magnitude == Double.POSITIVE_INFINITY) {
            return magnitude;
        }
        int exponent = max(getExponent(d), Double.MIN_EXPONENT) - 52;
        return powerOfTwoOrLess(exponent);
    }

    public static float ulp(float f) {
        float magnitude = abs(f);
        if (magnitude != magnitude || magnitude == Float.POSITIVE_INFINITY) {
            return magnitude;
        }
        int exponent = max(getExponent(f), Float.MIN_EXPONENT) - 23;
        return (float) powerOfTwoOrLess(exponent);
    }

    /** 2 to a power that may lie among the subnormal numbers. */
    private static double powerOfTwoOrLess(int n) {
        return n >= Double.MIN_EXPONENT
                ? powerOfTwoD(n)
                : Double.longBitsToDouble(1L << n - (Double.MIN_EXPONENT - 52));
    }

    public static double signum(double d) {
        return d == 0.0 || d != d ? d : copySign(1.0, d);
    }

    public static float signum(float f) {
        return f == 0.0f || f != f ? f : copySign(1.0f, f);
    }

    public static double copySign(double magnitude, double sign) {
        return Double.longBitsToDouble(Double.doubleToRawLongBits(sign) & 0x8000000000000000L
                | Double.doubleToRawLongBits(magnitude) & 0x7fffffffffffffffL);
    }

    public static float copySign(float magnitude, float sign) {
        return Float.intBitsToFloat(
                Float.floatToRawIntBits(sign) & 0x80000000 | Float.floatToRawIntBits(magnitude) & 0x7fffffff);
    }

    public static int getExponent(float f) {
        return (Float.floatToRawIntBits(f) >> 23 & 0xff) - 127;
    }

    public static int getExponent(double d) {
        return (int) (Double.doubleToRawLongBits(d) >> 52 & 0x7ff) - 1023;
    }

    public static double nextAfter(double start, double direction) {
        if (start > direction) {
            return nextDown(start);
        }
        if (start < direction) {
            return nextUp(start);
        }
        return start == direction ? direction : start + direction;
    }

    public static float nextAfter(float start, double direction) {
        if (start > direction) {
            return nextDown(start);
        }
        if (start < direction) {
            return nextUp(start);
        }
        return start == direction ? (float) direction : start + (float) direction;
    }

    public static double nextUp(double d) {
        if (!(d < Double.POSITIVE_INFINITY)) {
            return d;
        }
        long bits = Double.doubleToRawLongBits(d + 0.0); // turns the negative zero into the positive one
        return Double.longBitsToDouble(bits >= 0 ? bits + 1 : bits - 1);
    }

    public static float nextUp(float f) {
        if (!(f < Float.POSITIVE_INFINITY)) {
            return f;
        }
        int bits = Float.floatToRawIntBits(f + 0.0f);
        return Float.intBitsToFloat(bits >= 0 ? bits + 1 : bits - 1);
    }

    public static double nextDown(double d) {
        return -nextUp(-d);
    }

    public static float nextDown(float f) {
        return -nextUp(-f);
    }

    public static double scalb(double d, int scaleFactor) {
        if (d == 0.0 || !Double.isFinite(d)) {
            return d;
        }
        // First to a number from 1 to 2, which is exact; then there is one rounding at most.
        if (abs(d) < Double.MIN_NORMAL) {
            d *= 0x1.0p100;
            scaleFactor = max(scaleFactor, -5000) - 100;
        }
        int exponent = getExponent(d);
        long target = (long) exponent + scaleFactor;
        double unit = Double.longBitsToDouble(
                Double.doubleToRawLongBits(d) & 0x800fffffffffffffL | 0x3ff0000000000000L);
        if (target > Double.MAX_EXPONENT) {
            return unit * Double.POSITIVE_INFINITY;
        }
        if (target >= Double.MIN_EXPONENT - 52) {
            return unit * powerOfTwoOrLess((int) target);
        }
        return target == Double.MIN_EXPONENT - 53 ? unit * 0.5 * Double.MIN_VALUE : unit * 0.0;
    }

    public static float scalb(float f, int scaleFactor) {
        // A double holds every product of a float and these powers exactly, so there is one rounding.
        int n = max(min(scaleFactor, 278), -278);
        return (float) (f * powerOfTwoD(n));
    }

    static double powerOfTwoD(int n) {
        return Double.longBitsToDouble((long) n + 1023 << 52);
    }

    static float powerOfTwoF(int n) {
        return Float.intBitsToFloat(n + 127 << 23);
    }
}
