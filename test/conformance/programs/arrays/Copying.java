// clone and System.arraycopy: overlap both ways, partial copies before a type error.
package arrays;

import static java.lang.System.out;
import java.util.Arrays;

class Copying {
    public static void main(String[] args) {
        int[] a = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
        System.arraycopy(a, 0, a, 3, 5);
        out.println(Arrays.toString(a));
        System.arraycopy(a, 4, a, 1, 6);
        out.println(Arrays.toString(a));
        byte[] b = new byte[20];
        for (int i = 0; i < 20; i++) b[i] = (byte) i;
        System.arraycopy(b, 1, b, 0, 19);
        System.arraycopy(b, 0, b, 7, 13);
        out.println(Arrays.toString(b));
        long[] l = {1L << 40, 2, 3, 4};
        System.arraycopy(l, 0, l, 1, 3);
        out.println(Arrays.toString(l));
        Object[] mixed = {"a", "b", 3, "d"};
        String[] strings = {"w", "x", "y", "z"};
        try {
            System.arraycopy(mixed, 0, strings, 0, 4);
        } catch (ArrayStoreException e) {
            out.println(e.getMessage());
        }
        out.println(Arrays.toString(strings));
        System.arraycopy(strings, 0, mixed, 1, 3);
        out.println(Arrays.toString(mixed));
        Object[] objs = new Integer[] {1, 2, 3};
        Number[] nums = new Number[3];
        System.arraycopy(objs, 0, nums, 0, 3);
        out.println(Arrays.toString(nums));
        int[][] nested = {{1}, {2}};
        int[][] shallow = nested.clone();
        shallow[0][0] = 9;
        shallow[1] = new int[] {5};
        out.println(Arrays.deepToString(nested) + Arrays.deepToString(shallow));
        out.println(objs.clone().getClass().getName() + " " + new double[] {1.5}.clone()[0] + " " + "abc".toCharArray().clone().length + " " + new boolean[] {true}.clone()[0]);
        out.println(Arrays.toString(Arrays.copyOf(a, 3)) + Arrays.toString(Arrays.copyOf(strings, 6)) + Arrays.toString(Arrays.copyOfRange(l, 2, 6)) + Arrays.toString(Arrays.copyOf(new boolean[] {true}, 2)));
        try {
            Arrays.copyOfRange(a, 5, 2);
        } catch (IllegalArgumentException e) {
            out.println(e.getMessage());
        }
        try {
            Arrays.copyOf(mixed, 4, Integer[].class);
        } catch (ArrayStoreException e) {
            out.println(e.getMessage());
        }
        Object copied = Arrays.copyOf(strings, 2, Object[].class);
        out.println(copied.getClass().getName());
        System.arraycopy(new char[] {'x', 'y'}, 0, new char[2], 0, 2);
        out.println(Arrays.equals(new short[] {1, 2}, new short[] {1, 2}.clone()));
    }
}
