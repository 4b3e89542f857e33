// Calls of VarHandles and MethodHandles whose arguments or results are converted, and those that are refused.
package invoke;

import static java.lang.System.out;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

class VariableConversions {
    interface Action { Object run() throws Throwable; }

    static class Below extends VariableConversions { }

    static class Lazy {
        static int x = init();

        static int init() {
            out.println("initialised");
            return 5;
        }
    }

    int i;
    long l;
    double d;
    Object o;
    String s;
    Runnable r;
    Integer boxed = 5;
    final int fin = 3;
    static int st;

    static void show(String what, Action action) {
        String result;
        try {
            result = "" + action.run();
        } catch (NullPointerException e) {
            result = "NullPointerException";
        } catch (ClassCastException e) {
            result = e.getMessage().startsWith("Cannot cast") ? e.getMessage() : "ClassCastException";
        } catch (Throwable e) {
            result = e.getClass().getSimpleName() + " " + e.getMessage();
        }
        out.println(what + ": " + result);
    }

    static long sum(long a, double b, Object c) { return a + (long) b + ((Number) c).longValue(); }
    static Integer box(int i) { return i; }
    static void nothing(byte b) { out.print("nothing " + b + " "); }
    static boolean same(Object a, Object b) { return a == b; }
    static String join(String first, Object... rest) { return first + Arrays.toString(rest); }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        Class<?> c = VariableConversions.class;
        VarHandle i = lookup.findVarHandle(c, "i", int.class), l = lookup.findVarHandle(c, "l", long.class), d = lookup.findVarHandle(c, "d", double.class);
        VarHandle o = lookup.findVarHandle(c, "o", Object.class), s = lookup.findVarHandle(c, "s", String.class), r = lookup.findVarHandle(c, "r", Runnable.class);
        VarHandle fin = lookup.findVarHandle(c, "fin", int.class), boxed = lookup.findVarHandle(c, "boxed", Integer.class), st = lookup.findStaticVarHandle(c, "st", int.class);
        VarHandle lazy = lookup.findStaticVarHandle(Lazy.class, "x", int.class);
        out.println("found");
        out.println((int) lazy.get());
        VariableConversions v = new VariableConversions();
        Below below = new Below();
        show("subclass", () -> { i.set(below, 3); return below.i; });
        show("widened", () -> { i.set(v, (short) 7); l.set(v, 'c'); d.set(v, 3); return v.i + " " + v.l + v.d + (long) i.get(v) + (double) i.get(v); });
        show("boxes", () -> { i.set(v, Integer.valueOf(9)); l.set(v, (Integer) 4); Object got = i.get(v); return got.getClass() + "" + got + v.l + (Number) i.get(v) + (Comparable<?>) l.get(v); });
        show("small boxes are shared", () -> { i.set(v, 100); Object a = i.get(v), b = i.get(v); i.set(v, 1000); Object x = i.get(v), y = i.get(v); return (a == b) + " " + x.equals(y); });
        show("unboxed", () -> (int) boxed.get(v) + (long) boxed.get(v));
        show("boxed argument", () -> { boxed.set(v, 77); return v.boxed + "" + boxed.compareAndSet(v, 77, 78) + v.boxed; });
        show("as objects", () -> { i.set((Object) v, (Object) 9); return i.get((Object) v); });
        show("compare", () -> i.compareAndSet((Object) below, (byte) 3, (Integer) 4) + " " + below.i + (long) i.getAndAdd(below, 'a') + i.getAndAdd(below, (short) 1));
        show("static", () -> { st.set((byte) 4); return (long) st.getAndAdd((Object) 2) + "" + st.get(); });
        show("dropped results", () -> { i.compareAndSet(v, 9, 10); i.getAndAdd(v, 5); i.getAndSet((Object) v, (short) 6); return v.i; });
        show("no such class", () -> { i.set((Object) "x", 3); return 1; });
        show("no number", () -> { i.set(v, (Object) "x"); return 1; });
        show("too wide a box", () -> { i.set(v, (Object) 3L); return 1; });
        show("null box", () -> { i.set(v, (Integer) null); return 1; });
        show("null receiver", () -> { i.set(null, 3); return 1; });
        show("null receiver", () -> { i.set((VariableConversions) null, 3); return 1; });
        show("narrowed", () -> { l.set(v, 1.0); return v.l; });
        show("narrowed result", () -> (int) l.get(v));
        show("too few", () -> { l.set(v); return v.l; });
        show("too many", () -> l.get(v, v));
        show("result", () -> (String) i.get(v));
        show("string", () -> { s.set(v, (Object) "abc"); return (CharSequence) s.get(v); });
        show("no string", () -> { s.set(v, (Object) 3); return v.s; });
        show("no interface", () -> { r.set(v, (Object) "s"); return v.r; });
        show("null", () -> { s.set(v, null); return v.s + s.compareAndSet(v, null, "z") + v.s; });
        show("result cast", () -> { o.set(v, "x"); return (Integer) o.get(v); });
        show("result cast", () -> (Runnable) o.getAndSet(v, "y"));
        show("after it", () -> o.get(v));
        show("final", () -> { fin.set(v, 4); return 1; });
        show("final, wrong type", () -> { fin.set(v, "x"); return 1; });
        show("no sum of strings", () -> s.getAndAdd(v, "x"));
        VarHandle exact = i.withInvokeExactBehavior(), exactFinal = fin.withInvokeExactBehavior();
        show("exact", () -> { exact.set(v, 3); return (int) exact.get(v) + "" + exact.hasInvokeExactBehavior() + exact.withInvokeBehavior().hasInvokeExactBehavior(); });
        show("exact subclass", () -> { exact.set(below, 3); return 1; });
        show("exact result", () -> exact.get(v));
        show("exact short", () -> { exact.set(v, (short) 3); return 1; });
        show("exact dropped", () -> { exact.getAndAdd(v, 3); return 1; });
        show("exact final", () -> { exactFinal.set(v, 3); return 1; });
        show("exact final, wrong type", () -> { exactFinal.set(v, "x"); return 1; });
        VarHandle ints = MethodHandles.arrayElementVarHandle(int[].class), strings = MethodHandles.arrayElementVarHandle(String[].class), objects = MethodHandles.arrayElementVarHandle(Object[].class);
        int[] array = new int[3];
        Object[] texts = new String[2];
        show("elements", () -> { ints.set(array, 1, (byte) 5); ints.set(array, (short) 2, 6); ints.set(array, (Integer) 0, 7); return Arrays.toString(array) + (long) ints.getAndAdd(array, 'a' - 'a', (Object) 3) + array[0]; });
        show("index", () -> { ints.set(array, 3, 6); return 1; });
        show("index", () -> ints.get(array, -1));
        show("null array", () -> { ints.set((int[]) null, 3, 6); return 1; });
        show("another array", () -> { strings.set((Object) new Object[1], 0, "s"); return 1; });
        show("store", () -> { objects.set(texts, 0, 3); return 1; });
        show("store", () -> { objects.setVolatile(texts, 0, (Object) 3); return 1; });
        show("stored", () -> { objects.set(texts, 0, "q"); return texts[0]; });
        show("compare", () -> objects.compareAndSet(texts, 0, (Object) 1, (Object) "x"));
        show("compare, bad value", () -> objects.compareAndSet(texts, 0, (Object) 1, (Object) 2));
        show("compare, bad index", () -> objects.compareAndSet(texts, 5, (Object) 1, (Object) 2));
        show("compare, bad expectation", () -> strings.compareAndSet((String[]) texts, 0, (Object) 1, "z"));
        show("invoker", () -> { MethodHandle m = MethodHandles.varHandleInvoker(VarHandle.AccessMode.SET, MethodType.methodType(void.class, Below.class, short.class)); m.invokeExact((VarHandle) i, below, (short) 33); return below.i + "" + m.type(); });
        show("exact invoker", () -> { MethodHandle m = MethodHandles.varHandleExactInvoker(VarHandle.AccessMode.SET, MethodType.methodType(void.class, Below.class, short.class)); m.invokeExact((VarHandle) i, below, (short) 3); return 1; });
        show("found invoker", () -> { MethodHandle m = lookup.findVirtual(VarHandle.class, "getAndAdd", MethodType.methodType(int.class, VariableConversions.class, int.class)); v.i = 2; return (int) m.invokeExact((VarHandle) i, v, 3) + "" + v.i; });
        show("as a method", () -> { MethodHandle m = i.toMethodHandle(VarHandle.AccessMode.GET_AND_ADD).bindTo(v); return (int) m.invokeExact(3) + "" + (Object) m.invoke((short) 1) + v.i + m.type(); });

        MethodHandle sum = lookup.findStatic(c, "sum", MethodType.methodType(long.class, long.class, double.class, Object.class));
        MethodHandle box = lookup.findStatic(c, "box", MethodType.methodType(Integer.class, int.class));
        MethodHandle nothing = lookup.findStatic(c, "nothing", MethodType.methodType(void.class, byte.class));
        MethodHandle same = lookup.findStatic(c, "same", MethodType.methodType(boolean.class, Object.class, Object.class));
        MethodHandle join = lookup.findStatic(c, "join", MethodType.methodType(String.class, String.class, Object[].class));
        show("widened", () -> (long) sum.invoke(1, 2f, 3) + "" + (Object) sum.invoke('a', 2L, (byte) 3) + (double) sum.invoke((Integer) 1, (Short) (short) 2, (Object) 3L));
        show("dropped", () -> { sum.invoke(1, 2, 3); box.invoke((Object) 4); return (long) box.invoke((Byte) (byte) 5) + (int) box.invoke(6); });
        show("void", () -> { Object x = nothing.invoke((Byte) (byte) 1); int y = (int) nothing.invoke((byte) 2); return x + "" + y; });
        show("shared boxes", () -> (boolean) same.invoke(5, 5) + "" + (boolean) same.invoke('a', 'a') + (boolean) same.invoke(true, Boolean.TRUE) + (boolean) same.invoke(100000, 100000));
        show("varargs", () -> (String) join.invoke("a") + (Object) join.invoke("b", 1, 'c', 2L) + join.invoke((Object) "d", (Object) 'd') + join.invoke("e", new Object[] {1, 2}) + join.invokeWithArguments("f", 1, 2));
        show("narrowed", () -> (int) sum.invoke(1, 2, 3));
        show("no number", () -> sum.invoke((Object) "x", 2, 3));
        show("null", () -> sum.invoke((Long) null, 2, 3));
        show("cast", () -> sum.invoke(1, 2, "x"));
        show("count", () -> sum.invoke(1, 2));
        show("exact", () -> sum.invokeExact(1, 2, 3));
        show("exact", () -> (long) sum.invokeExact(1L, 2.0, (Object) 3));
        show("asType", () -> { MethodHandle m = sum.asType(MethodType.methodType(Object.class, int.class, Float.class, Integer.class)); return (Object) m.invokeExact(1, (Float) 2f, (Integer) 3) + "" + m.type(); });
        show("interface", () -> { MethodHandle m = box.asType(MethodType.methodType(Object.class, Runnable.class)); return (Object) m.invokeExact((Runnable) () -> { }); });
        show("arguments", () -> sum.invokeWithArguments(1, 2L, (short) 3) + "" + sum.invokeWithArguments(Arrays.asList('b', 2f, 3.5)));
        show("bound", () -> lookup.findVirtual(String.class, "concat", MethodType.methodType(String.class, String.class)).bindTo("x").invoke((Object) "y"));
        show("bound", () -> lookup.findVirtual(String.class, "length", MethodType.methodType(int.class)).bindTo(3));
    }
}
