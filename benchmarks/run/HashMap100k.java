import java.util.HashMap;
import java.util.Map;

/** A HashMap that grows to 100,000 entries, is read, merged into, walked and half emptied. */
public class HashMap100k {
  private static final int ENTRIES = 100_000;

  public static void main(String[] args) {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    long checksum = 0;
    for (int round = 0; round < rounds; round++) {
      Map<Integer, Integer> map = new HashMap<>();
      for (int i = 0; i < ENTRIES; i++) map.put(i * 7 + round, i);
      for (int i = 0; i < ENTRIES; i++) checksum += map.get(i * 7 + round);
      for (int i = 0; i < ENTRIES; i += 2) map.merge(i * 7 + round, 1, Integer::sum);
      for (Map.Entry<Integer, Integer> entry : map.entrySet()) {
        checksum = checksum * 31 + (entry.getKey() ^ entry.getValue());
      }
      for (int i = 0; i < ENTRIES; i += 2) {
        if (map.remove(i * 7 + round) == null) throw new IllegalStateException("lost " + i);
      }
      checksum += map.size();
    }
    System.out.println("HashMap100k " + checksum);
  }
}
