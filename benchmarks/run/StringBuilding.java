/** StringBuilder appends, concatenation, substrings, indexOf and hashCode over many short strings. */
public class StringBuilding {
  private static String line(int i) {
    StringBuilder out = new StringBuilder();
    for (int word = 0; word < 8; word++) {
      if (word > 0) out.append(' ');
      out.append((char) ('a' + (i + word) % 26)).append("lpha").append(i * word).append('/').append(i & 1023);
    }
    return out.toString();
  }

  public static void main(String[] args) {
    int lines = args.length > 0 ? Integer.parseInt(args[0]) : 6_500;
    int checksum = 0;
    for (int i = 0; i < lines; i++) {
      String line = line(i);
      int space = line.indexOf(' ');
      String head = line.substring(0, space);
      String label = head + ":" + line.length() + ":" + (i % 3 == 0);
      String reversed = new StringBuilder(label).reverse().toString();
      checksum = checksum * 31 + line.hashCode() + reversed.hashCode() + line.lastIndexOf("alpha");
      if (label.equals(reversed)) checksum++;
      if (line.contains("lpha77/")) checksum ^= 0x55;
      checksum += line.toUpperCase().charAt(i % line.length());
    }
    System.out.println("StringBuilding " + checksum);
  }
}
