// Pattern matching for switch: types, guards, null, constants, dominance by order, enums and strings.
// @min-jdk 21
package versions;

import static java.lang.System.out;
import java.util.List;

class PatternSwitch {
    enum Suit { CLUBS, HEARTS }
    sealed interface Card permits Suit2, Joker { }
    enum Suit2 implements Card { SPADES, DIAMONDS }
    static final class Joker implements Card { }

    static String kind(Object o) {
        return switch (o) {
            case null -> "null!";
            case Integer i when i > 100 -> "big " + i;
            case Integer i when i < 0 -> "negative " + i;
            case Integer i -> "int " + i;
            case Long l -> "long " + l;
            case String s when s.isEmpty() -> "empty";
            case String s -> "string " + s;
            case Suit s when s == Suit.HEARTS -> "red";
            case Suit s -> "black";
            case int[] a when a.length > 2 -> "long array";
            case int[] a -> "array " + a.length;
            case List<?> l when l.size() == 1 && l.get(0) instanceof String s -> "list of " + s;
            case CharSequence cs -> "chars " + cs.length();
            case Class<?> c -> c.getSimpleName();
            default -> o.getClass().getSimpleName();
        };
    }

    static int card(Card c) {
        return switch (c) {
            case Suit2.SPADES -> 1;
            case Suit2.DIAMONDS -> 2;
            case Joker j -> 3;
        };
    }

    static String strings(String s) {
        return switch (s) {
            case "a", "b" -> "ab";
            case String t when t.length() > 5 -> "long";
            case null, default -> "other";
        };
    }

    static String statement(Object o) {
        String r = "";
        switch (o) {
            case String s:
                r += "s" + s;
                break;
            case Integer i when i == 1:
                r += "one";
            default:
                r += "fall";
        }
        return r;
    }

    public static void main(String[] args) {
        for (Object o : new Object[] {null, 5, 500, -5, 6L, "", "x", Suit.HEARTS, Suit.CLUBS, new int[3], new int[1], List.of("q"), List.of(1), new StringBuilder("sb"), String.class, 2.5, 'c'}) out.println(kind(o));
        out.println(card(Suit2.SPADES) + "" + card(Suit2.DIAMONDS) + card(new Joker()));
        for (String s : new String[] {"a", "b", "c", "abcdef", null}) out.print(strings(s) + " ");
        out.println(statement("x") + statement(1) + statement(2));
        try {
            statement(null);
        } catch (NullPointerException e) {
            out.println("npe");
        }
    }
}
