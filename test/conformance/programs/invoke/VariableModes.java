// Every access mode of VarHandles of fields, statics and elements, of every type: in code, and as method handles.
package invoke;

import static java.lang.System.out;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;

class VariableModes {
    boolean booleanField;
    static boolean booleanStatic;
    byte byteField;
    static byte byteStatic;
    short shortField;
    static short shortStatic;
    char charField;
    static char charStatic;
    int intField;
    static int intStatic;
    long longField;
    static long longStatic;
    float floatField;
    static float floatStatic;
    double doubleField;
    static double doubleStatic;
    String stringField;
    static String stringStatic;

    static void booleans(MethodHandles.Lookup lookup) throws ReflectiveOperationException {
        VarHandle f = lookup.findVarHandle(VariableModes.class, "booleanField", boolean.class);
        VarHandle s = lookup.findStaticVarHandle(VariableModes.class, "booleanStatic", boolean.class);
        VarHandle e = MethodHandles.arrayElementVarHandle(boolean[].class);
        VariableModes o = new VariableModes();
        boolean[] x = new boolean[3];
        boolean a = false, b = true;
        f.set(o, a);
        s.setVolatile(a);
        e.setRelease(x, 1, a);
        out.print("boolean " + (boolean) f.getVolatile(o) + (boolean) s.getOpaque() + (boolean) e.getAcquire(x, 1) + (boolean) e.get(x, 2));
        out.print(" " + f.compareAndSet(o, b, a) + s.compareAndSet(a, b) + e.compareAndSet(x, 1, a, b) + e.weakCompareAndSet(x, 0, a, b));
        out.print(" " + (boolean) f.compareAndExchange(o, a, b) + (boolean) s.compareAndExchangeAcquire(a, b) + (boolean) e.compareAndExchangeRelease(x, 1, b, a));
        out.print(" " + (boolean) f.getAndSet(o, a) + (boolean) s.getAndSetAcquire(a) + (boolean) e.getAndSetRelease(x, 2, b));
        out.print(" " + (boolean) f.getAndBitwiseOr(o, b) + (boolean) s.getAndBitwiseAndAcquire(b) + (boolean) e.getAndBitwiseXorRelease(x, 2, b));
        out.println(" " + o.booleanField + booleanStatic + x[0] + x[1] + x[2]);
        f.setOpaque(o, a);
        s.set(a);
        all(f, a, b, o);
        all(s, a, b);
        x[1] = a;
        all(e, a, b, x, 1);
        all(e, a, b, x, 3);
        out.println(o.booleanField + "" + booleanStatic + x[0] + x[1] + x[2]);
    }

    static void bytes(MethodHandles.Lookup lookup) throws ReflectiveOperationException {
        VarHandle f = lookup.findVarHandle(VariableModes.class, "byteField", byte.class);
        VarHandle s = lookup.findStaticVarHandle(VariableModes.class, "byteStatic", byte.class);
        VarHandle e = MethodHandles.arrayElementVarHandle(byte[].class);
        VariableModes o = new VariableModes();
        byte[] x = new byte[3];
        byte a = (byte) 7, b = (byte) -3;
        f.set(o, a);
        s.setVolatile(a);
        e.setRelease(x, 1, a);
        out.print("byte " + (byte) f.getVolatile(o) + (byte) s.getOpaque() + (byte) e.getAcquire(x, 1) + (byte) e.get(x, 2));
        out.print(" " + f.compareAndSet(o, b, a) + s.compareAndSet(a, b) + e.compareAndSet(x, 1, a, b) + e.weakCompareAndSet(x, 0, a, b));
        out.print(" " + (byte) f.compareAndExchange(o, a, b) + (byte) s.compareAndExchangeAcquire(a, b) + (byte) e.compareAndExchangeRelease(x, 1, b, a));
        out.print(" " + (byte) f.getAndSet(o, a) + (byte) s.getAndSetAcquire(a) + (byte) e.getAndSetRelease(x, 2, b));
        out.print(" " + (byte) f.getAndAdd(o, b) + (byte) s.getAndAddAcquire(b) + (byte) e.getAndAddRelease(x, 2, b));
        out.print(" " + (byte) f.getAndBitwiseOr(o, b) + (byte) s.getAndBitwiseAndAcquire(b) + (byte) e.getAndBitwiseXorRelease(x, 2, b));
        out.println(" " + o.byteField + byteStatic + x[0] + x[1] + x[2]);
        f.setOpaque(o, a);
        s.set(a);
        all(f, a, b, o);
        all(s, a, b);
        x[1] = a;
        all(e, a, b, x, 1);
        all(e, a, b, x, 3);
        out.println(o.byteField + "" + byteStatic + x[0] + x[1] + x[2]);
    }

    static void shorts(MethodHandles.Lookup lookup) throws ReflectiveOperationException {
        VarHandle f = lookup.findVarHandle(VariableModes.class, "shortField", short.class);
        VarHandle s = lookup.findStaticVarHandle(VariableModes.class, "shortStatic", short.class);
        VarHandle e = MethodHandles.arrayElementVarHandle(short[].class);
        VariableModes o = new VariableModes();
        short[] x = new short[3];
        short a = (short) 700, b = (short) -30000;
        f.set(o, a);
        s.setVolatile(a);
        e.setRelease(x, 1, a);
        out.print("short " + (short) f.getVolatile(o) + (short) s.getOpaque() + (short) e.getAcquire(x, 1) + (short) e.get(x, 2));
        out.print(" " + f.compareAndSet(o, b, a) + s.compareAndSet(a, b) + e.compareAndSet(x, 1, a, b) + e.weakCompareAndSet(x, 0, a, b));
        out.print(" " + (short) f.compareAndExchange(o, a, b) + (short) s.compareAndExchangeAcquire(a, b) + (short) e.compareAndExchangeRelease(x, 1, b, a));
        out.print(" " + (short) f.getAndSet(o, a) + (short) s.getAndSetAcquire(a) + (short) e.getAndSetRelease(x, 2, b));
        out.print(" " + (short) f.getAndAdd(o, b) + (short) s.getAndAddAcquire(b) + (short) e.getAndAddRelease(x, 2, b));
        out.print(" " + (short) f.getAndBitwiseOr(o, b) + (short) s.getAndBitwiseAndAcquire(b) + (short) e.getAndBitwiseXorRelease(x, 2, b));
        out.println(" " + o.shortField + shortStatic + x[0] + x[1] + x[2]);
        f.setOpaque(o, a);
        s.set(a);
        all(f, a, b, o);
        all(s, a, b);
        x[1] = a;
        all(e, a, b, x, 1);
        all(e, a, b, x, 3);
        out.println(o.shortField + "" + shortStatic + x[0] + x[1] + x[2]);
    }

    static void chars(MethodHandles.Lookup lookup) throws ReflectiveOperationException {
        VarHandle f = lookup.findVarHandle(VariableModes.class, "charField", char.class);
        VarHandle s = lookup.findStaticVarHandle(VariableModes.class, "charStatic", char.class);
        VarHandle e = MethodHandles.arrayElementVarHandle(char[].class);
        VariableModes o = new VariableModes();
        char[] x = new char[3];
        char a = 'a', b = '\uffff';
        f.set(o, a);
        s.setVolatile(a);
        e.setRelease(x, 1, a);
        out.print("char " + (char) f.getVolatile(o) + (char) s.getOpaque() + (char) e.getAcquire(x, 1) + (char) e.get(x, 2));
        out.print(" " + f.compareAndSet(o, b, a) + s.compareAndSet(a, b) + e.compareAndSet(x, 1, a, b) + e.weakCompareAndSet(x, 0, a, b));
        out.print(" " + (char) f.compareAndExchange(o, a, b) + (char) s.compareAndExchangeAcquire(a, b) + (char) e.compareAndExchangeRelease(x, 1, b, a));
        out.print(" " + (char) f.getAndSet(o, a) + (char) s.getAndSetAcquire(a) + (char) e.getAndSetRelease(x, 2, b));
        out.print(" " + (char) f.getAndAdd(o, b) + (char) s.getAndAddAcquire(b) + (char) e.getAndAddRelease(x, 2, b));
        out.print(" " + (char) f.getAndBitwiseOr(o, b) + (char) s.getAndBitwiseAndAcquire(b) + (char) e.getAndBitwiseXorRelease(x, 2, b));
        out.println(" " + o.charField + charStatic + x[0] + x[1] + x[2]);
        f.setOpaque(o, a);
        s.set(a);
        all(f, a, b, o);
        all(s, a, b);
        x[1] = a;
        all(e, a, b, x, 1);
        all(e, a, b, x, 3);
        out.println(o.charField + "" + charStatic + x[0] + x[1] + x[2]);
    }

    static void ints(MethodHandles.Lookup lookup) throws ReflectiveOperationException {
        VarHandle f = lookup.findVarHandle(VariableModes.class, "intField", int.class);
        VarHandle s = lookup.findStaticVarHandle(VariableModes.class, "intStatic", int.class);
        VarHandle e = MethodHandles.arrayElementVarHandle(int[].class);
        VariableModes o = new VariableModes();
        int[] x = new int[3];
        int a = 7, b = -2147483647;
        f.set(o, a);
        s.setVolatile(a);
        e.setRelease(x, 1, a);
        out.print("int " + (int) f.getVolatile(o) + (int) s.getOpaque() + (int) e.getAcquire(x, 1) + (int) e.get(x, 2));
        out.print(" " + f.compareAndSet(o, b, a) + s.compareAndSet(a, b) + e.compareAndSet(x, 1, a, b) + e.weakCompareAndSet(x, 0, a, b));
        out.print(" " + (int) f.compareAndExchange(o, a, b) + (int) s.compareAndExchangeAcquire(a, b) + (int) e.compareAndExchangeRelease(x, 1, b, a));
        out.print(" " + (int) f.getAndSet(o, a) + (int) s.getAndSetAcquire(a) + (int) e.getAndSetRelease(x, 2, b));
        out.print(" " + (int) f.getAndAdd(o, b) + (int) s.getAndAddAcquire(b) + (int) e.getAndAddRelease(x, 2, b));
        out.print(" " + (int) f.getAndBitwiseOr(o, b) + (int) s.getAndBitwiseAndAcquire(b) + (int) e.getAndBitwiseXorRelease(x, 2, b));
        out.println(" " + o.intField + intStatic + x[0] + x[1] + x[2]);
        f.setOpaque(o, a);
        s.set(a);
        all(f, a, b, o);
        all(s, a, b);
        x[1] = a;
        all(e, a, b, x, 1);
        all(e, a, b, x, 3);
        out.println(o.intField + "" + intStatic + x[0] + x[1] + x[2]);
    }

    static void longs(MethodHandles.Lookup lookup) throws ReflectiveOperationException {
        VarHandle f = lookup.findVarHandle(VariableModes.class, "longField", long.class);
        VarHandle s = lookup.findStaticVarHandle(VariableModes.class, "longStatic", long.class);
        VarHandle e = MethodHandles.arrayElementVarHandle(long[].class);
        VariableModes o = new VariableModes();
        long[] x = new long[3];
        long a = 7L, b = 1L << 40;
        f.set(o, a);
        s.setVolatile(a);
        e.setRelease(x, 1, a);
        out.print("long " + (long) f.getVolatile(o) + (long) s.getOpaque() + (long) e.getAcquire(x, 1) + (long) e.get(x, 2));
        out.print(" " + f.compareAndSet(o, b, a) + s.compareAndSet(a, b) + e.compareAndSet(x, 1, a, b) + e.weakCompareAndSet(x, 0, a, b));
        out.print(" " + (long) f.compareAndExchange(o, a, b) + (long) s.compareAndExchangeAcquire(a, b) + (long) e.compareAndExchangeRelease(x, 1, b, a));
        out.print(" " + (long) f.getAndSet(o, a) + (long) s.getAndSetAcquire(a) + (long) e.getAndSetRelease(x, 2, b));
        out.print(" " + (long) f.getAndAdd(o, b) + (long) s.getAndAddAcquire(b) + (long) e.getAndAddRelease(x, 2, b));
        out.print(" " + (long) f.getAndBitwiseOr(o, b) + (long) s.getAndBitwiseAndAcquire(b) + (long) e.getAndBitwiseXorRelease(x, 2, b));
        out.println(" " + o.longField + longStatic + x[0] + x[1] + x[2]);
        f.setOpaque(o, a);
        s.set(a);
        all(f, a, b, o);
        all(s, a, b);
        x[1] = a;
        all(e, a, b, x, 1);
        all(e, a, b, x, 3);
        out.println(o.longField + "" + longStatic + x[0] + x[1] + x[2]);
    }

    static void floats(MethodHandles.Lookup lookup) throws ReflectiveOperationException {
        VarHandle f = lookup.findVarHandle(VariableModes.class, "floatField", float.class);
        VarHandle s = lookup.findStaticVarHandle(VariableModes.class, "floatStatic", float.class);
        VarHandle e = MethodHandles.arrayElementVarHandle(float[].class);
        VariableModes o = new VariableModes();
        float[] x = new float[3];
        float a = 1.5f, b = -0.25f;
        f.set(o, a);
        s.setVolatile(a);
        e.setRelease(x, 1, a);
        out.print("float " + (float) f.getVolatile(o) + (float) s.getOpaque() + (float) e.getAcquire(x, 1) + (float) e.get(x, 2));
        out.print(" " + f.compareAndSet(o, b, a) + s.compareAndSet(a, b) + e.compareAndSet(x, 1, a, b) + e.weakCompareAndSet(x, 0, a, b));
        out.print(" " + (float) f.compareAndExchange(o, a, b) + (float) s.compareAndExchangeAcquire(a, b) + (float) e.compareAndExchangeRelease(x, 1, b, a));
        out.print(" " + (float) f.getAndSet(o, a) + (float) s.getAndSetAcquire(a) + (float) e.getAndSetRelease(x, 2, b));
        out.print(" " + (float) f.getAndAdd(o, b) + (float) s.getAndAddAcquire(b) + (float) e.getAndAddRelease(x, 2, b));
        out.println(" " + o.floatField + floatStatic + x[0] + x[1] + x[2]);
        f.setOpaque(o, a);
        s.set(a);
        all(f, a, b, o);
        all(s, a, b);
        x[1] = a;
        all(e, a, b, x, 1);
        all(e, a, b, x, 3);
        out.println(o.floatField + "" + floatStatic + x[0] + x[1] + x[2]);
    }

    static void doubles(MethodHandles.Lookup lookup) throws ReflectiveOperationException {
        VarHandle f = lookup.findVarHandle(VariableModes.class, "doubleField", double.class);
        VarHandle s = lookup.findStaticVarHandle(VariableModes.class, "doubleStatic", double.class);
        VarHandle e = MethodHandles.arrayElementVarHandle(double[].class);
        VariableModes o = new VariableModes();
        double[] x = new double[3];
        double a = 1.5, b = 1e300;
        f.set(o, a);
        s.setVolatile(a);
        e.setRelease(x, 1, a);
        out.print("double " + (double) f.getVolatile(o) + (double) s.getOpaque() + (double) e.getAcquire(x, 1) + (double) e.get(x, 2));
        out.print(" " + f.compareAndSet(o, b, a) + s.compareAndSet(a, b) + e.compareAndSet(x, 1, a, b) + e.weakCompareAndSet(x, 0, a, b));
        out.print(" " + (double) f.compareAndExchange(o, a, b) + (double) s.compareAndExchangeAcquire(a, b) + (double) e.compareAndExchangeRelease(x, 1, b, a));
        out.print(" " + (double) f.getAndSet(o, a) + (double) s.getAndSetAcquire(a) + (double) e.getAndSetRelease(x, 2, b));
        out.print(" " + (double) f.getAndAdd(o, b) + (double) s.getAndAddAcquire(b) + (double) e.getAndAddRelease(x, 2, b));
        out.println(" " + o.doubleField + doubleStatic + x[0] + x[1] + x[2]);
        f.setOpaque(o, a);
        s.set(a);
        all(f, a, b, o);
        all(s, a, b);
        x[1] = a;
        all(e, a, b, x, 1);
        all(e, a, b, x, 3);
        out.println(o.doubleField + "" + doubleStatic + x[0] + x[1] + x[2]);
    }

    static void strings(MethodHandles.Lookup lookup) throws ReflectiveOperationException {
        VarHandle f = lookup.findVarHandle(VariableModes.class, "stringField", String.class);
        VarHandle s = lookup.findStaticVarHandle(VariableModes.class, "stringStatic", String.class);
        VarHandle e = MethodHandles.arrayElementVarHandle(String[].class);
        VariableModes o = new VariableModes();
        String[] x = new String[3];
        String a = "a", b = "b";
        f.set(o, a);
        s.setVolatile(a);
        e.setRelease(x, 1, a);
        out.print("String " + (String) f.getVolatile(o) + (String) s.getOpaque() + (String) e.getAcquire(x, 1) + (String) e.get(x, 2));
        out.print(" " + f.compareAndSet(o, b, a) + s.compareAndSet(a, b) + e.compareAndSet(x, 1, a, b) + e.weakCompareAndSet(x, 0, a, b));
        out.print(" " + (String) f.compareAndExchange(o, a, b) + (String) s.compareAndExchangeAcquire(a, b) + (String) e.compareAndExchangeRelease(x, 1, b, a));
        out.print(" " + (String) f.getAndSet(o, a) + (String) s.getAndSetAcquire(a) + (String) e.getAndSetRelease(x, 2, b));
        out.println(" " + o.stringField + stringStatic + x[0] + x[1] + x[2]);
        f.setOpaque(o, a);
        s.set(a);
        all(f, a, b, o);
        all(s, a, b);
        x[1] = a;
        all(e, a, b, x, 1);
        all(e, a, b, x, 3);
        out.println(o.stringField + "" + stringStatic + x[0] + x[1] + x[2]);
    }

    /** Each mode as a method handle, with the two values. */
    static void all(VarHandle handle, Object a, Object b, Object... coordinates) {
        for (VarHandle.AccessMode mode : VarHandle.AccessMode.values()) {
            MethodHandle m = handle.toMethodHandle(mode);
            MethodType type = handle.accessModeType(mode);
            Object[] arguments = new Object[type.parameterCount()];
            System.arraycopy(coordinates, 0, arguments, 0, coordinates.length);
            for (int i = coordinates.length; i < arguments.length; i++) {
                arguments[i] = (i + mode.ordinal()) % 2 == 0 ? a : b;
            }
            String result;
            try {
                result = "" + m.invokeWithArguments(arguments);
            } catch (UnsupportedOperationException | IndexOutOfBoundsException e) {
                result = e.getClass().getSimpleName();
            } catch (Throwable e) {
                result = "unexpected " + e;
            }
            out.print((m.type().equals(type) ? "" : "other type ") + (handle.isAccessModeSupported(mode) ? "" : "-") + result + " ");
        }
        out.println();
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        booleans(lookup);
        bytes(lookup);
        shorts(lookup);
        chars(lookup);
        ints(lookup);
        longs(lookup);
        floats(lookup);
        doubles(lookup);
        strings(lookup);
    }
}
