/** Doubly recursive Fibonacci: the cost of a static call and a return. */
public class Fib {
  private static int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
  }

  public static void main(String[] args) {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 90;
    int checksum = 0;
    for (int round = 0; round < rounds; round++) checksum = checksum * 7 + fib(23 + (round & 1));
    System.out.println("Fib " + checksum);
  }
}
