// Each comparison instruction in both its jumping and falling form, on ints, references and null.
package control;

import static java.lang.System.out;

class Ifs {
    static String zero(int x) {
        String s = "";
        if (x == 0) s += "eq ";
        if (x != 0) s += "ne ";
        if (x < 0) s += "lt ";
        if (x >= 0) s += "ge ";
        if (x > 0) s += "gt ";
        if (x <= 0) s += "le ";
        return s;
    }

    static String two(int x, int y) {
        String s = "";
        if (x == y) s += "eq "; else s += "!eq ";
        if (x != y) s += "ne "; else s += "!ne ";
        if (x < y) s += "lt "; else s += "!lt ";
        if (x >= y) s += "ge "; else s += "!ge ";
        if (x > y) s += "gt "; else s += "!gt ";
        if (x <= y) s += "le "; else s += "!le ";
        return s;
    }

    static String refs(Object a, Object b) {
        return (a == b ? "same " : "other ") + (a != b ? "ne " : "") + (a == null ? "null " : "") + (b != null ? "nonnull" : "");
    }

    static boolean log(String name, boolean value) {
        out.print(name);
        return value;
    }

    public static void main(String[] args) {
        for (int x : new int[] {0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            out.println(x + ": " + zero(x));
            for (int y : new int[] {0, x, -x, 5}) out.println(two(x, y));
        }
        Object o = new Object();
        out.println(refs(o, o) + refs(o, "x") + refs(null, o) + refs(o, null) + refs(null, null));
        for (int bits = 0; bits < 16; bits++) {
            boolean a = (bits & 1) != 0, b = (bits & 2) != 0, c = (bits & 4) != 0, d = (bits & 8) != 0;
            out.print(bits + " ");
            out.print(" " + (log("a", a) && log("b", b) || log("c", c) && log("d", d)));
            out.print(" " + ((log("a", a) || log("b", b)) && !(log("c", c) || !log("d", d))));
            out.print(" " + (log("a", a) & log("b", b) | log("c", c) ^ log("d", d)));
            out.print(" " + (a ? b ? "1" : "2" : c ? "3" : d ? "4" : "5"));
            if (!(a && !b) == (c || d)) out.println(" yes");
            else if (a ^ b) out.println(" xor");
            else out.println(" no");
        }
        boolean flag;
        if (flag = o != null) out.println("assigned " + flag);
        while (true) {
            if (flag) break;
        }
        if (true || log("never", true)) out.println("folded");
    }
}
