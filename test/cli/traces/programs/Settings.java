import java.util.HashMap;
import java.util.Map;

/** A lazily loaded singleton, which others see before it has been loaded. */
public class Settings {
  private static volatile Settings instance;

  private Map<String, String> values;

  static Settings getInstance() {
    if (instance == null) {
      synchronized (Settings.class) {
        if (instance == null) {
          instance = new Settings();
          instance.load();
        }
      }
    }
    return instance;
  }

  private void load() {
    Map<String, String> loaded = new HashMap<>();
    loaded.put("host", "localhost");
    values = loaded;
  }

  String get(String name) {
    return values.get(name);
  }

  public static void main(String[] args) throws InterruptedException {
    Thread other = new Thread(() -> Settings.getInstance().get("host"), "other");
    other.start();
    Settings.getInstance().get("host");
    other.join();
  }
}
