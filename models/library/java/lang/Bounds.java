package java.lang;

/**
 * The bounds checks of strings and string builders, with the message the JDK
 * in use would give: the wording changed between JDK 17 and JDK 25.
 */
final class Bounds {
    private Bounds() {}

    private static boolean newWording() {
        return deadwood.internal.Runtime.featureVersion() >= 21;
    }

    private static boolean newRangeWording() {
        return deadwood.internal.Runtime.featureVersion() >= 22;
    }

    static void index(int index, int length) {
        if (index < 0 || index >= length) {
            throw new StringIndexOutOfBoundsException(newWording()
                    ? "Index " + index + " out of bounds for length " + length
                    : "index " + index + ", length " + length);
        }
    }

    /** `codePointBefore`: the character looked at is the one before `index`. */
    static void indexBefore(int index, int length) {
        if (index < 1 || index > length) {
            throw new StringIndexOutOfBoundsException(newWording()
                    ? "Index " + (index - 1) + " out of bounds for length " + length
                    : "String index out of range: " + index);
        }
    }

    /** A place to insert at. */
    static void offset(int offset, int length) {
        if (offset < 0 || offset > length) {
            throw new StringIndexOutOfBoundsException(newRangeWording()
                    ? "Range [" + offset + ", " + length + ") out of bounds for length " + length
                    : "offset " + offset + ", length " + length);
        }
    }

    /** A range of a String, from `begin` to before `end`. */
    static void beginEnd(int begin, int end, int length) {
        if (begin < 0 || begin > end || end > length) {
            throw new StringIndexOutOfBoundsException(newRangeWording()
                    ? range(begin, end, length)
                    : "begin " + begin + ", end " + end + ", length " + length);
        }
    }

    /** A range of a builder: as `beginEnd` with the builder's own words. */
    static void startEnd(int start, int end, int length) {
        if (start < 0 || start > end || end > length) {
            throw new StringIndexOutOfBoundsException(startEndText(start, end, length));
        }
    }

    /** A range of what is given to a builder: the plain exception class. */
    static void startEndOfOther(int start, int end, int length) {
        if (start < 0 || start > end || end > length) {
            throw new IndexOutOfBoundsException(startEndText(start, end, length));
        }
    }

    static void offsetCount(int offset, int count, int length) {
        if (offset < 0 || count < 0 || offset > length - count) {
            throw new StringIndexOutOfBoundsException(newRangeWording()
                    ? "Range [" + offset + ", " + offset + " + " + count + ") out of bounds for length " + length
                    : "offset " + offset + ", count " + count + ", length " + length);
        }
    }

    /** JDK 17 gave no message where this one is used. */
    static void quietRange(int begin, int end, int length) {
        if (begin < 0 || begin > end || end > length) {
            if (newRangeWording()) {
                throw new IndexOutOfBoundsException(range(begin, end, length));
            }
            throw new IndexOutOfBoundsException();
        }
    }

    static void quietOffsetCount(int offset, int count, int length) {
        if (offset < 0 || count < 0 || offset > length - count) {
            if (newRangeWording()) {
                throw new IndexOutOfBoundsException(
                        "Range [" + offset + ", " + offset + " + " + count + ") out of bounds for length " + length);
            }
            throw new IndexOutOfBoundsException();
        }
    }

    private static String range(int begin, int end, int length) {
        return "Range [" + begin + ", " + end + ") out of bounds for length " + length;
    }

    private static String startEndText(int start, int end, int length) {
        return newRangeWording()
                ? range(start, end, length)
                : "start " + start + ", end " + end + ", length " + length;
    }
}
