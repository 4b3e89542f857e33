// indexOf, lastIndexOf, contains, startsWith, endsWith, regionMatches over edges.
package strings;

import static java.lang.System.out;

class Searching {
    public static void main(String[] args) {
        String[] texts = {"", "a", "abcabcabd", "äöüäöü", "aaaa", "x\uD83D\uDE00y\uD83D\uDE00", "ab\u0000cd"};
        String[] parts = {"", "a", "abd", "öü", "aa", "\uD83D\uDE00", "\u0000c", "zzz", "abcabcabdx"};
        for (String t : texts) {
            StringBuilder s = new StringBuilder();
            for (String p : parts) {
                s.append(t.indexOf(p)).append(',').append(t.lastIndexOf(p)).append(',').append(t.indexOf(p, 2)).append(',').append(t.lastIndexOf(p, 2)).append(',').append(t.indexOf(p, -5)).append(',').append(t.indexOf(p, 100))
                    .append(',').append(t.contains(p)).append(t.startsWith(p)).append(t.endsWith(p)).append(t.startsWith(p, 3)).append(t.regionMatches(1, p, 0, 2)).append(' ');
            }
            out.println(t.length() + ": " + s);
            out.println(t.indexOf('a') + " " + t.indexOf('c', 3) + " " + t.lastIndexOf('a') + " " + t.lastIndexOf('a', 4) + " " + t.indexOf(0x1F600) + " " + t.lastIndexOf(0x1F600) + " " + t.indexOf(-1) + " " + t.isEmpty() + t.isBlank());
        }
        out.println("Hello".regionMatches(true, 1, "ELL", 0, 3) + " " + "Hello".regionMatches(true, -1, "ELL", 0, 3) + " " + "Hello".regionMatches(1, "ell", 0, -1) + " " + "Hello".startsWith("", 5) + " " + "Hello".startsWith("", 6) + " " + "x".startsWith("x", -1));
        out.println("abc".contains(new StringBuilder("bc")) + " " + "hello".matches("h.*o") + " " + "hello".matches("ell"));
        String s = "find the needle in the haystack";
        for (int i = s.indexOf("the"); i >= 0; i = s.indexOf("the", i + 1)) out.print(i + " ");
        out.println();
    }
}
