import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Shows: a system of components that lets travellers into the network of an airport.
 *
 * <p>A traveller gets an address, shows a ticket or pays by card, gets a token that opens the firewall,
 * and gives the address back at the end. Whoever finds no address waits for one. With "correct" taking
 * an address is one step. With "leaky" it is looked at and taken in two, and two travellers may have the
 * same.
 *
 * <p>Arguments: [correct|leaky] [travellers] [visits each] [addresses]
 */
public class AirportAccess {
  /** Gives out addresses, and takes them back. */
  private static final class AddressServer {
    private final Deque<String> free = new ArrayDeque<>();
    private final Map<String, Integer> leases = new HashMap<>();

    synchronized String look() throws InterruptedException {
      while (free.isEmpty()) wait();
      return free.peekFirst();
    }

    synchronized void take(String address, int traveller) {
      free.remove(address);
      if (leases.put(address, traveller) != null) throw new AssertionError(address + " is given twice");
    }

    synchronized String lease(int traveller) throws InterruptedException {
      String address = look();
      take(address, traveller);
      return address;
    }

    synchronized void giveBack(String address) {
      leases.remove(address);
      free.addLast(address);
      notifyAll();
    }
  }

  /** Knows who may travel, and when they were last seen. */
  private static final class TicketOffice {
    private final Map<Integer, String> tickets = new HashMap<>();
    private final List<String> seen = new ArrayList<>();

    synchronized boolean knows(int traveller) {
      String flight = tickets.get(traveller);
      if (flight != null) seen.add(flight);
      return flight != null;
    }
  }

  private static final class CardCentre {
    private int income;

    synchronized void pay(int amount) {
      income += amount;
    }
  }

  private static final class Token {
    private final String address;
    private final boolean isPaid;

    Token(String address, boolean isPaid) {
      this.address = address;
      this.isPaid = isPaid;
    }
  }

  private static final class Firewall {
    private final Map<String, Token> open = new HashMap<>();
    private int passed;

    synchronized void open(Token token) {
      open.put(token.address, token);
    }

    synchronized void pass(String address) {
      if (!open.containsKey(address)) throw new AssertionError(address + " is not let through");
      passed++;
    }

    synchronized boolean close(String address) {
      return open.remove(address).isPaid;
    }
  }

  private final AddressServer addresses = new AddressServer();
  private final TicketOffice office = new TicketOffice();
  private final CardCentre cards = new CardCentre();
  private final Firewall firewall = new Firewall();

  private final class Traveller extends Thread {
    private final int number;
    private final int visits;
    private final boolean leaky;
    private int paid;

    Traveller(int number, int visits, boolean leaky) {
      this.number = number;
      this.visits = visits;
      this.leaky = leaky;
    }

    private String address() throws InterruptedException {
      if (!leaky) return addresses.lease(number);
      String address = addresses.look();
      addresses.take(address, number);
      return address;
    }

    @Override
    public void run() {
      try {
        for (int i = 0; i < visits; i++) {
          String address = address();
          boolean hasTicket = office.knows(number);
          if (!hasTicket) cards.pay(PRICE);
          firewall.open(new Token(address, !hasTicket));
          firewall.pass(address);
          if (firewall.close(address)) paid += PRICE;
          addresses.giveBack(address);
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static final int PRICE = 5;

  private static int argument(String[] args, int index, int otherwise) {
    return args.length > index ? Integer.parseInt(args[index]) : otherwise;
  }

  public static void main(String[] args) throws InterruptedException {
    String variant = args.length > 0 ? args[0] : "correct";
    if (!variant.equals("correct") && !variant.equals("leaky")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": correct or leaky");
    }
    Traveller[] travellers = new Traveller[argument(args, 1, 2)];
    int visits = argument(args, 2, 1);
    int count = argument(args, 3, 1);

    AirportAccess airport = new AirportAccess();
    for (int i = 0; i < count; i++) airport.addresses.free.add("10.0.0." + (i + 1));
    for (int i = 0; i < travellers.length; i++) {
      // Every other one has a ticket.
      if (i % 2 == 0) airport.office.tickets.put(i, "flight " + i);
      travellers[i] = airport.new Traveller(i, visits, variant.equals("leaky"));
    }
    for (Traveller traveller : travellers) traveller.start();
    int paid = 0;
    for (Traveller traveller : travellers) {
      traveller.join();
      paid += traveller.paid;
    }
    if (paid != airport.cards.income) throw new AssertionError(paid + " paid");
    if (airport.addresses.free.size() != count) throw new AssertionError("an address is lost");
    if (airport.firewall.passed != travellers.length * visits) throw new AssertionError("somebody waits");
    System.out.println(airport.firewall.passed + " visits, " + paid + " paid");
  }
}
