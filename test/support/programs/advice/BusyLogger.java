/** Workers that print what they do, unless the argument is "quiet". */
public class BusyLogger {
  static int jobs;

  static synchronized int next() {
    return ++jobs;
  }

  public static void main(String[] args) {
    boolean isQuiet = args.length > 0 && args[0].equals("quiet");
    for (int i = 0; i < 3; i++) {
      new Thread(() -> {
        int job = next();
        for (int part = 0; part < 5; part++) {
          if (!isQuiet) System.out.println(job + ": part " + part);
        }
      }).start();
    }
  }
}
