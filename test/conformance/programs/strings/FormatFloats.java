// String.format with %f %e %g %a over doubles, floats and BigDecimal.
package strings;

import static java.lang.System.out;
import java.math.BigDecimal;

class FormatFloats {
    static void f(String fmt, Object... args) {
        try {
            out.println(fmt + " -> [" + String.format(fmt, args) + "]");
        } catch (java.util.IllegalFormatException e) {
            out.println(fmt + " -> " + e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        for (double d : new double[] {0, -0.0, 1, -1.5, 3.14159265358979, 0.5, 1.5, 2.5, 0.125, 0.05, 1234567.891, 1e10, 1e-5, 1.0E-10, 123456789012345680.0, 9.995, 0.9999999, 99.9999999, Double.MAX_VALUE / 1e300, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            f("%f|%.0f|%.1f|%.2f|%.10f|%10.3f|%-10.2f|%010.2f|%+.2f|%,.2f|%(.2f|% .1f", d, d, d, d, d, d, d, d, d, d, d, d);
            f("%e|%.0e|%.3E|%12.2e|%g|%.3g|%G", d, d, d, d, d, d, d);
        }
        f("%f %.3f %e", 1.1f, 0.1f, 16777216f);
        f("%s %s", 0.1f, 1e100);
        f("%f %.2f %10.1f %e %s", new BigDecimal("12345678901234567890.123456789"), new BigDecimal("0.005"), new BigDecimal("-1.25"), new BigDecimal("1234.5"), new BigDecimal("1E+5"));
        f("%.15f %.17f %.20f", 0.1, 0.1, 0.1);
        f("%.1f %.1f %.1f %.1f %.1f", 0.25, 0.35, 0.45, 0.55, 0.65);
        f("%.0f %.0f %.0f %.0f", 0.5, 1.5, 2.5, 3.5);
        f("%.2f %.2f %.2f", 1.005, 2.675, 1.115);
        f("%#.0f %#.0e", 3.0, 3.0);
        f("%,f %,.3f", 1e9, 1234.5678);
        f("%a %a", 1.0, -0.1);
        f("%f", 5);
        f("%d", 1.0);
        f("%.2f%%", 45.678);
        f("%5.1f|%-7.2f|%07.1f", 3.14159, 2.71828, -1.5);
    }
}
