// The same switches as Java 8 code: synthetic switch maps, string hashing, no indy.
// @release 8
package control;

import static java.lang.System.out;

class OldSwitches {
    enum Color { RED, GREEN, BLUE }

    static class Inner {
        private int secret = 5;

        private int bump(int by) {
            return secret += by;
        }
    }

    static String name(Color c) {
        switch (c) {
            case RED: return "r";
            case BLUE: return "b";
            default: return "other";
        }
    }

    static String word(String s) {
        switch (s) {
            case "Aa": return "1";
            case "BB": return "2";
            default: return "?" + s.length() + 'c' + 1.5f + 2L + null + true;
        }
    }

    public static void main(String[] args) {
        for (Color c : Color.values()) out.println(c + name(c));
        out.println(word("Aa") + word("BB") + word("C#"));
        Inner inner = new Inner();
        inner.secret++;
        inner.secret <<= 2;
        out.println(inner.bump(3) + inner.secret--);
        Runnable r = () -> out.println("lambda " + inner.secret + " " + inner.bump(10));
        r.run();
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < 3; i++) sb.append(i).append(i == 1 ? "-" : "+");
        out.println(sb);
        synchronized (inner) {
            out.println("locked");
        }
        assert inner.secret > 0 : "positive";
        try (AutoCloseable a = () -> out.println("closed")) {
            out.println("body");
        } catch (Exception e) {
            out.println(e);
        }
    }
}
