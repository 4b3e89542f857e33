package java.lang;

import java.io.UnsupportedEncodingException;
import java.lang.constant.Constable;
import java.lang.constant.ConstantDesc;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Formatter;
import java.util.Iterator;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A string is its characters and nothing else: no cached hash, no coder, so
 * that a string once made never changes. The machine reads `value` directly.
 */
public final class String implements java.io.Serializable, Comparable<String>, CharSequence, Constable, ConstantDesc {
    private final char[] value;

    private static final long serialVersionUID = -6849794470754667710L;
    static final boolean COMPACT_STRINGS = false;

    /** Without a JDK there is no Comparator to implement. */
    public static final Comparator<String> CASE_INSENSITIVE_ORDER =
            deadwood.internal.Runtime.hasJdk() ? new CaseInsensitiveComparator() : null;

    // ---- making strings

    public String() {
        value = new char[0];
    }

    public String(String original) {
        value = original.value;
    }

    public String(char[] value) {
        this.value = copy(value, 0, value.length);
    }

    public String(char[] value, int offset, int count) {
        Bounds.offsetCount(offset, count, value.length);
        this.value = copy(value, offset, count);
    }

    public String(int[] codePoints, int offset, int count) {
        Bounds.offsetCount(offset, count, codePoints.length);
        int length = count;
        for (int i = offset; i < offset + count; i++) {
            int cp = codePoints[i];
            if (cp >>> 16 != 0) {
                if (!Character.isValidCodePoint(cp)) {
                    throw new IllegalArgumentException(Integer.toString(cp));
                }
                length++;
            }
        }
        char[] chars = new char[length];
        int n = 0;
        for (int i = offset; i < offset + count; i++) {
            n += Character.toChars(codePoints[i], chars, n);
        }
        this.value = chars;
    }

    @Deprecated(since = "1.1")
    public String(byte[] ascii, int hibyte, int offset, int count) {
        Bounds.offsetCount(offset, count, ascii.length);
        char[] chars = new char[count];
        for (int i = 0; i < count; i++) {
            chars[i] = (char) (hibyte << 8 | ascii[offset + i] & 0xFF);
        }
        this.value = chars;
    }

    @Deprecated(since = "1.1")
    public String(byte[] ascii, int hibyte) {
        this(ascii, hibyte, 0, ascii.length);
    }

    public String(byte[] bytes, int offset, int length, String charsetName) throws UnsupportedEncodingException {
        int known = knownCharset(charsetName);
        Charset charset = known == 0 ? lookUp(charsetName) : null;
        Bounds.offsetCount(offset, length, bytes.length);
        this.value = known != 0 ? decode(known, bytes, offset, length) : decode(charset, bytes, offset, length);
    }

    public String(byte[] bytes, int offset, int length, Charset charset) {
        if (charset == null) {
            throw new NullPointerException();
        }
        Bounds.offsetCount(offset, length, bytes.length);
        this.value = decode(charset, bytes, offset, length);
    }

    public String(byte[] bytes, String charsetName) throws UnsupportedEncodingException {
        this(bytes, 0, bytes.length, charsetName);
    }

    public String(byte[] bytes, Charset charset) {
        this(bytes, 0, bytes.length, charset);
    }

    public String(byte[] bytes, int offset, int length) {
        Bounds.offsetCount(offset, length, bytes.length);
        this.value = decode(UTF_8, bytes, offset, length);
    }

    public String(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    public String(StringBuffer buffer) {
        this(buffer.toString());
    }

    public String(StringBuilder builder) {
        this(builder.toString());
    }

    private static native char[] copy(char[] from, int offset, int count);

    public static native String valueOf(char c);

    public static String valueOf(Object obj) {
        return obj == null ? "null" : obj.toString();
    }

    public static String valueOf(char[] data) {
        return new String(data);
    }

    public static String valueOf(char[] data, int offset, int count) {
        return new String(data, offset, count);
    }

    public static String copyValueOf(char[] data, int offset, int count) {
        return new String(data, offset, count);
    }

    public static String copyValueOf(char[] data) {
        return new String(data);
    }

    public static String valueOf(boolean b) {
        return b ? "true" : "false";
    }

    public static String valueOf(int i) {
        return Integer.toString(i);
    }

    public static String valueOf(long l) {
        return Long.toString(l);
    }

    public static String valueOf(float f) {
        return Float.toString(f);
    }

    public static String valueOf(double d) {
        return Double.toString(d);
    }

    static String valueOfCodePoint(int codePoint) {
        return new String(Character.toChars(codePoint));
    }

    // ---- looking at them

    public native int length();

    public native boolean isEmpty();

    public native char charAt(int index);

    public native boolean equals(Object anObject);

    public native int hashCode();

    public native int compareTo(String anotherString);

    public native int compareToIgnoreCase(String str);

    public native boolean equalsIgnoreCase(String anotherString);

    public native boolean regionMatches(int toffset, String other, int ooffset, int len);

    public native boolean regionMatches(boolean ignoreCase, int toffset, String other, int ooffset, int len);

    public native boolean startsWith(String prefix, int toffset);

    public native boolean startsWith(String prefix);

    public native boolean endsWith(String suffix);

    public native int indexOf(int ch);

    public native int indexOf(int ch, int fromIndex);

    public int indexOf(int ch, int beginIndex, int endIndex) {
        Bounds.beginEnd(beginIndex, endIndex, length());
        int at = indexOf(ch, beginIndex);
        return at + Character.charCount(ch) <= endIndex ? at : -1;
    }

    public native int lastIndexOf(int ch);

    public native int lastIndexOf(int ch, int fromIndex);

    public native int indexOf(String str);

    public native int indexOf(String str, int fromIndex);

    public int indexOf(String str, int beginIndex, int endIndex) {
        int wanted = str.length();
        Bounds.beginEnd(beginIndex, endIndex, length());
        int at = indexOf(str, beginIndex);
        return at + wanted <= endIndex ? at : -1;
    }

    public native int lastIndexOf(String str);

    public native int lastIndexOf(String str, int fromIndex);

    public boolean contains(CharSequence s) {
        return indexOf(s.toString()) >= 0;
    }

    public boolean contentEquals(StringBuffer sb) {
        return contentEquals((CharSequence) sb);
    }

    public boolean contentEquals(CharSequence cs) {
        if (cs instanceof String) {
            return equals(cs);
        }
        if (cs instanceof StringBuffer) {
            synchronized (cs) {
                return equals(cs.toString());
            }
        }
        int n = cs.length();
        if (n != length()) {
            return false;
        }
        for (int i = 0; i < n; i++) {
            if (value[i] != cs.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    public int codePointAt(int index) {
        Bounds.index(index, value.length);
        return Character.codePointAtImpl(value, index, value.length);
    }

    public int codePointBefore(int index) {
        Bounds.indexBefore(index, value.length);
        return Character.codePointBeforeImpl(value, index, 0);
    }

    public int codePointCount(int beginIndex, int endIndex) {
        Bounds.quietRange(beginIndex, endIndex, value.length);
        return Character.codePointCountImpl(value, beginIndex, endIndex - beginIndex);
    }

    public int offsetByCodePoints(int index, int codePointOffset) {
        return Character.offsetByCodePoints(this, index, codePointOffset);
    }

    public native boolean isBlank();

    public native void getChars(int srcBegin, int srcEnd, char[] dst, int dstBegin);

    public native char[] toCharArray();

    public String toString() {
        return this;
    }

    public native String intern();

    // ---- making others from them

    public native String substring(int beginIndex);

    public native String substring(int beginIndex, int endIndex);

    public CharSequence subSequence(int beginIndex, int endIndex) {
        return substring(beginIndex, endIndex);
    }

    public native String concat(String str);

    public native String replace(char oldChar, char newChar);

    private native String replaceEach(String target, String replacement);

    public String replace(CharSequence target, CharSequence replacement) {
        return replaceEach(target.toString(), replacement.toString());
    }

    public native String toLowerCase();

    public native String toUpperCase();

    public String toLowerCase(Locale locale) {
        String language = locale.getLanguage();
        if (hasDotlessI(language)) {
            String dotted = replace("I\u0307", "i").replace('\u0130', 'i').replace('I', '\u0131').toLowerCase();
            return dotted.equals(this) ? this : dotted;
        }
        return language.equals("lt") ? withCaseOf(locale, false) : toLowerCase();
    }

    public String toUpperCase(Locale locale) {
        String language = locale.getLanguage();
        if (hasDotlessI(language)) {
            return replace('i', '\u0130').toUpperCase();
        }
        return language.equals("lt") ? withCaseOf(locale, true) : toUpperCase();
    }

    /** Turkish and Azeri tell the i with a dot from the one without. */
    private static boolean hasDotlessI(String language) {
        return language.equals("tr") || language.equals("az");
    }

    /** Lithuanian keeps dots under accents: the JDK knows when. */
    private String withCaseOf(Locale locale, boolean upper) {
        StringBuilder out = new StringBuilder(length());
        for (int i = 0; i < length();) {
            int cp = codePointAt(i);
            int mapped = upper
                    ? ConditionalSpecialCasing.toUpperCaseEx(this, i, locale)
                    : ConditionalSpecialCasing.toLowerCaseEx(this, i, locale);
            if (mapped == Character.ERROR) {
                out.append(upper
                        ? ConditionalSpecialCasing.toUpperCaseCharArray(this, i, locale)
                        : ConditionalSpecialCasing.toLowerCaseCharArray(this, i, locale));
            } else {
                out.appendCodePoint(mapped);
            }
            i += Character.charCount(cp);
        }
        String result = out.toString();
        return result.equals(this) ? this : result;
    }

    public native String trim();

    public native String strip();

    public native String stripLeading();

    public native String stripTrailing();

    public String repeat(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("count is negative: " + count);
        }
        if (count == 1) {
            return this;
        }
        if ((long) length() * count > Integer.MAX_VALUE) {
            throw new OutOfMemoryError("Required length exceeds implementation limit");
        }
        return repeated(count);
    }

    private native String repeated(int count);

    public String indent(int n) {
        if (isEmpty()) {
            return "";
        }
        String[] lines = lineArray();
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < lines.length; i++) {
            String line = lines[i];
            if (n > 0) {
                out.append(" ".repeat(n)).append(line);
            } else {
                out.append(line, Math.min(-n, line.leadingBlanks()), line.length());
            }
            out.append('\n');
        }
        return out.toString();
    }

    public String stripIndent() {
        int length = length();
        if (length == 0) {
            return "";
        }
        char last = charAt(length - 1);
        boolean endsLine = last == '\n' || last == '\r';
        String[] lines = lineArray();
        int indent = Integer.MAX_VALUE;
        for (int i = 0; i < lines.length; i++) {
            // The last line counts even when it is blank: it says where the text block's edge is.
            if (!lines[i].isBlank() || i == lines.length - 1) {
                indent = Math.min(indent, lines[i].leadingBlanks());
            }
        }
        if (endsLine) {
            indent = 0;
        }
        StringBuilder out = new StringBuilder(length);
        for (int i = 0; i < lines.length; i++) {
            String line = lines[i];
            if (i > 0) {
                out.append('\n');
            }
            if (!line.isBlank()) {
                out.append(line.substring(Math.min(indent, line.leadingBlanks())).stripTrailing());
            }
        }
        if (endsLine) {
            out.append('\n');
        }
        return out.toString();
    }

    private int leadingBlanks() {
        int n = 0;
        while (n < value.length) {
            int cp = Character.codePointAtImpl(value, n, value.length);
            if (!Character.isWhitespace(cp)) {
                break;
            }
            n += Character.charCount(cp);
        }
        return n;
    }

    /** The lines without their ends; "\r\n" is one end. */
    private String[] lineArray() {
        int length = value.length;
        int count = 0;
        for (int i = 0; i < length; i = afterLine(i)) {
            count++;
        }
        String[] lines = new String[count];
        int n = 0;
        for (int i = 0; i < length;) {
            int next = afterLine(i);
            int end = next;
            if (end > i && value[end - 1] == '\n') {
                end--;
                if (end > i && value[end - 1] == '\r') {
                    end--;
                }
            } else if (end > i && value[end - 1] == '\r') {
                end--;
            }
            lines[n++] = substring(i, end);
            i = next;
        }
        return lines;
    }

    private int afterLine(int i) {
        for (; i < value.length; i++) {
            if (value[i] == '\n') {
                return i + 1;
            }
            if (value[i] == '\r') {
                return i + 1 < value.length && value[i + 1] == '\n' ? i + 2 : i + 1;
            }
        }
        return i;
    }

    public String translateEscapes() {
        int length = length();
        StringBuilder out = new StringBuilder(length);
        for (int i = 0; i < length;) {
            char c = charAt(i++);
            if (c != '\\') {
                out.append(c);
                continue;
            }
            char e = i < length ? charAt(i++) : '\0';
            if (e == 'n') {
                out.append('\n');
            } else if (e == 't') {
                out.append('\t');
            } else if (e == 'r') {
                out.append('\r');
            } else if (e == 'b') {
                out.append('\b');
            } else if (e == 'f') {
                out.append('\f');
            } else if (e == 's') {
                out.append(' ');
            } else if (e == '\'' || e == '"' || e == '\\') {
                out.append(e);
            } else if (e >= '0' && e <= '7') {
                int code = e - '0';
                int most = e <= '3' ? 2 : 1;
                for (int k = 0; k < most && i < length && charAt(i) >= '0' && charAt(i) <= '7'; k++) {
                    code = code * 8 + charAt(i++) - '0';
                }
                out.append((char) code);
            } else if (e == '\n') {
                // An escaped line end joins the two lines.
            } else if (e == '\r') {
                if (i < length && charAt(i) == '\n') {
                    i++;
                }
            } else {
                String hex = Integer.toHexString(e).toUpperCase();
                throw new IllegalArgumentException(
                        "Invalid escape sequence: \\" + e + " \\\\u" + "0".repeat(4 - hex.length()) + hex);
            }
        }
        return out.toString();
    }

    // ---- splitting and joining

    public String[] split(String regex) {
        return split(regex, 0);
    }

    public String[] split(String regex, int limit) {
        int c = plainSeparator(regex);
        return c >= 0 ? splitAt((char) c, limit, false) : Pattern.compile(regex).split(this, limit);
    }

    public String[] splitWithDelimiters(String regex, int limit) {
        int c = plainSeparator(regex);
        if (c >= 0) {
            return splitAt((char) c, limit, true);
        }
        java.util.ArrayList<String> parts = new java.util.ArrayList<>();
        Matcher matcher = Pattern.compile(regex).matcher(this);
        int from = 0;
        int pieces = 1;
        while ((limit <= 0 || pieces < limit) && matcher.find()) {
            if (from == 0 && matcher.start() == 0 && matcher.end() == 0) {
                continue; // an empty match at the very start splits nothing
            }
            parts.add(substring(from, matcher.start()));
            parts.add(matcher.group());
            from = matcher.end();
            pieces++;
        }
        if (parts.isEmpty()) {
            return new String[] {this};
        }
        parts.add(substring(from));
        int size = parts.size();
        if (limit == 0) {
            while (size > 0 && parts.get(size - 1).isEmpty()) {
                size--;
            }
        }
        return parts.subList(0, size).toArray(new String[size]);
    }

    /** The one character a regular expression stands for, or -1 if it needs the real engine. */
    private static int plainSeparator(String regex) {
        int length = regex.length();
        char c;
        if (length == 1) {
            c = regex.charAt(0);
            if (".$|()[{^?*+\\".indexOf(c) >= 0) {
                return -1;
            }
        } else if (length == 2 && regex.charAt(0) == '\\') {
            c = regex.charAt(1);
            if (c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
                return -1;
            }
        } else {
            return -1;
        }
        return Character.isSurrogate(c) ? -1 : c;
    }

    private String[] splitAt(char separator, int limit, boolean withDelimiters) {
        int pieces = 1;
        for (int at = indexOf(separator); at >= 0 && (limit <= 0 || pieces < limit); at = indexOf(separator, at + 1)) {
            pieces++;
        }
        if (pieces == 1) {
            return new String[] {this};
        }
        String[] parts = new String[withDelimiters ? pieces * 2 - 1 : pieces];
        int from = 0;
        int n = 0;
        for (int i = 1; i < pieces; i++) {
            int at = indexOf(separator, from);
            parts[n++] = substring(from, at);
            if (withDelimiters) {
                parts[n++] = valueOf(separator);
            }
            from = at + 1;
        }
        parts[n++] = substring(from);
        if (limit == 0 && parts[n - 1].isEmpty()) {
            while (n > 0 && parts[n - 1].isEmpty()) {
                n--;
            }
            String[] kept = new String[n];
            for (int i = 0; i < n; i++) {
                kept[i] = parts[i];
            }
            return kept;
        }
        return parts;
    }

    public static String join(CharSequence delimiter, CharSequence... elements) {
        String between = delimiter.toString();
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < elements.length; i++) {
            if (i > 0) {
                out.append(between);
            }
            out.append(valueOf(elements[i]));
        }
        return out.toString();
    }

    public static String join(CharSequence delimiter, Iterable<? extends CharSequence> elements) {
        if (delimiter == null || elements == null) {
            throw new NullPointerException();
        }
        String between = delimiter.toString();
        StringBuilder out = new StringBuilder();
        boolean first = true;
        for (Iterator<? extends CharSequence> it = elements.iterator(); it.hasNext();) {
            if (first) {
                first = false;
            } else {
                out.append(between);
            }
            out.append(valueOf(it.next()));
        }
        return out.toString();
    }

    static String join(String prefix, String suffix, String delimiter, String[] elements, int size) {
        StringBuilder out = new StringBuilder(prefix);
        for (int i = 0; i < size; i++) {
            if (i > 0) {
                out.append(delimiter);
            }
            out.append(elements[i]);
        }
        return out.append(suffix).toString();
    }

    // ---- with the help of java.util

    public boolean matches(String regex) {
        return Pattern.matches(regex, this);
    }

    public String replaceFirst(String regex, String replacement) {
        return Pattern.compile(regex).matcher(this).replaceFirst(replacement);
    }

    public String replaceAll(String regex, String replacement) {
        return Pattern.compile(regex).matcher(this).replaceAll(replacement);
    }

    public static String format(String format, Object... args) {
        return new Formatter().format(format, args).toString();
    }

    public static String format(Locale l, String format, Object... args) {
        return new Formatter(l).format(format, args).toString();
    }

    public String formatted(Object... args) {
        return new Formatter().format(this, args).toString();
    }

    public Stream<String> lines() {
        return Arrays.stream(lineArray());
    }

    public IntStream chars() {
        return CodeUnits.stream(this, false);
    }

    public IntStream codePoints() {
        return CodeUnits.stream(this, true);
    }

    public <R> R transform(Function<? super String, ? extends R> f) {
        return f.apply(this);
    }

    public Optional<String> describeConstable() {
        return Optional.of(this);
    }

    public String resolveConstantDesc(MethodHandles.Lookup lookup) {
        return this;
    }

    // ---- bytes

    private static final int UTF_8 = 1;
    private static final int ISO_8859_1 = 2;
    private static final int US_ASCII = 3;

    private static native char[] decode(int charset, byte[] bytes, int offset, int length);

    private static native byte[] encode(int charset, String text);

    /** The charsets handled here, so that they work with no JDK; 0 for any other. */
    private static int knownCharset(String name) {
        if (name == null) {
            throw new NullPointerException();
        }
        if (name.equalsIgnoreCase("UTF-8") || name.equalsIgnoreCase("UTF8")) {
            return UTF_8;
        }
        if (name.equalsIgnoreCase("ISO-8859-1") || name.equalsIgnoreCase("ISO8859_1")
                || name.equalsIgnoreCase("latin1")) {
            return ISO_8859_1;
        }
        if (name.equalsIgnoreCase("US-ASCII") || name.equalsIgnoreCase("ASCII")) {
            return US_ASCII;
        }
        return 0;
    }

    /** Only what java.base has: looking for others would go through the service files of the class path. */
    private static Charset lookUp(String name) throws UnsupportedEncodingException {
        Charset charset = new sun.nio.cs.StandardCharsets().charsetForName(name);
        if (charset == null) {
            throw new UnsupportedEncodingException(name);
        }
        return charset;
    }

    private static char[] decode(Charset charset, byte[] bytes, int offset, int length) {
        int known = knownCharset(charset.name());
        if (known != 0) {
            return decode(known, bytes, offset, length);
        }
        try {
            CharBuffer chars = charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPLACE)
                    .onUnmappableCharacter(CodingErrorAction.REPLACE)
                    .decode(ByteBuffer.wrap(bytes, offset, length));
            char[] result = new char[chars.remaining()];
            chars.get(result);
            return result;
        } catch (CharacterCodingException e) {
            throw new Error(e);
        }
    }

    public byte[] getBytes() {
        return encode(UTF_8, this);
    }

    public byte[] getBytes(String charsetName) throws UnsupportedEncodingException {
        int known = knownCharset(charsetName);
        return known != 0 ? encode(known, this) : getBytes(lookUp(charsetName));
    }

    public byte[] getBytes(Charset charset) {
        if (charset == null) {
            throw new NullPointerException();
        }
        int known = knownCharset(charset.name());
        if (known != 0) {
            return encode(known, this);
        }
        try {
            return remaining(charset.newEncoder()
                    .onMalformedInput(CodingErrorAction.REPLACE)
                    .onUnmappableCharacter(CodingErrorAction.REPLACE)
                    .encode(CharBuffer.wrap(this)));
        } catch (CharacterCodingException e) {
            throw new Error(e);
        }
    }

    @Deprecated(since = "1.1")
    public void getBytes(int srcBegin, int srcEnd, byte[] dst, int dstBegin) {
        Bounds.beginEnd(srcBegin, srcEnd, value.length);
        Bounds.offsetCount(dstBegin, srcEnd - srcBegin, dst.length);
        for (int i = srcBegin; i < srcEnd; i++) {
            dst[dstBegin++] = (byte) value[i];
        }
    }

    private static byte[] remaining(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    // ---- what other classes of java.base reach for

    static String newStringUTF8NoRepl(byte[] bytes, int offset, int length) {
        try {
            return java.nio.charset.StandardCharsets.UTF_8.newDecoder()
                    .decode(ByteBuffer.wrap(bytes, offset, length)).toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    static String newStringUTF8NoRepl(byte[] bytes, int offset, int length, boolean noShare) {
        return newStringUTF8NoRepl(bytes, offset, length);
    }

    static String newStringNoRepl(byte[] bytes, Charset charset) throws CharacterCodingException {
        return charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    }

    static byte[] getBytesUTF8NoRepl(String text) {
        try {
            return getBytesNoRepl(text, java.nio.charset.StandardCharsets.UTF_8);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    static byte[] getBytesNoRepl(String text, Charset charset) throws CharacterCodingException {
        return remaining(charset.newEncoder().encode(CharBuffer.wrap(text)));
    }

    static int decodeASCII(byte[] bytes, int from, char[] chars, int to, int length) {
        int n = 0;
        while (n < length && bytes[from + n] >= 0) {
            chars[to + n] = (char) bytes[from + n];
            n++;
        }
        return n;
    }

    boolean bytesCompatible(Charset charset) {
        return false;
    }

    boolean isLatin1() {
        return false;
    }

    byte coder() {
        return 1;
    }

    static void checkIndex(int index, int length) {
        Bounds.index(index, length);
    }

    static void checkOffset(int offset, int length) {
        Bounds.offset(offset, length);
    }

    static void checkBoundsOffCount(int offset, int count, int length) {
        Bounds.offsetCount(offset, count, length);
    }

    static void checkBoundsBeginEnd(int begin, int end, int length) {
        Bounds.beginEnd(begin, end, length);
    }

    private static class CaseInsensitiveComparator implements Comparator<String>, java.io.Serializable {
        private static final long serialVersionUID = 8575799808933029326L;

        public int compare(String s1, String s2) {
            return s1.compareToIgnoreCase(s2);
        }

        private Object readResolve() {
            return CASE_INSENSITIVE_ORDER;
        }
    }
}
