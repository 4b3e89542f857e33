package java.lang;

import java.util.Arrays;
import java.util.Spliterator;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

public interface CharSequence {
    int length();

    char charAt(int index);

    default boolean isEmpty() {
        return length() == 0;
    }

    CharSequence subSequence(int start, int end);

    String toString();

    default IntStream chars() {
        return CodeUnits.stream(this, false);
    }

    default IntStream codePoints() {
        return CodeUnits.stream(this, true);
    }

    default void getChars(int srcBegin, int srcEnd, char[] dst, int dstBegin) {
        Bounds.quietRange(srcBegin, srcEnd, length());
        Bounds.quietRange(dstBegin, dstBegin + (srcEnd - srcBegin), dst.length);
        while (srcBegin < srcEnd) {
            dst[dstBegin++] = charAt(srcBegin++);
        }
    }

    static int compare(CharSequence cs1, CharSequence cs2) {
        if (cs1 == null || cs2 == null) {
            throw new NullPointerException();
        }
        if (cs1 == cs2) {
            return 0;
        }
        int length1 = cs1.length();
        int length2 = cs2.length();
        int common = length1 < length2 ? length1 : length2;
        for (int i = 0; i < common; i++) {
            char a = cs1.charAt(i);
            char b = cs2.charAt(i);
            if (a != b) {
                return a - b;
            }
        }
        return length1 - length2;
    }
}

/** The characters of a sequence as a stream, read when the stream is run and not before. */
final class CodeUnits implements Supplier<Spliterator.OfInt> {
    private final CharSequence text;
    private final boolean pairs;

    private CodeUnits(CharSequence text, boolean pairs) {
        this.text = text;
        this.pairs = pairs;
    }

    static IntStream stream(CharSequence text, boolean pairs) {
        return StreamSupport.intStream(new CodeUnits(text, pairs),
                Spliterator.ORDERED | Spliterator.SIZED | Spliterator.SUBSIZED, false);
    }

    @Override
    public Spliterator.OfInt get() {
        int[] units = new int[text.length()];
        int n = 0;
        for (int i = 0; i < units.length; i++) {
            int unit = text.charAt(i);
            if (pairs && unit >= 0xD800 && unit < 0xDC00 && i + 1 < units.length) {
                char next = text.charAt(i + 1);
                if (Character.isLowSurrogate(next)) {
                    unit = Character.toCodePoint((char) unit, next);
                    i++;
                }
            }
            units[n++] = unit;
        }
        return Arrays.spliterator(units, 0, n);
    }
}
