// Character classification over ASCII, Latin-1 and selected other code points.
package boxes;

import static java.lang.System.out;

class CharacterClasses {
    static String flags(int c) {
        return (Character.isLetter(c) ? "L" : "-") + (Character.isDigit(c) ? "D" : "-") + (Character.isLetterOrDigit(c) ? "A" : "-") + (Character.isUpperCase(c) ? "U" : "-") + (Character.isLowerCase(c) ? "l" : "-") + (Character.isWhitespace(c) ? "W" : "-")
            + (Character.isSpaceChar(c) ? "S" : "-") + (Character.isISOControl(c) ? "C" : "-") + (Character.isJavaIdentifierStart(c) ? "j" : "-") + (Character.isJavaIdentifierPart(c) ? "J" : "-") + (Character.isAlphabetic(c) ? "a" : "-") + (Character.isDefined(c) ? "d" : "-") + (Character.isMirrored(c) ? "m" : "-") + (Character.isTitleCase(c) ? "T" : "-") + (Character.isUnicodeIdentifierPart(c) ? "u" : "-") + (Character.isIdentifierIgnorable(c) ? "i" : "-");
    }

    public static void main(String[] args) {
        for (int c = 0; c < 256; c++) out.print(Integer.toHexString(c) + flags(c) + Character.getType(c) + "," + Character.getNumericValue(c) + "," + Integer.toHexString(Character.toUpperCase(c)) + "," + Integer.toHexString(Character.toLowerCase(c)) + (c % 8 == 7 ? "\n" : " "));
        int[] more = {0x100, 0x130, 0x131, 0x17f, 0x1c4, 0x1c5, 0x1c6, 0x3a3, 0x3c2, 0x3c3, 0x410, 0x430, 0x5d0, 0x660, 0x966, 0x1e9e, 0x2003, 0x2028, 0x20ac, 0x2160, 0x2170, 0x24b6, 0x3000, 0x3042, 0x4e00, 0xac00, 0xd800, 0xdc00, 0xe000, 0xfb01, 0xfeff, 0xff21, 0xffff, 0x10400, 0x10428, 0x1d7ce, 0x1f600, 0x20000, 0xe0001, 0x10ffff};
        for (int c : more) out.println(Integer.toHexString(c) + flags(c) + Character.getType(c) + "," + Character.getNumericValue(c) + "," + Integer.toHexString(Character.toUpperCase(c)) + "," + Integer.toHexString(Character.toLowerCase(c)) + "," + Integer.toHexString(Character.toTitleCase(c)) + "," + Character.charCount(c) + "," + Character.isValidCodePoint(c) + "," + Character.isBmpCodePoint(c) + "," + Character.getDirectionality(c));
        out.println(Character.UnicodeBlock.of('a') + " " + Character.UnicodeScript.of(0x410));
    }
}
