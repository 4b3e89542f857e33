package java.lang;

/**
 * The functions of fdlibm, bit for bit. Some are the machine's; those it cannot
 * vouch for come from the JDK's own translation of fdlibm when there is a JDK.
 */
public final class StrictMath {
    public static final double E = Math.E;
    public static final double PI = Math.PI;
    public static final double TAU = Math.TAU;

    private StrictMath() {}

    public static native double sin(double a);

    public static native double cos(double a);

    public static native double tan(double a);

    public static native double asin(double a);

    public static native double acos(double a);

    public static native double atan(double a);

    public static double toRadians(double angdeg) {
        return Math.toRadians(angdeg);
    }

    public static double toDegrees(double angrad) {
        return Math.toDegrees(angrad);
    }

    public static double exp(double a) {
        return deadwood.internal.Runtime.hasJdk() ? FdLibm.Exp.compute(a) : expApproximately(a);
    }

    private static native double expApproximately(double a);

    public static native double log(double a);

    public static native double log10(double a);

    public static double sqrt(double a) {
        return Math.sqrt(a);
    }

    public static double cbrt(double a) {
        return deadwood.internal.Runtime.hasJdk() ? FdLibm.Cbrt.compute(a) : cbrtApproximately(a);
    }

    private static native double cbrtApproximately(double a);

    public static double IEEEremainder(double f1, double f2) {
        return Math.IEEEremainder(f1, f2);
    }

    public static double ceil(double a) {
        return Math.ceil(a);
    }

    public static double floor(double a) {
        return Math.floor(a);
    }

    public static double rint(double a) {
        return Math.rint(a);
    }

    public static native double atan2(double y, double x);

    public static double pow(double a, double b) {
        return deadwood.internal.Runtime.hasJdk() ? FdLibm.Pow.compute(a, b) : powApproximately(a, b);
    }

    private static native double powApproximately(double a, double b);

    public static int round(float a) {
        return Math.round(a);
    }

    public static long round(double a) {
        return Math.round(a);
    }

    public static double random() {
        return Math.random();
    }

    public static native double sinh(double x);

    public static double cosh(double x) {
        double a = Math.abs(x);
        if (a < 0.34657359027997264) {
            // Below half of ln 2: expm1 keeps the digits that exp would lose.
            double t = expm1(a);
            double w = 1.0 + t;
            return a < 0x1.0p-55 ? w : 1.0 + t * t / (w + w);
        }
        if (a < 22.0) {
            double t = exp(a);
            return 0.5 * t + 0.5 / t;
        }
        if (a < 709.782712893384) {
            return 0.5 * exp(a);
        }
        if (a <= 710.4758600739439) {
            double w = exp(0.5 * a);
            return 0.5 * w * w;
        }
        return a * Double.MAX_VALUE; // infinite, or NaN
    }

    public static double tanh(double x) {
        double a = Math.abs(x);
        if (a != a || a < 0x1.0p-55) {
            return x * (1.0 + x);
        }
        double z;
        if (a < 1.0) {
            double t = expm1(-2.0 * a);
            z = -t / (t + 2.0);
        } else if (a < 22.0) {
            z = 1.0 - 2.0 / (expm1(2.0 * a) + 2.0);
        } else {
            z = 1.0;
        }
        return x < 0.0 ? -z : z;
    }

    public static double hypot(double x, double y) {
        return deadwood.internal.Runtime.hasJdk() ? FdLibm.Hypot.compute(x, y) : hypotApproximately(x, y);
    }

    private static native double hypotApproximately(double x, double y);

    public static native double expm1(double x);

    public static native double log1p(double x);

    public static int addExact(int x, int y) {
        return Math.addExact(x, y);
    }

    public static long addExact(long x, long y) {
        return Math.addExact(x, y);
    }

    public static int subtractExact(int x, int y) {
        return Math.subtractExact(x, y);
    }

    public static long subtractExact(long x, long y) {
        return Math.subtractExact(x, y);
    }

    public static int multiplyExact(int x, int y) {
        return Math.multiplyExact(x, y);
    }

    public static long multiplyExact(long x, int y) {
        return Math.multiplyExact(x, y);
    }

    public static long multiplyExact(long x, long y) {
        return Math.multiplyExact(x, y);
    }

    public static int divideExact(int x, int y) {
        return Math.divideExact(x, y);
    }

    public static long divideExact(long x, long y) {
        return Math.divideExact(x, y);
    }

    public static int floorDivExact(int x, int y) {
        return Math.floorDivExact(x, y);
    }

    public static long floorDivExact(long x, long y) {
        return Math.floorDivExact(x, y);
    }

    public static int ceilDivExact(int x, int y) {
        return Math.ceilDivExact(x, y);
    }

    public static long ceilDivExact(long x, long y) {
        return Math.ceilDivExact(x, y);
    }

    public static int incrementExact(int a) {
        return Math.incrementExact(a);
    }

    public static long incrementExact(long a) {
        return Math.incrementExact(a);
    }

    public static int decrementExact(int a) {
        return Math.decrementExact(a);
    }

    public static long decrementExact(long a) {
        return Math.decrementExact(a);
    }

    public static int negateExact(int a) {
        return Math.negateExact(a);
    }

    public static long negateExact(long a) {
        return Math.negateExact(a);
    }

    public static int toIntExact(long value) {
        return Math.toIntExact(value);
    }

    public static int absExact(int a) {
        return Math.absExact(a);
    }

    public static long absExact(long a) {
        return Math.absExact(a);
    }

    public static int unsignedMultiplyExact(int x, int y) {
        return Math.unsignedMultiplyExact(x, y);
    }

    public static long unsignedMultiplyExact(long x, int y) {
        return Math.unsignedMultiplyExact(x, y);
    }

    public static long unsignedMultiplyExact(long x, long y) {
        return Math.unsignedMultiplyExact(x, y);
    }

    public static int powExact(int x, int n) {
        return Math.powExact(x, n);
    }

    public static long powExact(long x, int n) {
        return Math.powExact(x, n);
    }

    public static int unsignedPowExact(int x, int n) {
        return Math.unsignedPowExact(x, n);
    }

    public static long unsignedPowExact(long x, int n) {
        return Math.unsignedPowExact(x, n);
    }

    public static long multiplyFull(int x, int y) {
        return Math.multiplyFull(x, y);
    }

    public static long multiplyHigh(long x, long y) {
        return Math.multiplyHigh(x, y);
    }

    public static long unsignedMultiplyHigh(long x, long y) {
        return Math.unsignedMultiplyHigh(x, y);
    }

    public static int floorDiv(int x, int y) {
        return Math.floorDiv(x, y);
    }

    public static long floorDiv(long x, int y) {
        return Math.floorDiv(x, y);
    }

    public static long floorDiv(long x, long y) {
        return Math.floorDiv(x, y);
    }

    public static int floorMod(int x, int y) {
        return Math.floorMod(x, y);
    }

    public static int floorMod(long x, int y) {
        return Math.floorMod(x, y);
    }

    public static long floorMod(long x, long y) {
        return Math.floorMod(x, y);
    }

    public static int ceilDiv(int x, int y) {
        return Math.ceilDiv(x, y);
    }

    public static long ceilDiv(long x, int y) {
        return Math.ceilDiv(x, y);
    }

    public static long ceilDiv(long x, long y) {
        return Math.ceilDiv(x, y);
    }

    public static int ceilMod(int x, int y) {
        return Math.ceilMod(x, y);
    }

    public static int ceilMod(long x, int y) {
        return Math.ceilMod(x, y);
    }

    public static long ceilMod(long x, long y) {
        return Math.ceilMod(x, y);
    }

    public static int abs(int a) {
        return Math.abs(a);
    }

    public static long abs(long a) {
        return Math.abs(a);
    }

    public static float abs(float a) {
        return Math.abs(a);
    }

    public static double abs(double a) {
        return Math.abs(a);
    }

    public static int max(int a, int b) {
        return Math.max(a, b);
    }

    public static long max(long a, long b) {
        return Math.max(a, b);
    }

    public static float max(float a, float b) {
        return Math.max(a, b);
    }

    public static double max(double a, double b) {
        return Math.max(a, b);
    }

    public static int min(int a, int b) {
        return Math.min(a, b);
    }

    public static long min(long a, long b) {
        return Math.min(a, b);
    }

    public static float min(float a, float b) {
        return Math.min(a, b);
    }

    public static double min(double a, double b) {
        return Math.min(a, b);
    }

    public static int clamp(long value, int min, int max) {
        return Math.clamp(value, min, max);
    }

    public static long clamp(long value, long min, long max) {
        return Math.clamp(value, min, max);
    }

    public static double clamp(double value, double min, double max) {
        return Math.clamp(value, min, max);
    }

    public static float clamp(float value, float min, float max) {
        return Math.clamp(value, min, max);
    }

    public static double fma(double a, double b, double c) {
        return Math.fma(a, b, c);
    }

    public static float fma(float a, float b, float c) {
        return Math.fma(a, b, c);
    }

    public static double ulp(double d) {
        return Math.ulp(d);
    }

    public static float ulp(float f) {
        return Math.ulp(f);
    }

    public static double signum(double d) {
        return Math.signum(d);
    }

    public static float signum(float f) {
        return Math.signum(f);
    }

    public static double copySign(double magnitude, double sign) {
        return Math.copySign(magnitude, sign);
    }

    public static float copySign(float magnitude, float sign) {
        return Math.copySign(magnitude, sign);
    }

    public static int getExponent(float f) {
        return Math.getExponent(f);
    }

    public static int getExponent(double d) {
        return Math.getExponent(d);
    }

    public static double nextAfter(double start, double direction) {
        return Math.nextAfter(start, direction);
    }

    public static float nextAfter(float start, double direction) {
        return Math.nextAfter(start, direction);
    }

    public static double nextUp(double d) {
        return Math.nextUp(d);
    }

    public static float nextUp(float f) {
        return Math.nextUp(f);
    }

    public static double nextDown(double d) {
        return Math.nextDown(d);
    }

    public static float nextDown(float f) {
        return Math.nextDown(f);
    }

    public static double scalb(double d, int scaleFactor) {
        return Math.scalb(d, scaleFactor);
    }

    public static float scalb(float f, int scaleFactor) {
        return Math.scalb(f, scaleFactor);
    }
}
