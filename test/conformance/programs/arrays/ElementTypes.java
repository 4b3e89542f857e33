// Arrays of each element type: defaults, stores with narrowing, loads with extension.
package arrays;

import static java.lang.System.out;

class ElementTypes {
    public static void main(String[] args) {
        boolean[] z = new boolean[3];
        byte[] b = new byte[3];
        short[] s = new short[3];
        char[] c = new char[3];
        int[] i = new int[3];
        long[] l = new long[3];
        float[] f = new float[3];
        double[] d = new double[3];
        Object[] o = new Object[3];
        out.println(z[0] + " " + b[0] + " " + s[0] + " " + (int) c[0] + " " + i[0] + " " + l[0] + " " + f[0] + " " + d[0] + " " + o[0]);
        for (int k = 0; k < 3; k++) {
            int v = new int[] {300, -1, 70000}[k];
            z[k] = v > 0;
            b[k] = (byte) v;
            s[k] = (short) v;
            c[k] = (char) v;
            i[k] = v;
            l[k] = (long) v << 32;
            f[k] = v / 3f;
            d[k] = v / 7.0;
            o[k] = v;
            out.println(z[k] + " " + b[k] + " " + s[k] + " " + (int) c[k] + " " + i[k] + " " + l[k] + " " + f[k] + " " + d[k] + " " + o[k]);
        }
        b[0] += 100;
        s[1] -= 32768;
        c[2]++;
        i[0] <<= 24;
        l[1]--;
        f[2] *= 2;
        d[0] /= 0;
        z[0] ^= true;
        out.println(b[0]++ + " " + ++b[0] + " " + s[1] + " " + (int) c[2] + " " + i[0] + " " + l[1] + " " + f[2] + " " + d[0] + " " + z[0]);
        l[0] = Long.MIN_VALUE;
        d[1] = Double.NaN;
        f[0] = -0f;
        out.println(l[0] + " " + d[1] + " " + f[0] + " " + l[2] + " " + d[2]);
        byte[] big = new byte[1000];
        for (int k = 0; k < big.length; k++) big[k] = (byte) (k * 7);
        int sum = 0;
        for (byte x : big) sum += x & 0xff;
        out.println(sum + " " + big.length);
        out.println(new int[0].length + " " + new String[0][5].length);
        int[] alias = i;
        alias[1] = 99;
        out.println(i[1] + " " + (alias == i) + " " + i.equals(alias) + " " + i.clone().equals(i));
        int x[] = {1, 2}, y[][] = {x, x, null};
        y[0][1] = 5;
        out.println(y[1][1] + " " + y[2] + " " + y.length);
    }
}
