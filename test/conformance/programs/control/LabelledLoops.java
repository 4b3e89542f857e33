// Nested loops left and continued through labels; all loop forms; blocks with labels.
package control;

import static java.lang.System.out;

class LabelledLoops {
    static int find(int[][] grid, int wanted) {
        int steps = 0;
        outer:
        for (int i = 0; i < grid.length; i++) {
            for (int j = 0; j < grid[i].length; j++) {
                steps++;
                if (grid[i][j] < 0) continue outer;
                if (grid[i][j] == wanted) break outer;
            }
            steps += 100;
        }
        return steps;
    }

    public static void main(String[] args) {
        int[][] grid = {{1, 2, -1, 3}, {4, 5, 6}, {}, {7, -1, 8}, {9}};
        for (int w = 0; w < 11; w++) out.print(find(grid, w) + " ");
        out.println();
        StringBuilder primes = new StringBuilder();
        next:
        for (int n = 2; n < 60; n++) {
            int d = 2;
            while (d * d <= n) {
                if (n % d++ == 0) continue next;
            }
            primes.append(n).append(' ');
        }
        out.println(primes);
        int i = 10;
        block: {
            if (i > 5) {
                out.println("leaving");
                break block;
            }
            out.println("not reached");
        }
        a:
        do {
            b:
            while (true) {
                c:
                for (;;) {
                    i--;
                    switch (i % 4) {
                        case 0: continue a;
                        case 1: continue b;
                        case 2: break c;
                        default: if (i < 4) break a; break;
                    }
                    out.print("s" + i + " ");
                }
                out.print("c" + i + " ");
            }
        } while (i > 0);
        out.println("end " + i);
        for (int x = 0, y = 10; x < y; x += 2, y--) out.print(x + ":" + y + " ");
        out.println();
        int n = 0;
        do n += 3; while (n < 10);
        out.println(n);
        for (String s : new String[] {"a", "b"}) for (char c : s.toCharArray()) out.print(c);
        for (long l = Integer.MAX_VALUE - 1L; l <= Integer.MAX_VALUE + 1L; l++) out.print(" " + l);
        out.println();
        for (double d = 0; d < 1; d += 0.25) out.print(d + " ");
        for (byte q = 125; q > 0; q++) out.print(q + " ");
        out.println();
        outer2:
        for (int k = 0; ; k++) {
            try {
                if (k == 2) continue outer2;
                if (k == 4) break outer2;
                out.print("k" + k);
            } finally {
                out.print("f" + k + " ");
            }
        }
        out.println();
    }
}
