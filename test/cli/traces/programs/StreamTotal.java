import java.util.stream.IntStream;

/** Adds up prices in a parallel stream, in a field of its own instead of with sum(). */
public class StreamTotal {
  private int total;

  private static int price(int item) {
    return item * 100;
  }

  private void add(int item) {
    total += price(item);
  }

  public static void main(String[] args) {
    StreamTotal bill = new StreamTotal();
    IntStream.rangeClosed(1, 2).parallel().forEach(bill::add);
    assert bill.total == 300 : "the bill is " + bill.total;
  }
}
