// Recursion in several shapes, deep enough to need a real stack.
package control;

import static java.lang.System.out;

class Recursion {
    static int ackermann(int m, int n) {
        return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
    }

    static boolean even(int n) {
        return n == 0 || odd(n - 1);
    }

    static boolean odd(int n) {
        return n != 0 && even(n - 1);
    }

    static long fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    static int hanoi(int n, String a, String b, String c) {
        if (n == 0) return 0;
        int moves = hanoi(n - 1, a, c, b);
        if (n == 5) out.println(a + "->" + c);
        return moves + 1 + hanoi(n - 1, b, a, c);
    }

    static void permute(String prefix, String rest) {
        if (rest.isEmpty()) {
            out.print(prefix + " ");
            return;
        }
        for (int i = 0; i < rest.length(); i++) permute(prefix + rest.charAt(i), rest.substring(0, i) + rest.substring(i + 1));
    }

    static int queens(int row, int cols, int d1, int d2, int n) {
        if (row == n) return 1;
        int count = 0;
        for (int free = ((1 << n) - 1) & ~(cols | d1 | d2); free != 0; free &= free - 1) {
            int bit = free & -free;
            count += queens(row + 1, cols | bit, (d1 | bit) << 1, (d2 | bit) >> 1, n);
        }
        return count;
    }

    static int sum(int... xs) {
        return xs.length == 0 ? 0 : xs[0] + sum(java.util.Arrays.copyOfRange(xs, 1, xs.length));
    }

    static double mixed(int i, long l, float f, double d, byte b, short s, char c, boolean z, Object o) {
        return i == 0 ? l + f + d + b + s + c + (z ? 1 : 0) + o.hashCode() : mixed(i - 1, l * 3, f / 2, d + 0.5, (byte) (b + 50), (short) (s * 7), (char) (c + 1), !z, o + "x");
    }

    public static void main(String[] args) {
        out.println(ackermann(2, 5) + " " + even(3000) + " " + odd(3001) + " " + fib(15) + " " + hanoi(6, "A", "B", "C") + " " + queens(0, 0, 0, 0, 6));
        permute("", "abcd");
        out.println();
        out.println(sum(1, 2, 3, 4, 5) + " " + mixed(9, 1, 1f, 1.0, (byte) 1, (short) 1, 'a', false, ""));
    }
}
