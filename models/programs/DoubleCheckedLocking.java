/**
 * Shows: an object made on first use, and what the second look under the lock is for.
 *
 * <p>"correct" looks again under the lock and keeps the reference in a volatile field. "plain" keeps it in
 * an ordinary field: a data race, though no interleaving of its steps goes wrong (only a memory model that
 * reorders them can). "single" does not look again and makes two objects. "early" publishes the object
 * before it is filled.
 *
 * <p>Arguments: [correct|plain|single|early] [threads]
 */
public class DoubleCheckedLocking {
  private static final int FILLED = 42;

  private static final class Resource {
    private int content;
  }

  private static int made;
  private static volatile Resource resource;
  private static Resource plainResource;

  private static Resource make() {
    made++;
    Resource fresh = new Resource();
    fresh.content = FILLED;
    return fresh;
  }

  private static Resource get() {
    Resource seen = resource;
    if (seen == null) {
      synchronized (DoubleCheckedLocking.class) {
        seen = resource;
        if (seen == null) resource = seen = make();
      }
    }
    return seen;
  }

  private static Resource getPlain() {
    Resource seen = plainResource;
    if (seen == null) {
      synchronized (DoubleCheckedLocking.class) {
        seen = plainResource;
        if (seen == null) plainResource = seen = make();
      }
    }
    return seen;
  }

  private static Resource getSingle() {
    if (resource == null) {
      synchronized (DoubleCheckedLocking.class) {
        resource = make();
      }
    }
    return resource;
  }

  private static Resource getEarly() {
    if (resource == null) {
      synchronized (DoubleCheckedLocking.class) {
        if (resource == null) {
          made++;
          resource = new Resource();
          resource.content = FILLED;
        }
      }
    }
    return resource;
  }

  private static Resource get(String variant) {
    return switch (variant) {
      case "correct" -> get();
      case "plain" -> getPlain();
      case "single" -> getSingle();
      case "early" -> getEarly();
      default -> throw new IllegalArgumentException(
          "no variant \"" + variant + "\": correct, plain, single or early");
    };
  }

  public static void main(String[] args) throws InterruptedException {
    String variant = args.length > 0 ? args[0] : "correct";
    Thread[] users = new Thread[args.length > 1 ? Integer.parseInt(args[1]) : 2];
    for (int i = 0; i < users.length; i++) {
      users[i] =
          new Thread(
              () -> {
                int content = get(variant).content;
                if (content != FILLED) throw new AssertionError("got an object with " + content);
              });
    }
    for (Thread user : users) user.start();
    for (Thread user : users) user.join();
    if (made != 1) throw new AssertionError(made + " objects made");
    System.out.println(users.length + " users, " + made + " object");
  }
}
