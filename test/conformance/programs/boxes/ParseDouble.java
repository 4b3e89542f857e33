// Double.parseDouble and Float.parseFloat: rounding, forms accepted and refused.
package boxes;

import static java.lang.System.out;

class ParseDouble {
    public static void main(String[] args) {
        String[] good = {"0", "-0", "1", "1.", ".5", "1e3", "1E-3", "+1.5", "-2.5e+10", "1d", "1f", "1.0D", " 3.5 ", "\t4\n", "NaN", "-NaN", "Infinity", "-Infinity", "+Infinity", "1e400", "-1e400", "1e-400", "4.9e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "1.7976931348623157e308", "1.7976931348623159e308", "9007199254740993", "9007199254740992.9999999", "0.1", "0.30000000000000004", "123456789012345678901234567890", "0x1p3", "0x1.8p1", "0x.8p-2", "0x1.fffffffffffffp1023", "1e0000000001", "00012.5", "2.2250738585072012e-308", "1.00000017881393432617187499", "1.00000017881393421514957253748434595763683319091796875001", "8.5899343E9", "3.4028236e38", "1.4e-45", "7e-46"};
        for (String s : good) out.println(s.trim() + " -> " + Double.parseDouble(s) + " " + Float.parseFloat(s) + " " + Long.toHexString(Double.doubleToLongBits(Double.parseDouble(s))) + " " + Integer.toHexString(Float.floatToIntBits(Float.parseFloat(s))));
        for (String s : new String[] {"", " ", "abc", "1e", "e5", "1..2", "--1", "0x1", "nan", "infinity", "1,5", "1_000", "1 2", ".", "+", "0x1p", "1L", "\u0661"}) {
            try {
                out.println(Double.parseDouble(s));
            } catch (NumberFormatException e) {
                out.println(e.getMessage());
            }
        }
        try {
            Double.parseDouble(null);
        } catch (NullPointerException e) {
            out.println("null");
        }
        Double a = 1.0, b = 1.0;
        out.println((a == b) + " " + a.equals(b) + " " + a.equals(1) + " " + a.compareTo(2.0) + " " + a.hashCode() + " " + Double.hashCode(-0.0) + " " + Float.hashCode(1.5f) + " " + a.intValue() + " " + a.isNaN() + " " + Double.isInfinite(1 / 0.0) + " " + Double.isFinite(1e308) + " " + Double.compare(0.0, -0.0) + " " + Double.compare(Double.NaN, 1) + " " + Float.compare(-0f, 0f) + " " + Double.max(1, Double.NaN) + " " + Double.sum(0.1, 0.2) + " " + Double.valueOf("2").longValue());
        out.println(Double.MAX_EXPONENT + " " + Double.MIN_EXPONENT + " " + Float.MAX_EXPONENT + " " + Float.SIZE + " " + Double.BYTES + " " + Float.toHexString(0.1f) + " " + Double.toHexString(Double.MIN_VALUE) + " " + Float.valueOf("1e10").intValue() + " " + Float.sum(0.1f, 0.2f));
    }
}
