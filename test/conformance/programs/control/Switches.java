// tableswitch and lookupswitch, at their edges, with fall-through and every place for default.
package control;

import static java.lang.System.out;

class Switches {
    static String table(int x) {
        String s = "";
        switch (x) {
            case -1: s += "m";
            case 0: s += "z"; break;
            case 1: s += "1";
            default: s += "d";
            case 2: s += "2"; break;
            case 4: return "four";
            case 3: s += "3";
        }
        return s;
    }

    static String lookup(int x) {
        switch (x) {
            case Integer.MIN_VALUE: return "min";
            case -1000: return "-1000";
            case 0: return "zero";
            case 1000: case 1001: return "thousand";
            case 1000000: return "million";
            case Integer.MAX_VALUE: return "max";
        }
        return "none";
    }

    static int edge(int x) {
        switch (x) {
            case Integer.MAX_VALUE: return 1;
            case Integer.MAX_VALUE - 1: return 2;
            case Integer.MAX_VALUE - 2: return 3;
            default: return 0;
        }
    }

    static int low(int x) {
        switch (x) {
            case Integer.MIN_VALUE: return 1;
            case Integer.MIN_VALUE + 1: return 2;
            case Integer.MIN_VALUE + 2: return 3;
            default: return 0;
        }
    }

    public static void main(String[] args) {
        int[] xs = {-2, -1, 0, 1, 2, 3, 4, 5, Integer.MIN_VALUE, Integer.MIN_VALUE + 1, Integer.MIN_VALUE + 2, Integer.MIN_VALUE + 3, Integer.MAX_VALUE, Integer.MAX_VALUE - 1, Integer.MAX_VALUE - 2,
            Integer.MAX_VALUE - 3, -1000, 1000, 1001, 1002, 1000000};
        for (int x : xs) out.println(x + " " + table(x) + " " + lookup(x) + " " + edge(x) + " " + low(x));
        switch (3) {
            default:
                out.println("only default");
        }
        switch (xs.length) {
        }
        byte b = (byte) 200;
        switch (b) {
            case -56: out.println("byte"); break;
            default: out.println("wrong");
        }
        Character boxed = 'q';
        switch (boxed) {
            case 'q': out.println("boxed"); break;
        }
        for (int i = 0; i < 6; i++) {
            switch (i) {
                case 1: continue;
                case 4: break;
                default: out.print(i);
            }
            out.print(',');
        }
        out.println();
        Integer none = null;
        try {
            switch (none) {
                case 1: out.println("one");
            }
        } catch (NullPointerException e) {
            out.println("null");
        }
    }
}
