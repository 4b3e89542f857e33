// java.util.regex: groups, quantifiers, look-around, flags, find loops.
package strings;

import static java.lang.System.out;
import java.util.Arrays;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

class Regex {
    static void find(String re, String text) {
        StringBuilder s = new StringBuilder(re + " in " + text + ":");
        Matcher m = Pattern.compile(re).matcher(text);
        while (m.find()) {
            s.append(" [").append(m.start()).append('-').append(m.end()).append(' ').append(m.group());
            for (int i = 1; i <= m.groupCount(); i++) s.append(" g").append(i).append('=').append(m.group(i));
            s.append(']');
        }
        out.println(s);
    }

    public static void main(String[] args) {
        find("a+", "aaabaa");
        find("a+?", "aaabaa");
        find("(a)(b)?", "abaab");
        find("(\\w+)@(\\w+)\\.com", "x@y.com, foo@bar.com");
        find("\\b\\w", "the quick-brown fox");
        find("(?<=\\$)\\d+", "cost $45 or 46 or $7");
        find("\\d+(?! apples)", "12 apples 34 pears");
        find("(?i)HELLO", "Hello hello HELLO");
        find("^\\w+$", "line");
        find("(?m)^\\w+$", "one\ntwo\nth ree");
        find("(\\w)\\1", "aabbcdd");
        find("[^a-c&&[^x]]", "abcxyz");
        find("x*", "axxb");
        find("a{2,3}", "aaaaaaa");
        find("(a|ab)(c|bcd)(d*)", "abcd");
        find("(?<year>\\d{4})-(?<mon>\\d\\d)", "2024-05 and 1999-12");
        find("[\\p{Lu}]", "aBcDÉ");
        find(".", "a\n\uD83D\uDE00");
        find("(?s).+", "a\nb");
        find("\\Qa.b\\E", "a.b axb");
        find("a*+a", "aaa");
        Matcher m = Pattern.compile("(\\d+)([a-z])").matcher("1a22b");
        out.println(m.matches() + " " + m.lookingAt() + " " + m.group(2) + " " + m.hitEnd());
        out.println(m.replaceAll(r -> r.group(2) + r.group(1)) + " " + m.replaceFirst("<$2>"));
        StringBuilder sb = new StringBuilder();
        m.reset();
        while (m.find()) m.appendReplacement(sb, "$1$1");
        out.println(m.appendTail(sb));
        try {
            m.group();
        } catch (IllegalStateException e) {
            out.println(e.getMessage());
        }
        try {
            Pattern.compile("a(b");
        } catch (PatternSyntaxException e) {
            out.println(e.getMessage());
        }
        out.println(Arrays.toString(Pattern.compile("\\s*[,;]\\s*").split("a , b;c")) + Pattern.matches("[ab]+", "abba") + Pattern.quote("x") + Matcher.quoteReplacement("$1\\"));
        out.println(Pattern.compile("o").matcher("foo boo").results().map(MatchResult::start).collect(Collectors.toList()));
        out.println(Pattern.compile("^a").asPredicate().test("abc") + " " + Pattern.compile("a", Pattern.CASE_INSENSITIVE | Pattern.LITERAL).matcher("A").find());
    }
}
