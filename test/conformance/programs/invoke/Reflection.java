// Methods, fields, constructors and arrays by reflection, with access checks and wrapped exceptions.
package invoke;

import static java.lang.System.out;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;

class Reflection {
    public static class Target {
        public int pub = 1;
        private String priv = "p";
        static final double CONST = 2.5;
        public long wide = 1L << 40;
        public Target() { }
        private Target(String s, int n) { priv = s + n; }
        public int sum(int a, Integer b) { return a + b; }
        private String hidden() { return "hidden " + priv; }
        public static String stat(String... s) { return "stat" + s.length; }
        public void fails() throws Exception { throw new java.io.IOException("inside"); }
        public Object nothing() { return null; }
        public void v(byte b, char c, boolean z, float f, double d) { out.print(b + "" + c + z + f + d + " "); }
    }

    public static void main(String[] args) throws Exception {
        Class<?> c = Target.class;
        Target t = (Target) c.getDeclaredConstructor().newInstance();
        Method sum = c.getMethod("sum", int.class, Integer.class);
        out.println(sum.invoke(t, 3, 4) + " " + sum.getName() + sum.getParameterCount() + sum.getReturnType() + Arrays.toString(sum.getParameterTypes()) + " " + sum);
        Method hidden = c.getDeclaredMethod("hidden");
        out.println(hidden.invoke(t) + " " + Modifier.toString(hidden.getModifiers()) + c.getMethod("stat", String[].class).invoke(null, (Object) new String[] {"a", "b"}) + c.getMethod("nothing").invoke(t));
        c.getMethod("v", byte.class, char.class, boolean.class, float.class, double.class).invoke(t, (byte) 1, 'c', true, 1.5f, (byte) 2);
        out.println();
        try {
            c.getMethod("fails").invoke(t);
        } catch (InvocationTargetException e) {
            out.println(e.getMessage() + " " + e.getCause());
        }
        for (Object[] bad : new Object[][] {{1}, {1, "x"}, {null, 1}}) {
            try {
                out.println(sum.invoke(t, bad));
            } catch (IllegalArgumentException e) {
                out.println("refused " + bad.length);
            }
        }
        try {
            sum.invoke(null, 1, 2);
        } catch (NullPointerException e) {
            out.println("no receiver");
        }
        try {
            c.getMethod("hidden");
        } catch (NoSuchMethodException e) {
            out.println(e.getMessage());
        }
        Constructor<?> k = c.getDeclaredConstructor(String.class, int.class);
        Field priv = c.getDeclaredField("priv"), pub = c.getField("pub");
        Object made = k.newInstance("s", 5);
        out.println(priv.get(made) + " " + pub.getInt(made) + c.getField("wide").getLong(made) + c.getDeclaredField("CONST").getDouble(null) + priv.getType().getSimpleName() + Modifier.toString(priv.getModifiers()));
        priv.set(made, "changed");
        pub.setInt(made, 9);
        pub.set(made, (short) 10);
        out.println(hidden.invoke(made) + "" + pub.get(made));
        try {
            pub.set(made, "x");
        } catch (IllegalArgumentException e) {
            out.println("type mismatch");
        }
        try {
            c.getField("nope");
        } catch (NoSuchFieldException e) {
            out.println(e.getMessage());
        }
        Method[] ms = c.getDeclaredMethods();
        Arrays.sort(ms, Comparator.comparing(Method::getName));
        for (Method m : ms) out.print(m.getName() + m.getParameterCount() + " ");
        out.println(c.getDeclaredFields().length + " " + c.getDeclaredConstructors().length + c.getConstructors().length);
        Object arr = Array.newInstance(int.class, 3), grid = Array.newInstance(String.class, 2, 2);
        Array.set(arr, 1, 5);
        Array.setInt(arr, 2, 7);
        out.println(Array.getLength(arr) + " " + Array.get(arr, 1) + Array.getLong(arr, 2) + ((int[]) arr)[0] + grid.getClass().getSimpleName() + ((String[][]) grid)[1].length);
        try {
            Array.set(arr, 9, 1);
        } catch (ArrayIndexOutOfBoundsException e) {
            out.println(e.getMessage());
        }
        try {
            Number.class.getDeclaredConstructor().newInstance();
        } catch (InstantiationException e) {
            out.println("abstract");
        }
    }
}
