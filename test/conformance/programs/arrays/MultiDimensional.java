// multianewarray, jagged arrays, partial dimensions, sizes that fail.
package arrays;

import static java.lang.System.out;
import java.util.Arrays;

class MultiDimensional {
    static int n;

    static int dim(int v) {
        out.print("d" + v + " ");
        return v;
    }

    public static void main(String[] args) {
        int[][] a = new int[3][4];
        a[2][3] = 7;
        out.println(Arrays.deepToString(a));
        long[][][] b = new long[2][3][];
        out.println(Arrays.deepToString(b) + " " + b.getClass().getName());
        b[1][2] = new long[] {1, 2};
        out.println(Arrays.deepToString(b));
        String[][][][] c = new String[2][1][2][1];
        c[1][0][1][0] = "x";
        out.println(Arrays.deepToString(c) + " " + c[0][0].getClass().getName() + " " + c.getClass().getComponentType().getSimpleName());
        int[][] jagged = {{}, {1}, {1, 2}, null};
        out.println(Arrays.deepToString(jagged));
        int[][] zero = new int[0][5];
        out.println(zero.length + " " + new int[5][0][3].length + " " + new int[5][0][3][2].length);
        try {
            int[][] bad = new int[dim(2)][dim(-1)];
        } catch (NegativeArraySizeException e) {
            out.println(e.getMessage());
        }
        try {
            int[][] bad = new int[dim(0)][dim(-3)];
        } catch (NegativeArraySizeException e) {
            out.println(e.getMessage());
        }
        try {
            int[][] bad = new int[dim(-2)][dim(1 / n)];
        } catch (ArithmeticException e) {
            out.println(e.getMessage());
        }
        int[][] pascal = new int[10][];
        for (int i = 0; i < pascal.length; i++) {
            pascal[i] = new int[i + 1];
            pascal[i][0] = pascal[i][i] = 1;
            for (int j = 1; j < i; j++) pascal[i][j] = pascal[i - 1][j - 1] + pascal[i - 1][j];
        }
        out.println(Arrays.toString(pascal[9]));
        double[][] m = {{1, 2}, {3, 4}}, p = {{1, 0}, {0, 1}};
        for (int k = 0; k < 5; k++) {
            double[][] r = new double[2][2];
            for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) for (int q = 0; q < 2; q++) r[i][j] += p[i][q] * m[q][j];
            p = r;
        }
        out.println(Arrays.deepToString(p));
        int[][] cl = a.clone();
        cl[2][3]++;
        cl[0] = null;
        out.println(a[2][3] + " " + (a[0] != null) + " " + (cl[1] == a[1]));
        char[][] board = new char[2][2];
        for (char[] row : board) Arrays.fill(row, '.');
        board[1][0] = 'X';
        out.println(new String(board[0]) + new String(board[1]));
        boolean[][] flags = new boolean[2][2];
        flags[1][1] |= true;
        out.println(Arrays.deepToString(flags));
    }
}
