// equals, compareTo, case-insensitive forms, hashCode, contentEquals, intern identity.
package strings;

import static java.lang.System.out;
import java.util.Arrays;

class Comparing {
    static final String CONST = "con" + "st";

    public static void main(String[] args) {
        String[] all = {"", "a", "A", "ab", "abc", "abd", "B", "z", "Z", "\u00e4", "\u00c4", "\uD83D\uDE00", "\uFFFF", "\u0000", "10", "9"};
        for (String a : all) {
            StringBuilder s = new StringBuilder();
            for (String b : all) s.append(a.compareTo(b)).append(',').append(a.compareToIgnoreCase(b)).append(a.equals(b) ? "=" : "").append(a.equalsIgnoreCase(b) ? "~" : "").append(' ');
            out.println(a.hashCode() + " " + s);
        }
        Arrays.sort(all);
        for (String a : all) out.print(Integer.toHexString(a.isEmpty() ? -1 : a.codePointAt(0)) + " ");
        out.println();
        Arrays.sort(all, String.CASE_INSENSITIVE_ORDER);
        for (String a : all) out.print(Integer.toHexString(a.isEmpty() ? -1 : a.codePointAt(0)) + " ");
        out.println();
        String x = "const", y = new String("const"), part = "st";
        out.println((x == CONST) + " " + (x == y) + " " + (x == y.intern()) + " " + (x == "con" + part) + " " + (x == ("con" + part).intern()) + " " + x.equals(y) + (y.hashCode() == x.hashCode()));
        final String fin = "st";
        out.println((x == "con" + fin) + " " + (x == new StringBuilder("const").toString()) + " " + (x == String.valueOf((Object) x)) + " " + (x == x.toString()) + ("" == "a".substring(1)) + (new String("q").intern() == "q"));
        out.println("abc".contentEquals("abc") + " " + "abc".contentEquals(new StringBuffer("abc")) + " " + "abc".contentEquals(new StringBuilder("abd")) + " " + "a".equals('a') + " " + "a".equals(null) + " " + "a".equalsIgnoreCase(null));
        out.println("the quick brown fox".hashCode() + " " + "\uD83D\uDE00\u00e4\uFFFF".hashCode() + " " + "polygenelubricants".hashCode());
        out.println(CharSequence.compare("abc", new StringBuilder("abd")) + " " + new StringBuilder("x").compareTo(new StringBuilder("y")));
    }
}
