package java.lang;

import java.util.stream.IntStream;

/**
 * The characters of a builder. What lies beyond `count` is always zero, so that
 * two builders with the same text and capacity are the same to the checker
 * whatever they held before. The machine knows the two fields and their order.
 */
abstract class AbstractStringBuilder implements Appendable, CharSequence {
    char[] value;
    int count;

    /** For serialization, which brings the value. */
    AbstractStringBuilder() {
        value = new char[0];
    }

    AbstractStringBuilder(int capacity) {
        value = new char[capacity];
    }

    AbstractStringBuilder(String str) {
        value = new char[withRoom(str.length())];
        append(str);
    }

    AbstractStringBuilder(CharSequence seq) {
        value = new char[withRoom(seq.length())];
        append(seq);
    }

    private static int withRoom(int length) {
        return length < Integer.MAX_VALUE - 16 ? length + 16 : Integer.MAX_VALUE;
    }

    int compareTo(AbstractStringBuilder another) {
        return this == another ? 0 : CharSequence.compare(this, another);
    }

    // ---- size

    @Override
    public native int length();

    public int capacity() {
        return value.length;
    }

    public void ensureCapacity(int minimumCapacity) {
        if (minimumCapacity > 0) {
            makeRoom(minimumCapacity);
        }
    }

    /** Grows the array as the JDK does: to twice and two more, or to what is needed. */
    private native void makeRoom(int minimumCapacity);

    public void trimToSize() {
        if (count < value.length) {
            char[] exact = new char[count];
            getChars(0, count, exact, 0);
            value = exact;
        }
    }

    public native void setLength(int newLength);

    // ---- reading

    @Override
    public native char charAt(int index);

    public int codePointAt(int index) {
        Bounds.index(index, count);
        return Character.codePointAtImpl(value, index, count);
    }

    public int codePointBefore(int index) {
        Bounds.indexBefore(index, count);
        return Character.codePointBeforeImpl(value, index, 0);
    }

    public int codePointCount(int beginIndex, int endIndex) {
        Bounds.quietRange(beginIndex, endIndex, count);
        return Character.codePointCountImpl(value, beginIndex, endIndex - beginIndex);
    }

    public int offsetByCodePoints(int index, int codePointOffset) {
        if (index < 0 || index > count) {
            throw new IndexOutOfBoundsException();
        }
        return Character.offsetByCodePointsImpl(value, 0, count, index, codePointOffset);
    }

    public void getChars(int srcBegin, int srcEnd, char[] dst, int dstBegin) {
        Bounds.startEnd(srcBegin, srcEnd, count);
        int n = srcEnd - srcBegin;
        Bounds.startEndOfOther(dstBegin, dstBegin + n, dst.length);
        System.arraycopy(value, srcBegin, dst, dstBegin, n);
    }

    public String substring(int start) {
        return substring(start, count);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return substring(start, end);
    }

    public String substring(int start, int end) {
        Bounds.startEnd(start, end, count);
        return new String(value, start, end - start);
    }

    public int indexOf(String str) {
        return indexOf(str, 0);
    }

    public native int indexOf(String str, int fromIndex);

    public int lastIndexOf(String str) {
        return lastIndexOf(str, count);
    }

    public native int lastIndexOf(String str, int fromIndex);

    @Override
    public IntStream chars() {
        return CodeUnits.stream(this, false);
    }

    @Override
    public IntStream codePoints() {
        return CodeUnits.stream(this, true);
    }

    @Override
    public abstract String toString();

    /** A new string of the present text. */
    final native String makeString();

    // ---- appending

    public AbstractStringBuilder append(Object obj) {
        return append(String.valueOf(obj));
    }

    public native AbstractStringBuilder append(String str);

    public AbstractStringBuilder append(StringBuffer sb) {
        return append((AbstractStringBuilder) sb);
    }

    AbstractStringBuilder append(AbstractStringBuilder asb) {
        if (asb == null) return append("null");
        // The other one is looked at twice, each time under its lock if it has one.
        int length = asb.length();
        makeRoom(count + length);
        asb.copyTo(value, count);
        count += length;
        return this;
    }

    void copyTo(char[] target, int at) {
        System.arraycopy(value, 0, target, at, count);
    }

    @Override
    public AbstractStringBuilder append(CharSequence s) {
        if (s == null || s instanceof String) {
            return append(String.valueOf(s));
        }
        if (s instanceof AbstractStringBuilder) {
            return append((AbstractStringBuilder) s);
        }
        return append(s, 0, s.length());
    }

    @Override
    public AbstractStringBuilder append(CharSequence s, int start, int end) {
        CharSequence from = s == null ? "null" : s;
        Bounds.startEndOfOther(start, end, from.length());
        makeRoom(count + end - start);
        if (from instanceof String) {
            ((String) from).getChars(start, end, value, count);
        } else {
            for (int i = start, to = count; i < end; i++) {
                value[to++] = from.charAt(i);
            }
        }
        count += end - start;
        return this;
    }

    public AbstractStringBuilder append(char[] str) {
        int n = str.length;
        makeRoom(count + n);
        System.arraycopy(str, 0, value, count, n);
        count += n;
        return this;
    }

    public AbstractStringBuilder append(char[] str, int offset, int len) {
        Bounds.startEndOfOther(offset, offset + len, str.length);
        makeRoom(count + len);
        System.arraycopy(str, offset, value, count, len);
        count += len;
        return this;
    }

    public native AbstractStringBuilder append(boolean b);

    @Override
    public native AbstractStringBuilder append(char c);

    public native AbstractStringBuilder append(int i);

    public native AbstractStringBuilder append(long lng);

    public AbstractStringBuilder append(float f) {
        return append(Float.toString(f));
    }

    public AbstractStringBuilder append(double d) {
        return append(Double.toString(d));
    }

    public AbstractStringBuilder appendCodePoint(int codePoint) {
        if (Character.isBmpCodePoint(codePoint)) {
            return append((char) codePoint);
        }
        return append(Character.toChars(codePoint));
    }

    public AbstractStringBuilder repeat(int codePoint, int count) {
        return repeatText(Character.toString(codePoint), count);
    }

    public AbstractStringBuilder repeat(CharSequence cs, int count) {
        return repeatText(String.valueOf(cs), count);
    }

    private AbstractStringBuilder repeatText(String text, int times) {
        if (times < 0) {
            throw new IllegalArgumentException("count is negative: " + times);
        }
        return append(text.repeat(times));
    }

    // ---- changing

    public native void setCharAt(int index, char ch);

    public AbstractStringBuilder delete(int start, int end) {
        int stop = end > count ? count : end;
        Bounds.startEnd(start, stop, count);
        splice(start, stop, "");
        return this;
    }

    public native AbstractStringBuilder deleteCharAt(int index);

    public AbstractStringBuilder replace(int start, int end, String str) {
        int stop = end > count ? count : end;
        Bounds.startEnd(start, stop, count);
        if (str == null) {
            throw new NullPointerException("Cannot invoke \"String.length()\" because \"str\" is null");
        }
        splice(start, stop, str);
        return this;
    }

    /** Puts `text` in the place of the characters from `start` to before `end`. */
    private native void splice(int start, int end, String text);

    public native AbstractStringBuilder reverse();

    // ---- inserting

    public AbstractStringBuilder insert(int index, char[] str, int offset, int len) {
        Bounds.offset(index, count);
        Bounds.startEnd(offset, offset + len, str.length);
        splice(index, index, new String(str, offset, len));
        return this;
    }

    public AbstractStringBuilder insert(int offset, Object obj) {
        return insert(offset, String.valueOf(obj));
    }

    public native AbstractStringBuilder insert(int offset, String str);

    public AbstractStringBuilder insert(int offset, char[] str) {
        Bounds.offset(offset, count);
        splice(offset, offset, new String(str));
        return this;
    }

    public AbstractStringBuilder insert(int dstOffset, CharSequence s) {
        return insert(dstOffset, String.valueOf(s));
    }

    public AbstractStringBuilder insert(int dstOffset, CharSequence s, int start, int end) {
        CharSequence from = s == null ? "null" : s;
        Bounds.offset(dstOffset, count);
        Bounds.startEndOfOther(start, end, from.length());
        splice(dstOffset, dstOffset, from.subSequence(start, end).toString());
        return this;
    }

    public AbstractStringBuilder insert(int offset, boolean b) {
        return insert(offset, String.valueOf(b));
    }

    public native AbstractStringBuilder insert(int offset, char c);

    public AbstractStringBuilder insert(int offset, int i) {
        return insert(offset, String.valueOf(i));
    }

    public AbstractStringBuilder insert(int offset, long l) {
        return insert(offset, String.valueOf(l));
    }

    public AbstractStringBuilder insert(int offset, float f) {
        return insert(offset, String.valueOf(f));
    }

    public AbstractStringBuilder insert(int offset, double d) {
        return insert(offset, String.valueOf(d));
    }
}
