// substring, charAt, trim, strip, split, lines, repeat, join, chars, toCharArray.
package strings;

import static java.lang.System.out;
import java.util.Arrays;
import java.util.stream.Collectors;

class Slicing {
    static String q(String s) {
        return "[" + s.replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r") + "]";
    }

    public static void main(String[] args) {
        String s = "Deadwood";
        out.println(s.substring(0) + q(s.substring(8)) + s.substring(2, 5) + q(s.substring(3, 3)) + s.subSequence(4, 8) + s.charAt(0) + s.charAt(7) + (s.substring(0) == s) + (s.substring(0, 8) == s));
        for (String t : new String[] {"", "  ", " a b ", "\t\n x \r\n", "\u2003em\u2003", "\u0000nul\u0000", "\u00a0nbsp\u00a0"}) out.println(q(t.trim()) + q(t.strip()) + q(t.stripLeading()) + q(t.stripTrailing()) + t.isBlank() + t.trim().length() + t.strip().length());
        for (String t : new String[] {"", "a", "a\nb", "a\r\nb\rc\n", "\n\n", "x\n"}) out.println(t.lines().map(Slicing::q).collect(Collectors.joining()) + t.lines().count());
        out.println(q("ab".repeat(0)) + "ab".repeat(3) + q("".repeat(5)) + "x".repeat(1) + "\u00e9z".repeat(2));
        out.println(String.join("-", "a", "b", "c") + String.join(",", Arrays.asList("x", null, "y")) + q(String.join("-")) + String.join("", "p", "q"));
        out.println(Arrays.toString("a,b,,c,,".split(",")) + Arrays.toString("a,b,,c,,".split(",", -1)) + Arrays.toString("a,b,,c,,".split(",", 2)) + Arrays.toString("".split(",")) + Arrays.toString(",".split(",")).length() + Arrays.toString("abc".split("")) + Arrays.toString("a.b.c".split(".")).length() + Arrays.toString("a.b.c".split("\\.")) + Arrays.toString("a1b22c".split("[0-9]+")) + Arrays.toString(" x  y ".split(" ")) + Arrays.toString("a|b".split("|")) + Arrays.toString("boo:and:foo".split("o", 5)));
        out.println("hello".chars().sum() + " " + "h\uD83D\uDE00".codePoints().boxed().collect(Collectors.toList()) + " " + "abc".chars().mapToObj(c -> (char) c + "!").collect(Collectors.joining()));
        char[] cs = s.toCharArray();
        cs[0] = 'd';
        out.println(new String(cs) + s + String.valueOf(cs, 1, 3) + String.copyValueOf(cs) + new String(cs, 4, 4));
        char[] dst = "..........".toCharArray();
        s.getChars(1, 4, dst, 2);
        out.println(new String(dst));
        out.println(s.indent(2).length() + q("a\n b\n".indent(3)) + q("   a\n b".indent(-2)) + q("  x\n   y\n".stripIndent()) + q("a\\tb\\n\\101".translateEscapes()));
        for (int[] r : new int[][] {{-1, 2}, {0, 9}, {5, 4}, {9, 9}}) {
            try {
                s.substring(r[0], r[1]);
            } catch (StringIndexOutOfBoundsException e) {
                out.println("out of bounds " + r[0] + " " + r[1]);
            }
        }
        out.println(q("tab\there".transform(x -> x + "!")) + "%d-%s".formatted(4, "f") + s.describeConstable().get());
    }
}
