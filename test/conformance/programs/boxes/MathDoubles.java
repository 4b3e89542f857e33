// Rounding, roots, exponent handling, min/max/abs/signum and exactly specified functions of Math.
package boxes;

import static java.lang.System.out;

class MathDoubles {
    public static void main(String[] args) {
        double[] ds = {0, -0.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0.49999999999999994, 1.4999999, 1e15 + 0.5, 4503599627370497.5, 9007199254740993.0, 1e19, -1e19, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, Double.MAX_VALUE, 3.7, -3.2};
        for (double d : ds) {
            float f = (float) d;
            out.println(d + ": " + Math.round(d) + " " + Math.round(f) + " " + Math.floor(d) + " " + Math.ceil(d) + " " + Math.rint(d) + " " + Math.sqrt(d) + " " + Math.abs(d) + " " + Math.abs(f) + " " + Math.signum(d) + " " + Math.signum(f) + " " + Math.ulp(d) + " " + Math.ulp(f) + " " + Math.getExponent(d) + " " + Math.getExponent(f) + " " + Math.nextUp(d) + " " + Math.nextDown(d) + " " + Math.nextUp(f) + " " + Math.nextAfter(d, 0) + " " + Math.scalb(d, 3) + " " + Math.copySign(1.0, d) + " " + Math.max(d, 0.0) + " " + Math.min(d, -0.0) + " " + Math.max(f, -0f) + " " + Math.fma(d, d, 1.0) + " " + Math.IEEEremainder(d, 2));
        }
        out.println(Math.max(-0.0, 0.0) + " " + Math.min(0.0, -0.0) + " " + Math.max(Double.NaN, 1) + " " + Math.min(1f, Float.NaN) + " " + Math.hypot(3, 4) + " " + Math.cbrt(27) + " " + Math.cbrt(-8));
        double[][] pows = {{2, 10}, {2, -1}, {0, 0}, {0, -1}, {-0.0, -1}, {-0.0, -2}, {-2, 3}, {-2, 0.5}, {Double.NaN, 0}, {1, Double.NaN}, {-1, Double.POSITIVE_INFINITY}, {0.5, Double.POSITIVE_INFINITY}, {4, 0.5}, {10, 308}, {10, 309}, {10, -400}, {Double.NEGATIVE_INFINITY, 3}};
        for (double[] p : pows) out.print(Math.pow(p[0], p[1]) + " ");
        out.println();
        out.println(Math.exp(0) + " " + Math.log(1) + " " + Math.log(0) + " " + Math.log(-1) + " " + Math.log10(1000) + " " + Math.log10(0) + " " + Math.exp(Double.NEGATIVE_INFINITY) + " " + Math.sin(0) + " " + Math.cos(0) + " " + Math.tan(-0.0) + " " + Math.asin(2) + " " + Math.acos(1) + " " + Math.atan(0) + " " + Math.atan2(0, -0.0) + " " + Math.atan2(-0.0, 1) + " " + Math.sinh(0) + " " + Math.cosh(0) + " " + Math.tanh(Double.POSITIVE_INFINITY) + " " + Math.expm1(0) + " " + Math.log1p(-1) + " " + Math.sin(Double.POSITIVE_INFINITY));
        out.println(Math.toRadians(180) + " " + Math.toDegrees(Math.PI) + " " + Math.PI + " " + Math.E + " " + StrictMath.sqrt(2) + " " + Math.sqrt(-1) + " " + Math.floorMod(-7, 3) + " " + (-7 % 3));
        for (int i = 1; i <= 12; i++) out.printf("%.10f %.10f %.10f %.10f %.10f %.10f %.10f%n", Math.sin(i), Math.cos(i * 10.5), Math.tan(i / 3.0), Math.exp(i / 2.0), Math.log(i), Math.pow(i, 1.5), Math.atan2(i, 3));
    }
}
