// Concatenation by invokedynamic: every type, constants, many operands, side effects in order.
package strings;

import static java.lang.System.out;

class Concat {
    static int n;

    static String next(String s) {
        return s + n++;
    }

    static class Noisy {
        @Override public String toString() {
            return "noisy" + n++;
        }
    }

    static class NullString {
        @Override public String toString() {
            return null;
        }
    }

    static String all(boolean z, byte b, short s, char c, int i, long l, float f, double d, String t, Object o, int[] a, CharSequence q) {
        return z + "," + b + "," + s + "," + c + "," + i + "," + l + "," + f + "," + d + "," + t + "," + o + "," + (a == null) + "," + q + z + b + s + c + i + l + f + d + t + o + q;
    }

    public static void main(String[] args) {
        out.println(all(true, (byte) -128, (short) -1, 'x', Integer.MIN_VALUE, Long.MAX_VALUE, Float.MIN_VALUE, Double.MAX_VALUE, "t", 'o', null, new StringBuilder("q")));
        out.println(all(false, (byte) 0, (short) 0, '\u20ac', 0, 0, Float.NaN, -0.0, null, null, null, null));
        String s = "";
        s += 1 + 2 + "3" + 4 + 5;
        s += 'a' + 'b' + "c";
        s += 'a' + ('b' + "c");
        out.println(s);
        out.println(next("a") + next("b") + (next("c") + next("d")) + new Noisy() + n + new Noisy());
        out.println("null:" + new NullString() + (String) null + null);
        String t = "x";
        t += t += t + "y";
        out.println(t);
        String[] arr = {"p"};
        int i = 0;
        arr[i++] += i + "q" + i++;
        out.println(arr[0] + i);
        out.println("\u0001" + n + "\u0002" + s.length() + "\u0001\u0002");
        final String c = "const" + 1 + 2.5 + 'c' + true + 1L + 1.5f + null;
        out.println(c + args.length);
        char[] cs = {'n', 'o'};
        out.println(cs.length + String.valueOf(cs) + (char) (cs[0] + 1));
        String many = "" + n + 1 + n + 2 + n + 3 + n + 4 + n + 5 + n + 6 + n + 7 + n + 8 + n + 9 + n + 10 + n + "," + s + t + arr[0] + c + many();
        out.println(many);
        Integer boxed = null;
        Character ch = 'z';
        out.println("boxed " + boxed + ch + (Double) 0.1 + (Long) 5L);
        long big = 123456789012L;
        out.println(big + i + "" + i + big + (i + big));
        out.println(-1 + "" + -1.0f + (byte) 300 + (short) 70000 + (int) 3.99 + (float) 0.1 + 1e21 + 1e-5 + 100.0 + 1234567.0f + 12345678.0f + 0.001 + 1e7);
    }

    static String many() {
        String r = "";
        for (char c = 'a'; c < 'f'; c++) r = c + r + c;
        return r;
    }
}
