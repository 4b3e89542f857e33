// switch on enums in statement and expression form, including null.
package control;

import static java.lang.System.out;

class EnumSwitch {
    enum Day { MON, TUE, WED, THU, FRI, SAT, SUN }

    enum Op {
        ADD { int apply(int a, int b) { return a + b; } },
        SUB { int apply(int a, int b) { return a - b; } },
        MUL { int apply(int a, int b) { return a * b; } };

        abstract int apply(int a, int b);
    }

    static String kind(Day d) {
        switch (d) {
            case SAT:
            case SUN:
                return "weekend";
            case FRI:
                return "almost";
            default:
                return "work" + d.ordinal();
        }
    }

    static int exhaustive(Op op) {
        return switch (op) {
            case ADD -> 1;
            case SUB -> 2;
            case MUL -> 3;
        };
    }

    static int colon(Day d) {
        return switch (d) {
            case MON, TUE:
                int base = d.name().length();
                yield base * 10;
            case WED:
                yield 7;
            default:
                try {
                    yield d.compareTo(Day.WED);
                } finally {
                    out.print("fin ");
                }
        };
    }

    public static void main(String[] args) {
        for (Day d : Day.values()) out.println(d + " " + kind(d) + " " + colon(d));
        for (Op op : Op.values()) out.println(op + " " + exhaustive(op) + " " + op.apply(6, 3) + " " + op.getDeclaringClass().getSimpleName() + " " + (op.getClass() == Op.class));
        try {
            kind(null);
        } catch (NullPointerException e) {
            out.println("statement: null");
        }
        try {
            exhaustive(null);
        } catch (NullPointerException e) {
            out.println("expression: null");
        }
        try {
            Day.valueOf("NOPE");
        } catch (IllegalArgumentException e) {
            out.println(e.getMessage());
        }
        out.println(Day.valueOf("MON") == Day.MON);
    }
}
