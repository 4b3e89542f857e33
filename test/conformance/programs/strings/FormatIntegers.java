// String.format with integral, character, boolean and string conversions and their flags.
package strings;

import static java.lang.System.out;
import java.math.BigInteger;

class FormatIntegers {
    static void f(String fmt, Object... args) {
        try {
            out.println(fmt + " -> [" + String.format(fmt, args) + "]");
        } catch (java.util.IllegalFormatException e) {
            out.println(fmt + " -> " + e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        for (Object v : new Object[] {0, 42, -42, Integer.MIN_VALUE, 1234567}) {
            f("%d|%5d|%-8d|%08d|%+d|% d|%,d|%(d|%x|%X|%#x|%o|%#o", v, v, v, v, v, v, v, v, v, v, v, v, v);
        }
        f("%d %x %o", -1L, -1L, -1L);
        f("%x %x %x", (byte) -1, (short) -1, Long.MIN_VALUE);
        f("%,d %,15d %-,15d| %+,d", Long.MAX_VALUE, -123456789L, 1234L, 1000000);
        f("%010d %(,d %+5d", -5, -1234567, 3);
        f("%d %x %,d", new BigInteger("123456789012345678901234567890"), new BigInteger("-255"), new BigInteger("1000000000000"));
        f("%s %10s %-10s| %.2s %5.1s %S", "str", "str", "str", "str", "str", "str");
        f("%s %s %s %s", null, 1.5, 'c', java.util.List.of(1, 2));
        f("%b %B %b %b %7b %.2b", true, false, null, "x", true, true);
        f("%c %C %c %5c %-3c|", 'a', 'a', 0x1F600, 'z', 'y');
        f("%% %5% %-5%| %n".replace("%n", ""));
        f("%2$s %1$s %2$s %s %s", "a", "b");
        f("%s %<s %<S %s", "x", "y");
        f("%h %H", "hello", 255);
        f("%d", "not a number");
        f("%q", 1);
        f("%s %s", "only one");
        f("%.3d", 5);
        f("%-d", 5);
        f("%c", "str");
        f("%#d", 5);
        f("%+x", 5);
        f("%+-08d", 5);
        f("%5", 5);
        f("%3$s", 1, 2);
        f("plain");
        f("%d%%", 50);
        f("%08X %04x %x", 0xCAFE, 10, 'c' - 0);
        out.printf("%s-%s%n", "printf", 1);
        out.println(String.format("%-10s|%6d|%s", "row", 7, true) + "x".formatted());
        StringBuilder sb = new StringBuilder();
        new java.util.Formatter(sb).format("%d,%s", 1, "a").format("%s", "!");
        out.println(sb);
    }
}
