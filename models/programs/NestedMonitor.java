/**
 * Shows: a wait that lets go of the inner lock and keeps the outer one.
 *
 * <p>A mailbox guards a slot, which has a lock of its own. "flat" leaves the waiting to the slot. "nested"
 * holds the mailbox's lock around it: a receiver that waits for a letter locks out the sender that would
 * bring it.
 *
 * <p>Arguments: [flat|nested] [letters]
 */
public class NestedMonitor {
  private static final class Slot {
    private int letter;
    private boolean full;

    synchronized void put(int each) throws InterruptedException {
      while (full) wait();
      letter = each;
      full = true;
      notifyAll();
    }

    synchronized int take() throws InterruptedException {
      while (!full) wait();
      full = false;
      notifyAll();
      return letter;
    }
  }

  private final Slot slot = new Slot();
  private final boolean nested;
  private int transfers;

  private NestedMonitor(boolean nested) {
    this.nested = nested;
  }

  private synchronized void count() {
    transfers++;
  }

  private void send(int letter) throws InterruptedException {
    if (nested) {
      synchronized (this) {
        slot.put(letter);
        transfers++;
      }
    } else {
      slot.put(letter);
      count();
    }
  }

  private int receive() throws InterruptedException {
    if (nested) {
      synchronized (this) {
        transfers++;
        return slot.take();
      }
    }
    count();
    return slot.take();
  }

  public static void main(String[] args) throws InterruptedException {
    String variant = args.length > 0 ? args[0] : "flat";
    if (!variant.equals("flat") && !variant.equals("nested")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": flat or nested");
    }
    int letters = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    NestedMonitor mailbox = new NestedMonitor(variant.equals("nested"));
    Thread sender =
        new Thread(
            () -> {
              try {
                for (int letter = 0; letter < letters; letter++) mailbox.send(letter);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    sender.start();
    for (int letter = 0; letter < letters; letter++) {
      int received = mailbox.receive();
      if (received != letter) throw new AssertionError("letter " + received + ", not " + letter);
    }
    sender.join();
    if (mailbox.transfers != 2 * letters) throw new AssertionError(mailbox.transfers + " transfers");
    System.out.println(letters + " letters");
  }
}
