/**
 * Shows: the accounts of a warehouse that several terminals work on: orders, payments, deliveries.
 *
 * <p>An order takes goods from the stock and owes money, a payment pays what is owed, a delivery sends the
 * oldest order. At the end stock, debts and orders must balance. With "locked" every transaction holds
 * the warehouse's lock. With "racy" payments do not: money is lost when two of them meet.
 *
 * <p>Arguments: [locked|racy] [warehouses] [terminals] [transactions a terminal]
 */
public class Warehouse {
  private static final int OPENING_STOCK = 100;
  private static final int PRICE = 3;

  private static final class Order {
    private final int quantity;
    private Order next;
    private boolean sent;

    Order(int quantity) {
      this.quantity = quantity;
    }
  }

  private int stock = OPENING_STOCK;
  private int debts;
  private int income;
  private int sold;
  private Order oldest;
  private Order newest;

  private synchronized void order(int quantity) {
    if (stock < quantity) return;
    stock -= quantity;
    sold += quantity;
    debts += quantity * PRICE;
    Order order = new Order(quantity);
    if (oldest == null) oldest = order;
    else newest.next = order;
    newest = order;
  }

  private void pay() {
    int amount = Math.min(debts, PRICE);
    debts -= amount;
    income += amount;
  }

  private synchronized void payLocked() {
    pay();
  }

  private synchronized int deliver() {
    Order order = oldest;
    if (order == null) return 0;
    if (order.sent) throw new AssertionError("an order is sent twice");
    order.sent = true;
    oldest = order.next;
    return order.quantity;
  }

  private static final class Terminal extends Thread {
    private final Warehouse[] warehouses;
    private final int number;
    private final int transactions;
    private final boolean locked;
    private int delivered;

    Terminal(Warehouse[] warehouses, int number, int transactions, boolean locked) {
      this.warehouses = warehouses;
      this.number = number;
      this.transactions = transactions;
      this.locked = locked;
    }

    @Override
    public void run() {
      for (int n = 0; n < transactions; n++) {
        Warehouse warehouse = warehouses[(number + n / 3) % warehouses.length];
        switch (n % 3) {
          case 0 -> warehouse.order(1 + number);
          case 1 -> {
            if (locked) warehouse.payLocked();
            else warehouse.pay();
          }
          default -> delivered += warehouse.deliver();
        }
      }
    }
  }

  private static int argument(String[] args, int index, int otherwise) {
    return args.length > index ? Integer.parseInt(args[index]) : otherwise;
  }

  public static void main(String[] args) throws InterruptedException {
    String variant = args.length > 0 ? args[0] : "locked";
    if (!variant.equals("locked") && !variant.equals("racy")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": locked or racy");
    }
    Warehouse[] warehouses = new Warehouse[argument(args, 1, 1)];
    Terminal[] terminals = new Terminal[argument(args, 2, 2)];
    int transactions = argument(args, 3, 3);

    for (int i = 0; i < warehouses.length; i++) warehouses[i] = new Warehouse();
    for (int i = 0; i < terminals.length; i++) {
      terminals[i] = new Terminal(warehouses, i, transactions, variant.equals("locked"));
    }
    for (Terminal terminal : terminals) terminal.start();
    int delivered = 0;
    for (Terminal terminal : terminals) {
      terminal.join();
      delivered += terminal.delivered;
    }
    int sold = 0;
    for (Warehouse warehouse : warehouses) {
      sold += warehouse.sold;
      if (warehouse.stock + warehouse.sold != OPENING_STOCK) throw new AssertionError("goods are lost");
      if (warehouse.income + warehouse.debts != warehouse.sold * PRICE) {
        throw new AssertionError("money is lost");
      }
      for (Order order = warehouse.oldest; order != null; order = order.next) {
        if (order.sent) throw new AssertionError("a sent order waits");
        delivered += order.quantity;
      }
    }
    if (delivered != sold) throw new AssertionError(sold + " sold, " + delivered + " sent or waiting");
    System.out.println(sold + " pieces sold at " + terminals.length + " terminals");
  }
}
