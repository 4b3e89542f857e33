// UUID.nameUUIDFromBytes and MessageDigest: needs the security providers.
package collections;

import static java.lang.System.out;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.UUID;

class NameUuid {
    public static void main(String[] args) throws Exception {
        out.println(UUID.nameUUIDFromBytes("deadwood".getBytes(StandardCharsets.UTF_8)));
        for (String alg : new String[] {"MD5", "SHA-1", "SHA-256"}) {
            StringBuilder s = new StringBuilder();
            for (byte b : MessageDigest.getInstance(alg).digest("abc".getBytes(StandardCharsets.UTF_8))) s.append(String.format("%02x", b));
            out.println(alg + " " + s);
        }
    }
}
