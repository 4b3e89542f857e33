// Text blocks: indentation, escapes, quotes, trailing spaces.
package strings;

import static java.lang.System.out;

class TextBlocks {
    static void show(String s) {
        out.println(s.length() + " " + s.replace("\n", "\\n").replace("\t", "\\t").replace(" ", "."));
    }

    public static void main(String[] args) {
        show("""
            hello
              world
            """);
        show("""
            no newline at end""");
        show("""
            a\tb \
            continued
            trailing\s\s
            "quotes" and \"""triple\"""
            back\\slash
            """);
        show("""
              two
            base
          """);
        show("""

            blank lines

            """);
        show("""
            \u0041\102 unicode é
            """);
        String name = "x";
        show("""
            { "name": "%s", "n": %d }
            """.formatted(name, 5) + """
            tail""");
        out.println("""
            a
            b""" == "a\nb");
        show("""
            """);
    }
}
