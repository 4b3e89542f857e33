// Concatenation compiled for Java 8: StringBuilder chains.
// @release 8
package strings;

import static java.lang.System.out;

class ConcatOld {
    static int n;

    static String next(String s) {
        return s + n++;
    }

    static String all(boolean z, byte b, short s, char c, int i, long l, float f, double d, String t, Object o, char[] a) {
        return z + "," + b + "," + s + "," + c + "," + i + "," + l + "," + f + "," + d + "," + t + "," + o + "," + (a == null);
    }

    public static void main(String[] args) {
        out.println(all(true, (byte) -128, (short) -1, 'x', Integer.MIN_VALUE, Long.MAX_VALUE, Float.MIN_VALUE, Double.MAX_VALUE, "t", 'o', null));
        out.println(all(false, (byte) 0, (short) 0, '\u20ac', 0, 0, Float.NaN, -0.0, null, null, null));
        String s = "";
        s += 1 + 2 + "3" + 4 + 5;
        s += 'a' + 'b' + "c";
        out.println(s + next("a") + next("b") + (next("c") + next("d")) + n);
        String t = "x";
        t += t += t + "y";
        out.println(t);
        String[] arr = {"p"};
        int i = 0;
        arr[i++] += i + "q" + i++;
        out.println(arr[0] + i);
        Object o = "obj";
        o += "+" + 1;
        out.println(o);
        for (String w : "b a c".split(" ")) s = w + s;
        out.println(s + 1e10 + 1.0e-3f + (Object) null);
    }
}
