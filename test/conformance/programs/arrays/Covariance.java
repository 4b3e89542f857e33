// Array subtyping: assignment, instanceof, casts and ArrayStoreException.
package arrays;

import static java.lang.System.out;

class Covariance {
    interface Shape { }
    static class Circle implements Shape { }
    static class Big extends Circle { }

    static void store(Object[] a, Object v) {
        try {
            a[0] = v;
            out.println("stored " + (v == null ? null : v.getClass().getName()) + " in " + a.getClass().getName());
        } catch (ArrayStoreException e) {
            out.println(e.getMessage() + " not in " + a.getClass().getName());
        }
    }

    static void cast(Object o) {
        String s = o.getClass().getName() + ":";
        if (o instanceof Object[]) s += " Object[]";
        if (o instanceof Shape[]) s += " Shape[]";
        if (o instanceof Circle[]) s += " Circle[]";
        if (o instanceof int[]) s += " int[]";
        if (o instanceof Object[][]) s += " Object[][]";
        if (o instanceof int[][]) s += " int[][]";
        if (o instanceof Cloneable) s += " Cloneable";
        if (o instanceof java.io.Serializable) s += " Serializable";
        if (o instanceof Cloneable[]) s += " Cloneable[]";
        if (o instanceof Number[]) s += " Number[]";
        if (o instanceof Comparable[]) s += " Comparable[]";
        out.println(s);
    }

    public static void main(String[] args) {
        store(new Shape[1], new Circle());
        store(new Circle[1], new Big());
        store(new Big[1], new Circle());
        store(new Big[1], null);
        store(new String[1], 1);
        store(new Integer[1], "s");
        store(new Object[1], new int[0]);
        store(new int[1][], new int[0]);
        store(new int[1][], new long[0]);
        store(new int[1][], "x");
        store(new Object[1][], new String[0]);
        store(new Object[1][], new int[0]);
        store(new Cloneable[1], new int[0]);
        store(new Cloneable[1], "x");
        store(new Shape[1][], new Circle[0]);
        store(new Runnable[1], "not a Runnable");
        for (Object o : new Object[] {new int[0], new String[0], new Big[0], new Shape[0], new int[0][], new Big[0][], new Integer[0], new Object[0], new byte[0][][], new Cloneable[0]}) cast(o);
        Object o = new Circle[1];
        try {
            Big[] b = (Big[]) o;
        } catch (ClassCastException e) {
            out.println("cast failed");
        }
        try {
            long[] b = (long[]) (Object) new int[0];
        } catch (ClassCastException e) {
            out.println(e.getMessage());
        }
        Shape[] s = (Shape[]) o;
        out.println(s.getClass() == Circle[].class);
        out.println(Object[].class.isAssignableFrom(int[][].class) + " " + Object[].class.isAssignableFrom(int[].class) + " " + Shape[].class.isInstance(o) + " " + int[].class.getSuperclass());
    }
}
