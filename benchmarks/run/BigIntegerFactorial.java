import java.math.BigInteger;

/** Factorials with java.math.BigInteger, then divisions back down, a modPow and a decimal string: long arithmetic. */
public class BigIntegerFactorial {
  private static BigInteger factorial(int n) {
    BigInteger product = BigInteger.ONE;
    for (int i = 2; i <= n; i++) product = product.multiply(BigInteger.valueOf(i));
    return product;
  }

  public static void main(String[] args) {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
    int checksum = 0;
    for (int round = 0; round < rounds; round++) {
      int n = 600 + round;
      BigInteger whole = factorial(n);
      BigInteger square = whole.multiply(whole);
      BigInteger rest = square.divide(factorial(n - 10));
      BigInteger power = BigInteger.valueOf(3 + round).modPow(BigInteger.valueOf(65_537), whole.add(BigInteger.ONE));
      checksum = checksum * 31 + rest.hashCode() + power.hashCode() + whole.toString().hashCode();
      checksum += whole.gcd(factorial(n / 2)).bitLength();
    }
    System.out.println("BigIntegerFactorial " + checksum);
  }
}
