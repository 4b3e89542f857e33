// BigInteger arithmetic, bits, radix, modular and number-theoretic functions.
package boxes;

import static java.lang.System.out;
import java.math.BigInteger;

class BigIntegers {
    static BigInteger b(String s) {
        return new BigInteger(s);
    }

    public static void main(String[] args) {
        BigInteger[] all = {BigInteger.ZERO, BigInteger.ONE, BigInteger.TEN, b("-1"), b("123456789012345678901234567890"), b("-98765432109876543210"), BigInteger.TWO.pow(128), b("4294967296"), b("-2147483648")};
        for (BigInteger x : all) {
            StringBuilder s = new StringBuilder();
            for (BigInteger y : all) {
                s.append(x.add(y)).append(',').append(x.subtract(y)).append(',').append(x.multiply(y)).append(',');
                if (y.signum() != 0) s.append(x.divide(y)).append(',').append(x.remainder(y)).append(',');
                if (y.signum() > 0) s.append(x.mod(y)).append(',');
                s.append(x.compareTo(y)).append(',').append(x.gcd(y)).append(',').append(x.and(y)).append(',').append(x.or(y)).append(',').append(x.xor(y)).append(' ');
            }
            out.println(s);
            out.println(x.negate() + " " + x.abs() + " " + x.not() + " " + x.bitLength() + " " + x.bitCount() + " " + x.getLowestSetBit() + " " + x.shiftLeft(70) + " " + x.shiftRight(5) + " " + x.toString(16) + " " + x.toString(36) + " " + x.hashCode() + " " + x.intValue() + " " + x.longValue() + " " + x.doubleValue() + " " + x.floatValue() + " " + x.signum() + " " + x.testBit(3) + " " + x.toByteArray().length);
        }
        out.println(b("3").modPow(b("200"), b("1000007")) + " " + b("3").modInverse(b("11")) + " " + b("97").isProbablePrime(20) + " " + b("91").isProbablePrime(20) + " " + b("1000000").sqrt() + " " + b("7").pow(77) + " " + b("14").nextProbablePrime());
        BigInteger f = BigInteger.ONE;
        for (int i = 2; i <= 60; i++) f = f.multiply(BigInteger.valueOf(i));
        out.println(f + " " + f.bitLength());
        out.println(b("+5") + " " + new BigInteger("-ff", 16) + " " + BigInteger.valueOf(Long.MIN_VALUE).abs() + " " + b("10").equals(BigInteger.TEN) + " " + b("5").max(b("9")) + " " + b("8").setBit(0).flipBit(3).clearBit(9) + " " + java.util.Arrays.toString(b("100").divideAndRemainder(b("7"))));
        for (String s : new String[] {"", "x", "1-2"}) {
            try {
                b(s);
            } catch (NumberFormatException e) {
                out.println(e.getMessage());
            }
        }
        try {
            b("1").divide(BigInteger.ZERO);
        } catch (ArithmeticException e) {
            out.println(e.getMessage());
        }
        try {
            b("9223372036854775808").longValueExact();
        } catch (ArithmeticException e) {
            out.println(e.getMessage());
        }
    }
}
