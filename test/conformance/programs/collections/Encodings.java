// Base64, UUID, CRC32, MessageDigest and other deterministic encoders of the library.
package collections;

import static java.lang.System.out;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.UUID;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

class Encodings {
    public static void main(String[] args) {
        for (String s : new String[] {"", "f", "fo", "foo", "foob", "hello world?>", "\u00fc\u20ac"}) {
            byte[] b = s.getBytes(StandardCharsets.UTF_8);
            String e = Base64.getEncoder().encodeToString(b);
            out.println(e + " " + Base64.getUrlEncoder().withoutPadding().encodeToString(b) + " " + new String(Base64.getDecoder().decode(e), StandardCharsets.UTF_8).equals(s));
        }
        out.println(Base64.getMimeEncoder().encodeToString(new byte[60]).length());
        try {
            Base64.getDecoder().decode("a");
        } catch (IllegalArgumentException e) {
            out.println(e.getMessage());
        }
        UUID u = new UUID(0x0123456789abcdefL, 0xfedcba9876543210L);
        out.println(u + " " + u.hashCode() + " " + UUID.fromString(u.toString()).equals(u) + u.compareTo(new UUID(0, 0)) + u.version() + u.getLeastSignificantBits());
        CRC32 crc = new CRC32();
        crc.update("123456789".getBytes(StandardCharsets.US_ASCII));
        Adler32 adler = new Adler32();
        adler.update("Wikipedia".getBytes(StandardCharsets.US_ASCII));
        out.println(Long.toHexString(crc.getValue()) + " " + Long.toHexString(adler.getValue()));
        out.println(java.util.HexFormat.of().formatHex(new byte[] {1, -1, 127}) + Arrays.toString(java.util.HexFormat.of().parseHex("cafe")));
        java.nio.ByteBuffer bb = java.nio.ByteBuffer.allocate(16);
        bb.putInt(0xCAFEBABE).putLong(-2L).putShort((short) 7).flip();
        out.println(bb + " " + bb.get() + bb.order() + bb.getInt(0) + bb.getLong(4));
    }
}
