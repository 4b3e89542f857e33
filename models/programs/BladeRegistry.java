import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Shows: a registry of measuring servers, to which several clients add some at the same time.
 *
 * <p>A client asks for a place in the registry, puts its servers (blades) there one by one, deploys and
 * starts them and collects what they have measured. Every blade has a number of its own. With "correct"
 * a blade gets its number and its place in one step. With "racy" these are two steps, and two blades may
 * have the same number.
 *
 * <p>Arguments: [correct|racy] [clients] [blades a client]
 */
public class BladeRegistry {
  private enum Status {
    INSERTED,
    DEPLOYED,
    RUNNING,
    STOPPED
  }

  private static final class Blade {
    private final String name;
    private final String description;
    private int number;
    private Status status = Status.INSERTED;
    private int measured;

    Blade(String name, String description) {
      this.name = name;
      this.description = description;
    }

    /** Each status follows the one before. */
    void become(Status next) {
      if (next.ordinal() != status.ordinal() + 1) throw new AssertionError(name + " cannot be " + next);
      status = next;
    }
  }

  private final Map<String, Blade> blades = new HashMap<>();
  private final List<String> journal = new ArrayList<>();
  private int next = 1;
  private int collected;

  private synchronized int number() {
    return next;
  }

  private synchronized void insert(Blade blade, int number) {
    if (blades.containsKey(blade.name)) throw new AssertionError(blade.name + " is there twice");
    blade.number = number;
    next = number + 1;
    blades.put(blade.name, blade);
    journal.add("inserted " + blade.name);
  }

  private synchronized void insert(Blade blade) {
    insert(blade, next);
  }

  private synchronized void command(String name, Status status) {
    Blade blade = blades.get(name);
    if (blade == null) throw new AssertionError("there is no " + name);
    blade.become(status);
    if (status == Status.RUNNING) blade.measured = blade.number * blade.description.length();
  }

  private synchronized void collect(String name) {
    Blade blade = blades.remove(name);
    collected += blade.measured;
    journal.add("collected " + name);
  }

  private final class Client extends Thread {
    private final int number;
    private final int count;
    private final boolean racy;

    Client(int number, int count, boolean racy) {
      this.number = number;
      this.count = count;
      this.racy = racy;
    }

    @Override
    public void run() {
      for (int i = 0; i < count; i++) {
        Blade blade = new Blade("blade-" + number + "-" + i, "load");
        if (racy) insert(blade, number());
        else insert(blade);
        command(blade.name, Status.DEPLOYED);
        command(blade.name, Status.RUNNING);
        command(blade.name, Status.STOPPED);
        collect(blade.name);
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    String variant = args.length > 0 ? args[0] : "correct";
    if (!variant.equals("correct") && !variant.equals("racy")) {
      throw new IllegalArgumentException("no variant \"" + variant + "\": correct or racy");
    }
    Client[] clients = new Client[args.length > 1 ? Integer.parseInt(args[1]) : 2];
    int count = args.length > 2 ? Integer.parseInt(args[2]) : 1;

    BladeRegistry registry = new BladeRegistry();
    for (int i = 0; i < clients.length; i++) {
      clients[i] = registry.new Client(i, count, variant.equals("racy"));
    }
    for (Client client : clients) client.start();
    for (Client client : clients) client.join();
    int all = clients.length * count;
    if (!registry.blades.isEmpty()) throw new AssertionError("blades are left");
    if (registry.journal.size() != 2 * all) throw new AssertionError("the journal is not complete");
    // Every number from one on was given once, and a blade measures four times its number.
    if (registry.collected != 2 * all * (all + 1)) throw new AssertionError("numbers were given twice");
    System.out.println(all + " blades have measured " + registry.collected);
  }
}
