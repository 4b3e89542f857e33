// Double.toString and Float.toString over many magnitudes.
package boxes;

import static java.lang.System.out;

class DoubleToString {
    public static void main(String[] args) {
        double[] ds = {0, -0.0, 1, 10, 100, 1e3, 123456, 1e6, 9999999, 1e7, 12345678, 1e8, 0.1, 0.01, 0.001, 0.0001, 1e-5, 0.00123, 1.0 / 3, 2.0 / 3, Math.PI, Math.E, 100.5, 1e15, 1e16, 1e17, 123456789012345678.0, 9007199254740991.0, 9007199254740993.0, 4.35, 0.3, 0.1 + 0.2, 1.1 * 1.1, 5e-324, 4.9e-324, 2.2250738585072014E-308, 1.7976931348623157E308, 1e22, 1e23, 1e21, 2e-3, 1.0E-3, 9.999e-4, 8.41E21, 2.0E-10, 1.2345E-7, 123.456, 1e100, 1.5e300, 6.02214076e23, 1.6e-19, 299792458, 0.5, 0.25, 0.125, 1024, 65536, 4294967296.0, 1e-300, 33554432.5};
        for (double d : ds) out.println(d + " " + -d + " " + (float) d + " " + Double.toHexString(d));
        long s = 12345;
        for (int i = 0; i < 60; i++) {
            s = s * 6364136223846793005L + 1442695040888963407L;
            double d = Double.longBitsToDouble(s);
            float f = Float.intBitsToFloat((int) (s >>> 32));
            out.println(d + " " + f + " " + (s >> 20) / 1000.0 + " " + (s >> 40) / 100f);
        }
        for (int e = -20; e <= 20; e++) out.print(Math.pow(10, e) + " " + 3 * Math.pow(2, e) + " ");
        out.println();
        for (int e = -1074; e < 1024; e += 61) out.print(Math.scalb(1.0, e) + " ");
        out.println();
        for (int e = -149; e < 128; e += 13) out.print(Math.scalb(1f, e) + " ");
        out.println();
        out.println(Double.NaN + " " + Double.POSITIVE_INFINITY + " " + Double.NEGATIVE_INFINITY + " " + Float.NaN + " " + Float.NEGATIVE_INFINITY + " " + Float.MAX_VALUE + " " + Float.MIN_VALUE + " " + Float.MIN_NORMAL);
    }
}
