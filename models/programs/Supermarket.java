import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Shows: the cash desks of a supermarket over one stock of goods.
 *
 * <p>Every desk serves its clients one after the other: it scans what is in the basket, adds it up, takes
 * the money and books the goods out of the stock. With "correct" goods are reserved when they are scanned.
 * With "oversell" a desk only looks whether there is something left, and books it out at the end of the
 * sale: two desks may sell the last piece.
 *
 * <p>Arguments: [correct|oversell] [desks] [clients a desk] [goods a client]
 */
public class Supermarket {
  private static final class Product {
    private final String name;
    private final int price;
    private int stock;
    private int reserved;

    Product(String name, int price, int stock) {
      this.name = name;
      this.price = price;
      this.stock = stock;
    }
  }

  /** The store's side: what there is, and what it costs. */
  private static final class Inventory {
    private final Map<Integer, Product> products = new HashMap<>();
    private int income;

    synchronized Product lookUp(int code, boolean reserves) {
      Product product = products.get(code);
      if (product == null) throw new AssertionError("no product " + code);
      if (product.stock - product.reserved <= 0) return null;
      if (reserves) product.reserved++;
      return product;
    }

    synchronized void bookOut(Sale sale, boolean reserved) {
      for (Product product : sale.products) {
        product.stock--;
        if (reserved) product.reserved--;
        if (product.stock < 0) throw new AssertionError("sold more " + product.name + " than there was");
      }
      income += sale.total;
    }
  }

  private static final class Sale {
    private final List<Product> products = new ArrayList<>();
    private final StringBuilder receipt = new StringBuilder();
    private int total;

    void add(Product product) {
      products.add(product);
      total += product.price;
      receipt.append(product.name).append('=').append(product.price).append(' ');
    }
  }

  private static final class CashDesk extends Thread {
    private final Inventory inventory;
    private final int number;
    private final int clients;
    private final int goods;
    private final boolean reserves;
    private int box;
    private int sold;
    private String lastReceipt = "";

    CashDesk(Inventory inventory, int number, int clients, int goods, boolean reserves) {
      this.inventory = inventory;
      this.number = number;
      this.clients = clients;
      this.goods = goods;
      this.reserves = reserves;
    }

    @Override
    public void run() {
      for (int client = 0; client < clients; client++) {
        Sale sale = new Sale();
        for (int i = 0; i < goods; i++) {
          Product product = inventory.lookUp((number + client + i) % PRODUCTS.length, reserves);
          if (product != null) sale.add(product);
        }
        box += sale.total;
        sold += sale.products.size();
        lastReceipt = sale.receipt.toString();
        inventory.bookOut(sale, reserves);
      }
    }
  }

  private static final String[] PRODUCTS = {"bread", "milk", "salt"};

  private static int argument(String[] args, int index, int otherwise) {
    return args.length > index ? Integer.parseInt(args[index]) : otherwise;
  }

  public static void main(String[] args) throws InterruptedException {
    String variant = args.length > 0 ? args[0] : "correct";
    if (!variant.equals("correct") && !variant.equals("oversell")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": correct or oversell");
    }
    CashDesk[] desks = new CashDesk[argument(args, 1, 2)];
    int clients = argument(args, 2, 1);
    int goods = argument(args, 3, 2);
    // Not always enough for all that want some.
    int stock = Math.max(1, desks.length * clients * goods / PRODUCTS.length);

    Inventory inventory = new Inventory();
    for (int code = 0; code < PRODUCTS.length; code++) {
      inventory.products.put(code, new Product(PRODUCTS[code], 2 + code, stock));
    }
    for (int i = 0; i < desks.length; i++) {
      desks[i] = new CashDesk(inventory, i, clients, goods, variant.equals("correct"));
    }
    for (CashDesk desk : desks) desk.start();
    int boxes = 0;
    int sold = 0;
    for (CashDesk desk : desks) {
      desk.join();
      boxes += desk.box;
      sold += desk.sold;
      if (desk.lastReceipt.length() > 8 * goods) throw new AssertionError("the receipt is too long");
    }
    if (boxes != inventory.income) throw new AssertionError("the boxes hold " + boxes);
    int left = 0;
    for (Product product : inventory.products.values()) left += product.stock;
    if (left + sold != PRODUCTS.length * stock) throw new AssertionError(sold + " sold, " + left + " left");
    System.out.println(desks.length + " desks have served " + desks.length * clients + " clients");
  }
}
