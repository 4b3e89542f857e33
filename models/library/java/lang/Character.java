package java.lang;

import java.lang.constant.Constable;
import java.util.Optional;

/**
 * Characters. What kind a character is comes from the machine's table of
 * Unicode; the rarer properties (direction, mirroring, numeric values of odd
 * numerals) are asked of the JDK. The nested classes UnicodeBlock, UnicodeScript
 * and Subset are the JDK's.
 */
public final class Character implements java.io.Serializable, Comparable<Character>, Constable {
    public static final int MIN_RADIX = 2;
    public static final int MAX_RADIX = 36;
    public static final char MIN_VALUE = '\u0000';
    public static final char MAX_VALUE = '\uFFFF';

    @SuppressWarnings("unchecked")
    public static final Class<Character> TYPE = (Class<Character>) Class.getPrimitiveClass("char");

    public static final byte UNASSIGNED = 0;
    public static final byte UPPERCASE_LETTER = 1;
    public static final byte LOWERCASE_LETTER = 2;
    public static final byte TITLECASE_LETTER = 3;
    public static final byte MODIFIER_LETTER = 4;
    public static final byte OTHER_LETTER = 5;
    public static final byte NON_SPACING_MARK = 6;
    public static final byte ENCLOSING_MARK = 7;
    public static final byte COMBINING_SPACING_MARK = 8;
    public static final byte DECIMAL_DIGIT_NUMBER = 9;
    public static final byte LETTER_NUMBER = 10;
    public static final byte OTHER_NUMBER = 11;
    public static final byte SPACE_SEPARATOR = 12;
    public static final byte LINE_SEPARATOR = 13;
    public static final byte PARAGRAPH_SEPARATOR = 14;
    public static final byte CONTROL = 15;
    public static final byte FORMAT = 16;
    public static final byte PRIVATE_USE = 18;
    public static final byte SURROGATE = 19;
    public static final byte DASH_PUNCTUATION = 20;
    public static final byte START_PUNCTUATION = 21;
    public static final byte END_PUNCTUATION = 22;
    public static final byte CONNECTOR_PUNCTUATION = 23;
    public static final byte OTHER_PUNCTUATION = 24;
    public static final byte MATH_SYMBOL = 25;
    public static final byte CURRENCY_SYMBOL = 26;
    public static final byte MODIFIER_SYMBOL = 27;
    public static final byte OTHER_SYMBOL = 28;
    public static final byte INITIAL_QUOTE_PUNCTUATION = 29;
    public static final byte FINAL_QUOTE_PUNCTUATION = 30;

    public static final byte DIRECTIONALITY_UNDEFINED = -1;
    public static final byte DIRECTIONALITY_LEFT_TO_RIGHT = 0;
    public static final byte DIRECTIONALITY_RIGHT_TO_LEFT = 1;
    public static final byte DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC = 2;
    public static final byte DIRECTIONALITY_EUROPEAN_NUMBER = 3;
    public static final byte DIRECTIONALITY_EUROPEAN_NUMBER_SEPARATOR = 4;
    public static final byte DIRECTIONALITY_EUROPEAN_NUMBER_TERMINATOR = 5;
    public static final byte DIRECTIONALITY_ARABIC_NUMBER = 6;
    public static final byte DIRECTIONALITY_COMMON_NUMBER_SEPARATOR = 7;
    public static final byte DIRECTIONALITY_NONSPACING_MARK = 8;
    public static final byte DIRECTIONALITY_BOUNDARY_NEUTRAL = 9;
    public static final byte DIRECTIONALITY_PARAGRAPH_SEPARATOR = 10;
    public static final byte DIRECTIONALITY_SEGMENT_SEPARATOR = 11;
    public static final byte DIRECTIONALITY_WHITESPACE = 12;
    public static final byte DIRECTIONALITY_OTHER_NEUTRALS = 13;
    public static final byte DIRECTIONALITY_LEFT_TO_RIGHT_EMBEDDING = 14;
    public static final byte DIRECTIONALITY_LEFT_TO_RIGHT_OVERRIDE = 15;
    public static final byte DIRECTIONALITY_RIGHT_TO_LEFT_EMBEDDING = 16;
    public static final byte DIRECTIONALITY_RIGHT_TO_LEFT_OVERRIDE = 17;
    public static final byte DIRECTIONALITY_POP_DIRECTIONAL_FORMAT = 18;
    public static final byte DIRECTIONALITY_LEFT_TO_RIGHT_ISOLATE = 19;
    public static final byte DIRECTIONALITY_RIGHT_TO_LEFT_ISOLATE = 20;
    public static final byte DIRECTIONALITY_FIRST_STRONG_ISOLATE = 21;
    public static final byte DIRECTIONALITY_POP_DIRECTIONAL_ISOLATE = 22;

    public static final char MIN_HIGH_SURROGATE = '\uD800';
    public static final char MAX_HIGH_SURROGATE = '\uDBFF';
    public static final char MIN_LOW_SURROGATE = '\uDC00';
    public static final char MAX_LOW_SURROGATE = '\uDFFF';
    public static final char MIN_SURROGATE = MIN_HIGH_SURROGATE;
    public static final char MAX_SURROGATE = MAX_LOW_SURROGATE;
    public static final int MIN_SUPPLEMENTARY_CODE_POINT = 0x010000;
    public static final int MIN_CODE_POINT = 0x000000;
    public static final int MAX_CODE_POINT = 0X10FFFF;
    public static final int SIZE = 16;
    public static final int BYTES = 2;

    /** No character: the mark of a mapping to several characters. */
    static final int ERROR = 0xFFFFFFFF;

    private static final long serialVersionUID = 3786198910865385080L;

    private final char value;

    /** The boxes whose identity the language promises. */
    private static final class Boxes {
        static final Character[] ALL = new Character[128];

        static {
            for (int i = 0; i < 128; i++) {
                ALL[i] = new Character((char) i);
            }
        }
    }

    @Deprecated(since = "9", forRemoval = true)
    public Character(char value) {
        this.value = value;
    }

    public static Character valueOf(char c) {
        return c <= 127 ? Boxes.ALL[c] : new Character(c);
    }

    public char charValue() {
        return value;
    }

    public int hashCode() {
        return value;
    }

    public static int hashCode(char value) {
        return value;
    }

    public boolean equals(Object obj) {
        return obj instanceof Character && value == ((Character) obj).value;
    }

    public String toString() {
        return String.valueOf(value);
    }

    public static String toString(char c) {
        return String.valueOf(c);
    }

    public static String toString(int codePoint) {
        return String.valueOfCodePoint(codePoint);
    }

    public int compareTo(Character anotherCharacter) {
        return value - anotherCharacter.value;
    }

    public static int compare(char x, char y) {
        return x - y;
    }

    public static char reverseBytes(char ch) {
        return (char) (ch << 8 | ch >> 8);
    }

    // ---- code points

    public static boolean isValidCodePoint(int codePoint) {
        return codePoint >= 0 && codePoint <= MAX_CODE_POINT;
    }

    public static boolean isBmpCodePoint(int codePoint) {
        return codePoint >>> 16 == 0;
    }

    public static boolean isSupplementaryCodePoint(int codePoint) {
        return codePoint >= MIN_SUPPLEMENTARY_CODE_POINT && codePoint <= MAX_CODE_POINT;
    }

    public static boolean isHighSurrogate(char ch) {
        return ch >= MIN_HIGH_SURROGATE && ch <= MAX_HIGH_SURROGATE;
    }

    public static boolean isLowSurrogate(char ch) {
        return ch >= MIN_LOW_SURROGATE && ch <= MAX_LOW_SURROGATE;
    }

    public static boolean isSurrogate(char ch) {
        return ch >= MIN_SURROGATE && ch <= MAX_SURROGATE;
    }

    public static boolean isSurrogatePair(char high, char low) {
        return isHighSurrogate(high) && isLowSurrogate(low);
    }

    public static int charCount(int codePoint) {
        return codePoint >= MIN_SUPPLEMENTARY_CODE_POINT ? 2 : 1;
    }

    public static int toCodePoint(char high, char low) {
        return (high - MIN_HIGH_SURROGATE << 10) + (low - MIN_LOW_SURROGATE) + MIN_SUPPLEMENTARY_CODE_POINT;
    }

    public static char highSurrogate(int codePoint) {
        return (char) (MIN_HIGH_SURROGATE + (codePoint - MIN_SUPPLEMENTARY_CODE_POINT >>> 10));
    }

    public static char lowSurrogate(int codePoint) {
        return (char) (MIN_LOW_SURROGATE + (codePoint & 0x3ff));
    }

    public static int codePointAt(CharSequence seq, int index) {
        char high = seq.charAt(index);
        if (isHighSurrogate(high) && index + 1 < seq.length()) {
            char low = seq.charAt(index + 1);
            if (isLowSurrogate(low)) {
                return toCodePoint(high, low);
            }
        }
        return high;
    }

    public static int codePointAt(char[] a, int index) {
        return codePointAtImpl(a, index, a.length);
    }

    public static int codePointAt(char[] a, int index, int limit) {
        if (index >= limit || index < 0 || limit > a.length) {
            throw new IndexOutOfBoundsException();
        }
        return codePointAtImpl(a, index, limit);
    }

    static int codePointAtImpl(char[] a, int index, int limit) {
        char high = a[index];
        if (isHighSurrogate(high) && index + 1 < limit && isLowSurrogate(a[index + 1])) {
            return toCodePoint(high, a[index + 1]);
        }
        return high;
    }

    public static int codePointBefore(CharSequence seq, int index) {
        char low = seq.charAt(index - 1);
        if (isLowSurrogate(low) && index > 1) {
            char high = seq.charAt(index - 2);
            if (isHighSurrogate(high)) {
                return toCodePoint(high, low);
            }
        }
        return low;
    }

    public static int codePointBefore(char[] a, int index) {
        return codePointBeforeImpl(a, index, 0);
    }

    public static int codePointBefore(char[] a, int index, int start) {
        if (index <= start || start < 0 || index > a.length) {
            throw new IndexOutOfBoundsException();
        }
        return codePointBeforeImpl(a, index, start);
    }

    static int codePointBeforeImpl(char[] a, int index, int start) {
        char low = a[index - 1];
        if (isLowSurrogate(low) && index - 1 > start && isHighSurrogate(a[index - 2])) {
            return toCodePoint(a[index - 2], low);
        }
        return low;
    }

    public static int toChars(int codePoint, char[] dst, int dstIndex) {
        if (isBmpCodePoint(codePoint)) {
            dst[dstIndex] = (char) codePoint;
            return 1;
        }
        if (!isValidCodePoint(codePoint)) {
            throw invalid(codePoint);
        }
        dst[dstIndex + 1] = lowSurrogate(codePoint);
        dst[dstIndex] = highSurrogate(codePoint);
        return 2;
    }

    public static char[] toChars(int codePoint) {
        if (isBmpCodePoint(codePoint)) {
            return new char[] {(char) codePoint};
        }
        if (!isValidCodePoint(codePoint)) {
            throw invalid(codePoint);
        }
        return new char[] {highSurrogate(codePoint), lowSurrogate(codePoint)};
    }

    private static IllegalArgumentException invalid(int codePoint) {
        return new IllegalArgumentException(
                "Not a valid Unicode code point: 0x" + Integer.toHexString(codePoint).toUpperCase());
    }

    public static int codePointCount(CharSequence seq, int beginIndex, int endIndex) {
        Bounds.quietRange(beginIndex, endIndex, seq.length());
        int n = 0;
        for (int i = beginIndex; i < endIndex; n++) {
            if (isHighSurrogate(seq.charAt(i++)) && i < endIndex && isLowSurrogate(seq.charAt(i))) {
                i++;
            }
        }
        return n;
    }

    public static int codePointCount(char[] a, int offset, int count) {
        Bounds.quietOffsetCount(offset, count, a.length);
        return codePointCountImpl(a, offset, count);
    }

    static int codePointCountImpl(char[] a, int offset, int count) {
        int end = offset + count;
        int n = 0;
        for (int i = offset; i < end; n++) {
            if (isHighSurrogate(a[i++]) && i < end && isLowSurrogate(a[i])) {
                i++;
            }
        }
        return n;
    }

    public static int offsetByCodePoints(CharSequence seq, int index, int codePointOffset) {
        int length = seq.length();
        if (index < 0 || index > length) {
            throw new IndexOutOfBoundsException();
        }
        int at = index;
        for (; codePointOffset > 0; codePointOffset--) {
            if (at >= length) {
                throw new IndexOutOfBoundsException();
            }
            if (isHighSurrogate(seq.charAt(at++)) && at < length && isLowSurrogate(seq.charAt(at))) {
                at++;
            }
        }
        for (; codePointOffset < 0; codePointOffset++) {
            if (at <= 0) {
                throw new IndexOutOfBoundsException();
            }
            if (isLowSurrogate(seq.charAt(--at)) && at > 0 && isHighSurrogate(seq.charAt(at - 1))) {
                at--;
            }
        }
        return at;
    }

    public static int offsetByCodePoints(char[] a, int start, int count, int index, int codePointOffset) {
        if (count > a.length - start || start < 0 || count < 0 || index < start || index > start + count) {
            throw new IndexOutOfBoundsException();
        }
        return offsetByCodePointsImpl(a, start, count, index, codePointOffset);
    }

    static int offsetByCodePointsImpl(char[] a, int start, int count, int index, int codePointOffset) {
        int end = start + count;
        int at = index;
        for (; codePointOffset > 0; codePointOffset--) {
            if (at >= end) {
                throw new IndexOutOfBoundsException();
            }
            if (isHighSurrogate(a[at++]) && at < end && isLowSurrogate(a[at])) {
                at++;
            }
        }
        for (; codePointOffset < 0; codePointOffset++) {
            if (at <= start) {
                throw new IndexOutOfBoundsException();
            }
            if (isLowSurrogate(a[--at]) && at > start && isHighSurrogate(a[at - 1])) {
                at--;
            }
        }
        return at;
    }

    // ---- what kind of character

    public static native int getType(char ch);

    public static native int getType(int codePoint);

    public static native boolean isLowerCase(char ch);

    public static native boolean isLowerCase(int codePoint);

    public static native boolean isUpperCase(char ch);

    public static native boolean isUpperCase(int codePoint);

    public static native boolean isDigit(char ch);

    public static native boolean isDigit(int codePoint);

    public static native boolean isDefined(char ch);

    public static native boolean isDefined(int codePoint);

    public static native boolean isLetter(char ch);

    public static native boolean isLetter(int codePoint);

    public static native boolean isLetterOrDigit(char ch);

    public static native boolean isLetterOrDigit(int codePoint);

    public static native boolean isJavaIdentifierStart(char ch);

    public static native boolean isJavaIdentifierStart(int codePoint);

    public static native boolean isJavaIdentifierPart(char ch);

    public static native boolean isJavaIdentifierPart(int codePoint);

    public static native boolean isUnicodeIdentifierStart(char ch);

    public static native boolean isUnicodeIdentifierStart(int codePoint);

    public static native boolean isUnicodeIdentifierPart(char ch);

    public static native boolean isUnicodeIdentifierPart(int codePoint);

    public static native boolean isIdentifierIgnorable(char ch);

    public static native boolean isIdentifierIgnorable(int codePoint);

    public static native boolean isSpaceChar(char ch);

    public static native boolean isSpaceChar(int codePoint);

    public static native boolean isWhitespace(char ch);

    public static native boolean isWhitespace(int codePoint);

    public static boolean isTitleCase(char ch) {
        return getType(ch) == TITLECASE_LETTER;
    }

    public static boolean isTitleCase(int codePoint) {
        return getType(codePoint) == TITLECASE_LETTER;
    }

    public static boolean isAlphabetic(int codePoint) {
        int type = getType(codePoint);
        if (type >= UPPERCASE_LETTER && type <= OTHER_LETTER || type == LETTER_NUMBER) {
            return true;
        }
        return deadwood.internal.Runtime.hasJdk()
                ? CharacterData.of(codePoint).isOtherAlphabetic(codePoint)
                : hasProperty(0, codePoint);
    }

    public static boolean isIdeographic(int codePoint) {
        return deadwood.internal.Runtime.hasJdk()
                ? CharacterData.of(codePoint).isIdeographic(codePoint)
                : hasProperty(1, codePoint);
    }

    /** Properties as JavaScript knows them, by number; see the native. */
    private static native boolean hasProperty(int property, int codePoint);

    public static boolean isEmoji(int codePoint) {
        return hasProperty(2, codePoint);
    }

    public static boolean isEmojiPresentation(int codePoint) {
        return hasProperty(3, codePoint);
    }

    public static boolean isEmojiModifier(int codePoint) {
        return hasProperty(4, codePoint);
    }

    public static boolean isEmojiModifierBase(int codePoint) {
        return hasProperty(5, codePoint);
    }

    public static boolean isEmojiComponent(int codePoint) {
        return hasProperty(6, codePoint);
    }

    public static boolean isExtendedPictographic(int codePoint) {
        return hasProperty(7, codePoint);
    }

    @Deprecated(since = "1.1")
    public static boolean isJavaLetter(char ch) {
        return isJavaIdentifierStart(ch);
    }

    @Deprecated(since = "1.1")
    public static boolean isJavaLetterOrDigit(char ch) {
        return isJavaIdentifierPart(ch);
    }

    @Deprecated(since = "1.1")
    public static boolean isSpace(char ch) {
        return ch == ' ' || ch == '\t' || ch == '\n' || ch == '\r' || ch == '\f';
    }

    public static boolean isISOControl(char ch) {
        return isISOControl((int) ch);
    }

    public static boolean isISOControl(int codePoint) {
        return codePoint >= 0 && codePoint <= 0x9f && (codePoint <= 0x1f || codePoint >= 0x7f);
    }

    public static native char toLowerCase(char ch);

    public static native int toLowerCase(int codePoint);

    public static native char toUpperCase(char ch);

    public static native int toUpperCase(int codePoint);

    public static native char toTitleCase(char ch);

    public static native int toTitleCase(int codePoint);

    public static native int digit(char ch, int radix);

    public static native int digit(int codePoint, int radix);

    public static char forDigit(int digit, int radix) {
        if (digit < 0 || digit >= radix || radix < MIN_RADIX || radix > MAX_RADIX) {
            return '\0';
        }
        return (char) (digit < 10 ? '0' + digit : 'a' - 10 + digit);
    }

    public static int getNumericValue(char ch) {
        return getNumericValue((int) ch);
    }

    public static int getNumericValue(int codePoint) {
        int digit = digit(codePoint, MAX_RADIX);
        if (digit >= 0 || codePoint < 0x80 || !deadwood.internal.Runtime.hasJdk()) {
            return digit;
        }
        return CharacterData.of(codePoint).getNumericValue(codePoint);
    }

    public static byte getDirectionality(char ch) {
        return getDirectionality((int) ch);
    }

    public static byte getDirectionality(int codePoint) {
        return CharacterData.of(codePoint).getDirectionality(codePoint);
    }

    public static boolean isMirrored(char ch) {
        return isMirrored((int) ch);
    }

    public static boolean isMirrored(int codePoint) {
        return CharacterData.of(codePoint).isMirrored(codePoint);
    }

    public static String getName(int codePoint) {
        if (!isValidCodePoint(codePoint)) {
            throw invalid(codePoint);
        }
        String name = CharacterName.getInstance().getName(codePoint);
        if (name != null || getType(codePoint) == UNASSIGNED) {
            return name;
        }
        String hex = Integer.toHexString(codePoint).toUpperCase();
        String block = blockName(codePoint);
        return block == null ? hex : block.replace('_', ' ') + " " + hex;
    }

    /** By reflection, because the nested class is not among these sources. */
    private static String blockName(int codePoint) {
        try {
            Object block = Class.forName("java.lang.Character$UnicodeBlock").getMethod("of", int.class)
                    .invoke(null, codePoint);
            return block == null ? null : block.toString();
        } catch (ReflectiveOperationException e) {
            throw new InternalError(e);
        }
    }

    public static int codePointOf(String name) {
        String wanted = name.trim().toUpperCase();
        int codePoint = CharacterName.getInstance().getCodePoint(wanted);
        if (codePoint != -1) {
            return codePoint;
        }
        try {
            int space = wanted.lastIndexOf(' ');
            if (space >= 0) {
                codePoint = Integer.parseInt(wanted, space + 1, wanted.length(), 16);
                if (isValidCodePoint(codePoint) && wanted.equals(getName(codePoint))) {
                    return codePoint;
                }
            }
        } catch (NumberFormatException e) {
            // Not of the form "BLOCK NAME 1A2B": there is no such name.
        }
        throw new IllegalArgumentException("Unrecognized character name :" + wanted);
    }

    // ---- what other classes of java.lang reach for

    static int toUpperCaseEx(int codePoint) {
        return CharacterData.of(codePoint).toUpperCaseEx(codePoint);
    }

    static char[] toUpperCaseCharArray(int codePoint) {
        return CharacterData.of(codePoint).toUpperCaseCharArray(codePoint);
    }

    public Optional<java.lang.constant.DynamicConstantDesc<Character>> describeConstable() {
        return Optional.of(java.lang.constant.DynamicConstantDesc.<Character>ofNamed(
                java.lang.constant.ConstantDescs.BSM_EXPLICIT_CAST,
                java.lang.constant.ConstantDescs.DEFAULT_NAME,
                java.lang.constant.ConstantDescs.CD_char,
                (int) value));
    }
}
