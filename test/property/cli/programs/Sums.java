public class Sums {
    static final long BIG = 1L << 40;
    static final String NAME = "sums";
    static int[] table = {3, 1, 2};
    double ratio = 0.5;

    static int fold(int[] xs, int op) {
        int r = 0;
        for (int x : xs) {
            switch (op) {
                case 0: r += x; break;
                case 1: r ^= x << 2; break;
                case 2: r -= x / 2; break;
                case 1000: r *= x; break;
                default: r = -r % (x + 1);
            }
        }
        return r;
    }

    static long mix(long a, double d, float f) {
        long r = a * 31 + (long) d;
        if (r > BIG) r >>>= 3;
        return r + (int) f + Double.compare(d, f);
    }

    public static void main(String[] args) {
        long[] longs = new long[4];
        byte[] bytes = new byte[5];
        char[][] grid = new char[2][3];
        String[] names = {NAME, "b", null};
        for (int i = 0; i < 4; i++) {
            longs[i] = mix(i, i * 1.5, i + 0.25f);
            bytes[i] = (byte) (i * 100);
            grid[i % 2][i % 3] = (char) ('a' + i);
        }
        StringBuilder out = new StringBuilder();
        for (int op : new int[] {0, 1, 2, 3, 1000}) out.append(fold(table, op)).append(' ');
        for (long l : longs) out.append(l).append(',');
        for (char[] row : grid) out.append(row);
        out.append(new Sums().ratio).append(bytes[3]).append(names[0].length());
        System.out.println(out);
    }
}
