/** The sieve of Eratosthenes on a boolean array: array stores with a stride. */
public class Sieve {
  private static int countPrimes(int limit) {
    boolean[] composite = new boolean[limit + 1];
    int count = 0;
    for (int i = 2; i <= limit; i++) {
      if (composite[i]) continue;
      count++;
      if ((long) i * i > limit) continue;
      for (int j = i * i; j <= limit; j += i) composite[j] = true;
    }
    return count;
  }

  public static void main(String[] args) {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 17;
    int checksum = 0;
    for (int round = 0; round < rounds; round++) {
      checksum = checksum * 31 + countPrimes(200_000 + 1_000 * round);
    }
    System.out.println("Sieve " + checksum);
  }
}
