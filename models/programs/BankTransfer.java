/**
 * Shows: money that appears or vanishes when two transfers interleave.
 *
 * <p>"locked" holds both accounts' monitors, in the order of their numbers. "racy" takes no lock: a
 * balance read before another thread's write and written after it undoes that write. "crossed" locks
 * the source before the target, so two opposite transfers can wait for each other.
 *
 * <p>Arguments: [locked|racy|crossed] [accounts] [threads] [transfers a thread]
 */
public class BankTransfer {
  private static final int OPENING_BALANCE = 100;

  private static final class Account {
    private final int number;
    private int balance = OPENING_BALANCE;

    Account(int number) {
      this.number = number;
    }
  }

  private static void move(Account from, Account to, int amount) {
    int left = from.balance - amount;
    int right = to.balance + amount;
    from.balance = left;
    to.balance = right;
  }

  private static void transfer(String mode, Account from, Account to, int amount) {
    if (mode.equals("racy")) {
      move(from, to, amount);
      return;
    }
    boolean swap = mode.equals("locked") && from.number > to.number;
    synchronized (swap ? to : from) {
      synchronized (swap ? from : to) {
        move(from, to, amount);
      }
    }
  }

  private static int argument(String[] args, int index, int otherwise) {
    return args.length > index ? Integer.parseInt(args[index]) : otherwise;
  }

  public static void main(String[] args) throws InterruptedException {
    String mode = args.length > 0 ? args[0] : "locked";
    if (!mode.equals("locked") && !mode.equals("racy") && !mode.equals("crossed")) {
      throw new IllegalArgumentException("no mode \"" + mode + "\": locked, racy or crossed");
    }
    Account[] accounts = new Account[argument(args, 1, 3)];
    Thread[] clerks = new Thread[argument(args, 2, 3)];
    int transfers = argument(args, 3, 2);
    if (accounts.length < 2) throw new IllegalArgumentException("a transfer needs two accounts");

    for (int i = 0; i < accounts.length; i++) accounts[i] = new Account(i);
    for (int i = 0; i < clerks.length; i++) {
      int clerk = i;
      clerks[i] =
          new Thread(
              () -> {
                for (int t = 0; t < transfers; t++) {
                  int from = (clerk + t) % accounts.length;
                  int to = (from + 1 + clerk % (accounts.length - 1)) % accounts.length;
                  transfer(mode, accounts[from], accounts[to], 10 + clerk);
                }
              });
    }
    for (Thread clerk : clerks) clerk.start();
    for (Thread clerk : clerks) clerk.join();

    int total = 0;
    for (Account account : accounts) total += account.balance;
    int expected = accounts.length * OPENING_BALANCE;
    if (total != expected) throw new AssertionError("the bank holds " + total + ", not " + expected);
    System.out.println(accounts.length + " accounts hold " + total);
  }
}
