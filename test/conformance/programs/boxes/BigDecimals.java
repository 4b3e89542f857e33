// BigDecimal: scale, rounding modes, comparison against equality, strings.
package boxes;

import static java.lang.System.out;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

class BigDecimals {
    static BigDecimal d(String s) {
        return new BigDecimal(s);
    }

    public static void main(String[] args) {
        String[] all = {"0", "0.00", "1", "-1.5", "2.50", "1E+5", "1E-7", "123.456", "-0.001", "9.995", "12345678901234567890.123456789"};
        for (String a : all) {
            BigDecimal x = d(a);
            StringBuilder s = new StringBuilder();
            for (String b : all) {
                BigDecimal y = d(b);
                s.append(x.add(y)).append(',').append(x.subtract(y)).append(',').append(x.multiply(y)).append(',').append(x.compareTo(y)).append(',').append(x.equals(y)).append(',');
                if (y.signum() != 0) s.append(x.divide(y, 5, RoundingMode.HALF_EVEN)).append(',').append(x.remainder(y)).append(',').append(x.divideToIntegralValue(y));
                s.append(' ');
            }
            out.println(s);
            out.println(x + " " + x.scale() + " " + x.precision() + " " + x.unscaledValue() + " " + x.toPlainString() + " " + x.toEngineeringString() + " " + x.stripTrailingZeros() + " " + x.negate() + " " + x.hashCode() + " " + x.intValue() + " " + x.doubleValue() + " " + x.movePointLeft(2) + " " + x.movePointRight(2) + " " + x.round(new MathContext(3)) + " " + x.pow(2) + " " + x.abs().ulp());
        }
        for (RoundingMode m : RoundingMode.values()) {
            if (m == RoundingMode.UNNECESSARY) continue;
            out.print(m + ":");
            for (String s : new String[] {"5.5", "2.5", "1.6", "1.1", "1.0", "-1.1", "-2.5", "-5.5"}) out.print(" " + d(s).setScale(0, m));
            out.println();
        }
        try {
            d("1").divide(d("3"));
        } catch (ArithmeticException e) {
            out.println(e.getMessage());
        }
        try {
            d("1.5").setScale(0);
        } catch (ArithmeticException e) {
            out.println(e.getMessage());
        }
        try {
            d("1").divide(BigDecimal.ZERO);
        } catch (ArithmeticException e) {
            out.println(e.getMessage());
        }
        out.println(d("1").divide(d("8")) + " " + d("1").divide(d("3"), MathContext.DECIMAL32) + " " + new BigDecimal(0.1) + " " + BigDecimal.valueOf(0.1) + " " + BigDecimal.valueOf(5, 2) + " " + d("2").sqrt(new MathContext(20)) + " " + BigDecimal.TEN.max(d("3")) + " " + new BigDecimal(1 << 20).divide(d("7"), MathContext.DECIMAL64));
    }
}
