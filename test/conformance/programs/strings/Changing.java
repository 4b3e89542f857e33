// replace, case mapping, concat, and regular-expression replacement.
package strings;

import static java.lang.System.out;
import java.util.Locale;

class Changing {
    public static void main(String[] args) {
        out.println("banana".replace('a', 'o') + "banana".replace("an", "<>") + "aaa".replace("aa", "b") + "abc".replace("", "-") + "abc".replace("x", "y") + "a.b".replace(".", "$1") + "".replace("", "e"));
        out.println("a1b22".replaceAll("[0-9]+", "#") + "a1b22".replaceFirst("\\d", "<$0>") + "John Smith".replaceAll("(\\w+) (\\w+)", "$2, $1") + "x".replaceAll("x", "\\$") + "abc".replaceAll("", "-") + "aXbX".replaceAll("(?i)x", "") + "foo.bar".replaceAll("\\.", "/"));
        try {
            "x".replaceAll("x", "$5");
        } catch (IndexOutOfBoundsException e) {
            out.println(e.getMessage());
        }
        out.println("MiXeD".toUpperCase() + "MiXeD".toLowerCase() + "stra\u00dfe".toUpperCase() + "\u0130".toLowerCase(Locale.ROOT).length() + "\u03a3\u03a3".toLowerCase(Locale.ROOT) + "\u00ff".toUpperCase(Locale.ROOT) + "\uFB01".toUpperCase(Locale.ROOT) + "\uD801\uDC28".toUpperCase(Locale.ROOT).codePointAt(0));
        String low = "already lower";
        out.println((low.toLowerCase() == low) + " " + ("ABC".toUpperCase() == "ABC") + " " + "abc".concat("") + "abc".concat("def") + ("x".concat("") == "x"));
        StringBuilder rot = new StringBuilder();
        for (char c : "Hello, World!".toCharArray()) rot.append(Character.isLetter(c) ? (char) ((c & 0x20 | 0x41) + ((c & 0x1f) - 1 + 13) % 26) : c);
        out.println(rot);
        out.println(new StringBuilder("racecar").reverse() + " " + new StringBuilder("a\uD83D\uDE00b").reverse() + " " + new StringBuilder("\uDE00\uD83D").reverse().codePointAt(0));
        String caesar = "";
        for (char c : "xyz".toCharArray()) caesar += (char) ((c - 'a' + 3) % 26 + 'a');
        out.println(caesar);
        StringBuilder rle = new StringBuilder();
        String in = "aaabccdddd";
        for (int i = 0, j; i < in.length(); i = j) {
            for (j = i; j < in.length() && in.charAt(j) == in.charAt(i); ) j++;
            rle.append(j - i).append(in.charAt(i));
        }
        out.println(rle);
    }
}
