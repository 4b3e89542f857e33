import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Asks several shops for their prices at once, and forgets to wait for the answers. */
public class BestPrice {
  static class Offer {
    private final String shop;
    private final int price;

    Offer(String shop, int price) {
      this.shop = shop;
      this.price = price;
    }

    int getPrice() {
      return price;
    }

    String getShop() {
      return shop;
    }
  }

  private volatile Offer best;

  private static Offer ask(String shop) {
    return new Offer(shop, shop.length() * 10);
  }

  private synchronized void consider(Offer offer) {
    if (best == null || offer.getPrice() < best.getPrice()) {
      best = offer;
    }
  }

  Offer find(List<String> shops) {
    List<CompletableFuture<Void>> answers = new ArrayList<>();
    for (String shop : shops) {
      answers.add(CompletableFuture.supplyAsync(() -> ask(shop)).thenAccept(this::consider));
    }
    CompletableFuture.allOf(answers.toArray(new CompletableFuture[0]));
    return best;
  }

  public static void main(String[] args) {
    Offer offer = new BestPrice().find(List.of("corner", "market"));
    System.out.println(offer.getShop() + ": " + offer.getPrice());
  }
}
