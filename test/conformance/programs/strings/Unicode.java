// Surrogates, code points, combining characters, bytes in several encodings.
package strings;

import static java.lang.System.out;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

class Unicode {
    static String hex(byte[] b) {
        StringBuilder s = new StringBuilder();
        for (byte x : b) s.append(String.format("%02x", x));
        return s.toString();
    }

    public static void main(String[] args) {
        String s = "a\u00e9\u20ac\uD83D\uDE00z";
        out.println(s + " " + s.length() + " " + s.codePointCount(0, s.length()) + " " + s.codePointAt(3) + " " + s.codePointAt(4) + " " + s.codePointBefore(5) + " " + s.offsetByCodePoints(0, 4) + " " + (int) s.charAt(3));
        for (int i = 0; i < s.length(); i += Character.charCount(s.codePointAt(i))) out.print(Integer.toHexString(s.codePointAt(i)) + " ");
        out.println();
        out.println(hex(s.getBytes(StandardCharsets.UTF_8)) + " " + hex(s.getBytes(StandardCharsets.ISO_8859_1)) + " " + hex(s.getBytes(StandardCharsets.US_ASCII)) + " " + hex(s.getBytes(StandardCharsets.UTF_16BE)) + " " + hex("ab".getBytes(StandardCharsets.UTF_16)) + " " + hex("ab".getBytes(StandardCharsets.UTF_16LE)));
        out.println(new String(new byte[] {(byte) 0xe2, (byte) 0x82, (byte) 0xac, 'x'}, StandardCharsets.UTF_8) + new String(new byte[] {(byte) 0xe4}, StandardCharsets.ISO_8859_1) + (int) new String(new byte[] {(byte) 0xff, 'a', (byte) 0xe2, (byte) 0x82}, StandardCharsets.UTF_8).charAt(0) + new String(new byte[] {(byte) 0xff, 'a', (byte) 0xe2, (byte) 0x82}, StandardCharsets.UTF_8).length());
        String lone = "x\uD83Dy\uDE00";
        out.println(lone + " " + lone.codePointCount(0, 4) + " " + hex(lone.getBytes(StandardCharsets.UTF_8)) + " " + lone.codePoints().count());
        out.println(new String(new int[] {0x61, 0x1F600, 0x10FFFF}, 0, 3).length() + " " + Character.toString(0x1F601) + " " + new StringBuilder().appendCodePoint(0x1F602).length() + " " + Arrays.toString(Character.toChars(0x1F600)).length());
        out.println("e\u0301".length() + " " + "\u00e9".equals("e\u0301") + " " + java.text.Normalizer.normalize("e\u0301", java.text.Normalizer.Form.NFC).length());
        out.println("\u4f60\u597d \u043f\u0440\u0438\u0432\u0435\u0442 \u05e9\u05dc\u05d5\u05dd");
        out.println("\0\1\7\b\f\177".chars().sum() + " \u0009tab\\ \"quoted\" \101\60");
        out.println(Character.isSurrogate('\uD83D') + " " + Character.isHighSurrogate('\uD83D') + " " + Character.isLowSurrogate('\uD83D') + " " + Character.toCodePoint('\uD83D', '\uDE00') + " " + Character.isSupplementaryCodePoint(0x1F600) + " " + Character.getNumericValue('\u0664') + " " + Character.isLetter(0x1F600) + " " + Character.isIdeographic(0x4f60));
        byte[] modified = "\u0000\uD83D\uDE00".getBytes(StandardCharsets.UTF_8);
        out.println(modified.length);
        String \u0061\u0062 = "identifiers may be escaped";
        out.println(ab);
        String ünïcödé = "or not";
        out.println(ünïcödé);
    }
}
