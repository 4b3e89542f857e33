package java.lang;

/** Reading whole numbers where more than the plain `parseInt` is asked for. */
final class Digits {
    private Digits() {}

    /** A signed number within a part of a sequence; `min` is the smaller in magnitude plus one of `max`. */
    static long parse(CharSequence s, int begin, int end, int radix, long min, long max) {
        if (s == null) {
            throw new NullPointerException();
        }
        Bounds.quietRange(begin, end, s.length());
        checkRadix(radix);
        if (begin == end) {
            throw new NumberFormatException(forInput("", radix));
        }
        char first = s.charAt(begin);
        boolean negative = first == '-';
        int i = negative || first == '+' ? begin + 1 : begin;
        if (i == end) {
            throw errorAt(s, begin, end, i);
        }
        // Counts downwards: the negative side is the longer one.
        long limit = negative ? min : -max;
        long result = 0;
        for (; i < end; i++) {
            int digit = Character.digit(s.charAt(i), radix);
            if (digit < 0 || result < limit / radix || result * radix < limit + digit) {
                throw errorAt(s, begin, end, i);
            }
            result = result * radix - digit;
        }
        return negative ? result : -result;
    }

    static long parseUnsigned(CharSequence s, int begin, int end, int radix, boolean narrow) {
        if (s == null) {
            throw new NullPointerException();
        }
        Bounds.quietRange(begin, end, s.length());
        int length = end - begin;
        if (length == 0) {
            throw new NumberFormatException(forInput("", radix));
        }
        if (s.charAt(begin) == '-') {
            throw new NumberFormatException("Illegal leading minus sign on unsigned string " + s + ".");
        }
        if (narrow) {
            if (length <= 5 || radix == 10 && length <= 9) {
                return Integer.parseInt(s, begin, end, radix);
            }
            long wide = Long.parseLong(s, begin, end, radix);
            if ((wide & 0xffff_ffff_0000_0000L) != 0) {
                throw exceeds(s, "int");
            }
            return wide;
        }
        if (length <= 12 || radix == 10 && length <= 18) {
            return Long.parseLong(s, begin, end, radix);
        }
        if (deadwood.internal.Runtime.featureVersion() >= 21) {
            if (allDigits(s, begin, end, radix)) {
                return accumulate(s, begin, end, radix);
            }
            throw new NumberFormatException(forInput(s.subSequence(begin, end).toString(), radix));
        }
        // All but the last digit must be a positive long.
        long head = Long.parseLong(s, begin, end - 1, radix);
        int last = Character.digit(s.charAt(end - 1), radix);
        if (last < 0) {
            throw new NumberFormatException("Bad digit at end of " + s);
        }
        return append(head, last, radix, s);
    }

    private static long accumulate(CharSequence s, int begin, int end, int radix) {
        long result = 0;
        for (int i = s.charAt(begin) == '+' ? begin + 1 : begin; i < end; i++) {
            result = append(result, Character.digit(s.charAt(i), radix), radix, s);
        }
        return result;
    }

    private static long append(long head, int digit, int radix, CharSequence s) {
        long result = head * radix + digit;
        if (Long.compareUnsigned(head, Long.divideUnsigned(-1L, radix)) > 0
                || Long.compareUnsigned(result, digit) < 0) {
            throw exceeds(s, "long");
        }
        return result;
    }

    /** `0x`, `#`, `0` and a sign in front; the whole range of int or long. */
    static long decode(String nm, boolean narrow) {
        if (nm.isEmpty()) {
            throw new NumberFormatException("Zero length string");
        }
        int i = 0;
        boolean negative = nm.charAt(0) == '-';
        if (negative || nm.charAt(0) == '+') {
            i++;
        }
        int radix = 10;
        if (nm.startsWith("0x", i) || nm.startsWith("0X", i)) {
            i += 2;
            radix = 16;
        } else if (nm.startsWith("#", i)) {
            i++;
            radix = 16;
        } else if (nm.startsWith("0", i) && nm.length() > i + 1) {
            i++;
            radix = 8;
        }
        if (nm.startsWith("-", i) || nm.startsWith("+", i)) {
            throw new NumberFormatException("Sign character in wrong position");
        }
        // With its sign in front the smallest value of all can be read too.
        String digits = negative ? "-" + nm.substring(i) : nm.substring(i);
        return narrow ? Integer.parseInt(digits, radix) : Long.parseLong(digits, radix);
    }

    static void checkUnsigned(String s) {
        if (s == null) {
            throw new NumberFormatException("Cannot parse null string");
        }
        if (s.isEmpty()) {
            throw new NumberFormatException("For input string: \"\"");
        }
        if (s.charAt(0) == '-') {
            throw new NumberFormatException("Illegal leading minus sign on unsigned string " + s + ".");
        }
    }

    static boolean allDigits(CharSequence s, int begin, int end, int radix) {
        int i = s.charAt(begin) == '+' ? begin + 1 : begin;
        if (i == end) {
            return false;
        }
        for (; i < end; i++) {
            if (Character.digit(s.charAt(i), radix) < 0) {
                return false;
            }
        }
        return true;
    }

    static NumberFormatException exceeds(CharSequence s, String type) {
        return new NumberFormatException("String value " + s + " exceeds range of unsigned " + type + ".");
    }

    static String forInput(String s, int radix) {
        return "For input string: \"" + s + "\"" + (radix == 10 ? "" : " under radix " + radix);
    }

    private static NumberFormatException errorAt(CharSequence s, int begin, int end, int at) {
        return new NumberFormatException(
                "Error at index " + (at - begin) + " in: \"" + s.subSequence(begin, end) + "\"");
    }

    private static void checkRadix(int radix) {
        if (radix < Character.MIN_RADIX) {
            throw new NumberFormatException("radix " + radix + " less than Character.MIN_RADIX");
        }
        if (radix > Character.MAX_RADIX) {
            throw new NumberFormatException("radix " + radix + " greater than Character.MAX_RADIX");
        }
    }
}
