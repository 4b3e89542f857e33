// switch on strings, with equal hash codes among the labels.
package control;

import static java.lang.System.out;

class StringSwitch {
    static int pick(String s) {
        switch (s) {
            case "Aa": return 1;
            case "BB": return 2;
            case "AaAa": return 3;
            case "BBBB": return 4;
            case "AaBB": return 5;
            case "": return 6;
            case "ünï": return 7;
            case "\uD83D\uDE00": return 8;
            default: return 0;
        }
    }

    static String fall(String s) {
        String r = "";
        switch (s) {
            case "a":
                r += "a";
            case "b":
                r += "b";
                break;
            default:
                r += "?";
            case "c":
                r += "c";
        }
        return r;
    }

    public static void main(String[] args) {
        out.println("Aa".hashCode() + " " + "BB".hashCode() + " " + "BBAa".hashCode());
        for (String s : new String[] {"Aa", "BB", "AaAa", "BBBB", "AaBB", "BBAa", "", "ünï", "\uD83D\uDE00", "aa", new String("BB"), "A" + "a".repeat(1)}) out.print(pick(s) + " ");
        out.println();
        for (String s : "a b c d".split(" ")) out.print(fall(s) + " ");
        out.println();
        try {
            pick(null);
        } catch (NullPointerException e) {
            out.println("null");
        }
        int total = 0;
        for (String s : List.of("one", "two", "three", "one", "four")) {
            total += switch (s) {
                case "one" -> 1;
                case "two" -> 2;
                case "three" -> 3;
                default -> {
                    int n = s.length();
                    yield n * 100;
                }
            };
        }
        out.println(total);
    }

    static class List {
        static String[] of(String... s) {
            return s;
        }
    }
}
