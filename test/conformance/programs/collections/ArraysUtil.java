// java.util.Arrays over every element type.
package collections;

import static java.lang.System.out;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

class ArraysUtil {
    public static void main(String[] args) {
        int[] i = {5, -3, 9, 0, 2, Integer.MIN_VALUE, 7};
        long[] l = {5L << 40, -3, 9, 0};
        short[] s = {300, -1, 5};
        byte[] b = {9, -128, 127, 0};
        char[] c = "zebra".toCharArray();
        float[] f = {1.5f, -0f, 0f, Float.NaN, Float.NEGATIVE_INFINITY, 3};
        double[] d = {1.5, 0.0, -0.0, Double.NaN, -1e300, 3};
        String[] t = {"pear", "Apple", "fig"};
        Arrays.sort(i);
        Arrays.sort(l);
        Arrays.sort(s);
        Arrays.sort(b);
        Arrays.sort(c);
        Arrays.sort(f);
        Arrays.sort(d);
        Arrays.sort(t);
        out.println(Arrays.toString(i) + Arrays.toString(l) + Arrays.toString(s) + Arrays.toString(b) + Arrays.toString(c) + Arrays.toString(f) + Arrays.toString(d) + Arrays.toString(t) + Arrays.toString(new boolean[2]));
        out.println(Arrays.binarySearch(i, 7) + " " + Arrays.binarySearch(i, 1) + " " + Arrays.binarySearch(c, 'e') + " " + Arrays.binarySearch(d, -0.0) + " " + Arrays.binarySearch(t, "fig") + " " + Arrays.binarySearch(i, 2, 4, 9) + Arrays.binarySearch(f, Float.NaN));
        out.println(Arrays.hashCode(i) + " " + Arrays.hashCode(l) + " " + Arrays.hashCode(s) + " " + Arrays.hashCode(b) + " " + Arrays.hashCode(c) + " " + Arrays.hashCode(f) + " " + Arrays.hashCode(d) + " " + Arrays.hashCode(t) + " " + Arrays.hashCode(new boolean[] {true}) + Arrays.hashCode((int[]) null) + Arrays.deepHashCode(new Object[] {1, new int[] {2}}));
        Integer[] boxed = {3, 1, 2};
        Arrays.sort(boxed, Collections.reverseOrder());
        Arrays.sort(t, 0, 2, String.CASE_INSENSITIVE_ORDER);
        Arrays.sort(i, 0, 3);
        out.println(Arrays.toString(boxed) + Arrays.toString(t) + Arrays.equals(i, i.clone()) + Arrays.equals(new double[] {Double.NaN}, new double[] {Double.NaN}) + Arrays.equals(new Object[] {new int[1]}, new Object[] {new int[1]}) + Arrays.deepEquals(new Object[] {new int[1]}, new Object[] {new int[1]}) + Arrays.compare(new int[] {1, 2}, new int[] {1, 3}) + Arrays.mismatch(new int[] {1, 2}, new int[] {1, 3}) + Arrays.compare("ab".toCharArray(), "abc".toCharArray()));
        int[] filled = new int[6];
        Arrays.fill(filled, 7);
        Arrays.fill(filled, 2, 4, -1);
        Arrays.setAll(boxed, k -> k * 10);
        out.println(Arrays.toString(filled) + Arrays.toString(boxed) + Arrays.stream(filled).sum() + Arrays.stream(t, 1, 3).count() + Arrays.deepToString(new Object[] {1, "x", new int[] {1}, new String[][] {{"a"}, null}, null}) + Arrays.toString((Object[]) null));
        Object[] cyclic = {1, null};
        cyclic[1] = cyclic;
        out.println(Arrays.deepToString(cyclic));
        List<String> view = Arrays.asList(t);
        view.set(0, "SET");
        Collections.sort(view);
        out.println(t[0] + view + view.contains("fig") + view.indexOf("pear") + Arrays.asList(1, null, "x"));
        int[] prefix = {1, 2, 3, 4};
        Arrays.parallelPrefix(prefix, Integer::sum);
        out.println(Arrays.toString(prefix));
        int[] large = new int[400];
        for (int k = 0; k < large.length; k++) large[k] = (k * 7919) % 1009 - 500;
        Arrays.sort(large);
        int bad = 0;
        for (int k = 1; k < large.length; k++) if (large[k - 1] > large[k]) bad++;
        String[] words = new String[100];
        for (int k = 0; k < 100; k++) words[k] = Integer.toString(k * 37 % 101, 3);
        Arrays.sort(words, (x, y) -> x.length() - y.length());
        out.println(bad + " " + large[0] + large[399] + String.join(",", words));
        try {
            Arrays.sort(i, 3, 1);
        } catch (IllegalArgumentException e) {
            out.println(e.getMessage());
        }
        try {
            Arrays.fill(i, 0, 100, 1);
        } catch (ArrayIndexOutOfBoundsException e) {
            out.println(e.getMessage());
        }
    }
}
