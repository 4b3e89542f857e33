import java.io.ByteArrayInputStream;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;

/** Reaches native methods of the JDK that the machine does not have, through a lambda, with arguments only. */
public class NeedsNatives {
  public static void main(String[] args) throws Exception {
    Supplier<Object> unpack = () -> open(new byte[10]);
    if (args.length > 0) System.out.println(unpack.get());
    System.out.println("fine");
  }

  private static Object open(byte[] bytes) {
    try {
      return new GZIPInputStream(new ByteArrayInputStream(bytes)).read();
    } catch (java.io.IOException e) {
      return e;
    }
  }
}
