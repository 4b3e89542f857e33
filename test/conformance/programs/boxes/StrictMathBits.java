// Transcendental functions to the last bit, as fdlibm (StrictMath) gives them.
package boxes;

import static java.lang.System.out;

class StrictMathBits {
    public static void main(String[] args) {
        double[] xs = {0.1, 0.5, 1, 1.5, 2, 3, 10, 100.25, 1e5, 1e-3, -0.7, -4.2, 0.999, 1e10, 710, -745};
        for (double x : xs) {
            out.println(x + " " + StrictMath.sin(x) + " " + StrictMath.cos(x) + " " + StrictMath.tan(x) + " " + StrictMath.exp(x) + " " + StrictMath.log(x) + " " + StrictMath.log10(x) + " " + StrictMath.cbrt(x) + " " + StrictMath.atan(x) + " " + StrictMath.asin(x) + " " + StrictMath.acos(x) + " " + StrictMath.sinh(x) + " " + StrictMath.cosh(x) + " " + StrictMath.tanh(x) + " " + StrictMath.expm1(x) + " " + StrictMath.log1p(x) + " " + StrictMath.pow(x, 1.7) + " " + StrictMath.pow(2.3, x) + " " + StrictMath.hypot(x, 2) + " " + StrictMath.atan2(x, 2));
        }
    }
}
