// Run-time classes of arrays: names, component types, equality of class objects.
package arrays;

import static java.lang.System.out;

class TypeNames {
    static class Inner { }

    static <T> Object generic(T... ts) {
        return ts.getClass().getName() + ts.length;
    }

    static String count(Object... os) {
        return os == null ? "null" : os.length + os.getClass().getSimpleName();
    }

    static String ints(String first, int... rest) {
        return first + rest.length;
    }

    public static void main(String[] args) {
        Object[] all = {new boolean[0], new byte[0], new short[0], new char[0], new int[0], new long[0], new float[0], new double[0], new String[0], new Inner[0], new int[0][0][0], new Object[0][], new Runnable[0], args};
        for (Object a : all) {
            Class<?> c = a.getClass();
            out.println(c.getName() + " " + c.getSimpleName() + " " + c.getTypeName() + " " + c.getCanonicalName() + " " + c.isArray() + " " + c.getComponentType() + " " + c + " " + java.lang.reflect.Array.getLength(a));
        }
        out.println(int[].class == new int[3].getClass());
        out.println((Object) int[].class == Integer[].class);
        out.println(String[][].class.getComponentType() == String[].class);
        out.println(int.class.getName() + " " + void.class + " " + int[].class.getComponentType().isPrimitive());
        out.println(generic("a", "b") + " " + generic(1, 2.0) + " " + generic() + " " + generic(1, "x"));
        out.println(count() + " " + count((Object[]) null) + " " + count((Object) null) + " " + count(1, 2) + " " + count(new String[] {"a"}) + " " + count(new int[] {1, 2}) + " " + count((Object) new String[2]));
        out.println(ints("a") + ints("b", 1) + ints("c", 1, 2) + ints("d", new int[5]));
        int[] empty = {};
        out.println(empty.length + " " + empty.getClass().getInterfaces().length + " " + empty.getClass().getModifiers() + " " + empty.getClass().getPackageName());
        String s = new int[2].toString();
        out.println(s.startsWith("[I@"));
    }
}
