// Sorting algorithms by hand over int, long, char, double and object arrays.
package arrays;

import static java.lang.System.out;
import java.util.Arrays;

class Sorting {
    static void quick(int[] a, int lo, int hi) {
        if (lo >= hi) return;
        int p = a[(lo + hi) >>> 1], i = lo, j = hi;
        while (i <= j) {
            while (a[i] < p) i++;
            while (a[j] > p) j--;
            if (i <= j) {
                int t = a[i];
                a[i++] = a[j];
                a[j--] = t;
            }
        }
        quick(a, lo, j);
        quick(a, i, hi);
    }

    static long[] merge(long[] a) {
        if (a.length < 2) return a;
        long[] l = merge(Arrays.copyOf(a, a.length / 2)), r = merge(Arrays.copyOfRange(a, a.length / 2, a.length)), m = new long[a.length];
        for (int i = 0, j = 0, k = 0; k < m.length; k++) m[k] = j >= r.length || i < l.length && l[i] <= r[j] ? l[i++] : r[j++];
        return m;
    }

    static <T extends Comparable<T>> void insertion(T[] a) {
        for (int i = 1; i < a.length; i++) {
            T x = a[i];
            int j = i;
            for (; j > 0 && a[j - 1].compareTo(x) > 0; j--) a[j] = a[j - 1];
            a[j] = x;
        }
    }

    static void heap(double[] a) {
        for (int n = a.length, i = n / 2; n > 1; ) {
            if (i > 0) i--;
            else {
                n--;
                double t = a[0];
                a[0] = a[n];
                a[n] = t;
            }
            for (int p = i, c; (c = 2 * p + 1) < n; p = c) {
                if (c + 1 < n && a[c + 1] > a[c]) c++;
                if (a[p] >= a[c]) break;
                double t = a[p];
                a[p] = a[c];
                a[c] = t;
            }
        }
    }

    public static void main(String[] args) {
        int[] ints = new int[50];
        long[] longs = new long[40];
        double[] doubles = new double[30];
        int s = 17;
        for (int i = 0; i < 50; i++) {
            s = s * 1103515245 + 12345;
            ints[i] = s >> 8;
            if (i < 40) longs[i] = (long) s * s - i;
            if (i < 30) doubles[i] = s / 1000.0;
        }
        quick(ints, 0, ints.length - 1);
        heap(doubles);
        out.println(Arrays.toString(ints));
        out.println(Arrays.toString(merge(longs)));
        out.println(Arrays.toString(doubles));
        String[] words = "the quick brown fox jumps over the lazy dog The".split(" ");
        insertion(words);
        out.println(String.join(",", words));
        Character[] cs = {'z', 'A', 'm', '0'};
        insertion(cs);
        out.println(Arrays.toString(cs));
        char[] sorted = "sphinx of black quartz".toCharArray();
        Arrays.sort(sorted);
        out.println(new String(sorted).trim());
    }
}
