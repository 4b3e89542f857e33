// Index and size errors with their messages, in every kind of access.
package arrays;

import static java.lang.System.out;

class Bounds {
    interface Action { void run(); }

    static void attempt(Action a) {
        try {
            a.run();
            out.println("fine");
        } catch (RuntimeException e) {
            out.println(e.getClass().getName() + ": " + e.getMessage());
        }
    }

    static int size(int n) {
        return n;
    }

    public static void main(String[] args) {
        int[] a = {1, 2, 3};
        byte[] b = new byte[2];
        boolean[] z = new boolean[2];
        long[] l = new long[1];
        double[] d = new double[0];
        Object[] o = new Object[1];
        char[] c = new char[4];
        short[] s = new short[5];
        float[] f = new float[6];
        attempt(() -> out.println(a[3]));
        attempt(() -> out.println(a[-1]));
        attempt(() -> a[Integer.MAX_VALUE] = 1);
        attempt(() -> a[Integer.MIN_VALUE]++);
        attempt(() -> b[2] = 1);
        attempt(() -> out.println(z[2]));
        attempt(() -> l[1] = 5);
        attempt(() -> d[0] += 1);
        attempt(() -> o[1] = null);
        attempt(() -> c[4] = 'x');
        attempt(() -> out.println(s[5]));
        attempt(() -> f[-6] = 1);
        attempt(() -> new Object[2][2][size(1)][size(0)].toString());
        attempt(() -> a[size(2)]++);
        attempt(() -> out.println(new int[size(-1)].length));
        attempt(() -> out.println(new String[size(Integer.MIN_VALUE)].length));
        attempt(() -> out.println(new int[size(2)][size(-7)].length));
        attempt(() -> out.println("abc".charAt(3)));
        attempt(() -> out.println("abc".substring(2, 1)));
        attempt(() -> out.println("abc".substring(4)));
        attempt(() -> System.arraycopy(a, 0, b, 0, 1));
        attempt(() -> System.arraycopy(a, 2, a, 0, 2));
        attempt(() -> System.arraycopy(a, -1, a, 0, 1));
        attempt(() -> System.arraycopy(a, 0, a, 0, -1));
        attempt(() -> System.arraycopy(a, 0, a, 2, 2));
        attempt(() -> System.arraycopy("x", 0, a, 0, 1));
        attempt(() -> System.arraycopy(a, 0, "x", 0, 1));
        attempt(() -> System.arraycopy(a, 0, o, 0, 1));
        attempt(() -> System.arraycopy(null, 0, a, 0, 1));
        attempt(() -> System.arraycopy(a, 3, a, 3, 0));
        attempt(() -> System.arraycopy(a, 4, a, 3, 0));
        attempt(() -> System.arraycopy(o, 0, new String[1], 1, 1));
        attempt(() -> System.arraycopy(l, Integer.MAX_VALUE, l, 0, 1));
        out.println(a[0] + " " + a[1] + " " + a[2]);
    }
}
