import java.util.ArrayList;
import java.util.List;

/** A server that keeps every request: as many as the argument says from each client, or without an end. */
public class ServerLoop {
  static final List<String> log = new ArrayList<>();

  static synchronized void handle(String who) {
    log.add(who + log.size());
  }

  public static void main(String[] args) {
    int rounds = args.length == 0 ? -1 : Integer.parseInt(args[0]);
    for (int i = 0; i < 2; i++) {
      String name = "client" + i;
      new Thread(() -> {
        for (int left = rounds; left != 0; left = left < 0 ? left : left - 1) handle(name);
      }, name).start();
    }
  }
}
