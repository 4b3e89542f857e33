// MethodHandles: find*, invokeExact and invoke, adaptation, combinators, wrong types.
package invoke;

import static java.lang.System.out;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.WrongMethodTypeException;

class Handles {
    int field = 5;
    static String stat = "s";
    Handles() { }
    Handles(int f) { field = f; }
    static int add(int a, int b) { return a + b; }
    String inst(String s, long l) { return s + l + field; }
    private int priv() { return field * 2; }
    static void boom() { throw new IllegalStateException("boom"); }
    static String va(Object... os) { return "va" + os.length; }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup l = MethodHandles.lookup();
        MethodHandle add = l.findStatic(Handles.class, "add", MethodType.methodType(int.class, int.class, int.class));
        out.println((int) add.invokeExact(3, 4) + " " + (long) add.invoke((byte) 1, (Integer) 2) + " " + add.invokeWithArguments(5, 6) + " " + (Object) add.invoke(7, 8) + " " + add.type());
        try {
            Object o = add.invokeExact(1, 2);
        } catch (WrongMethodTypeException e) {
            out.println("wrong type");
        }
        MethodHandle inst = l.findVirtual(Handles.class, "inst", MethodType.methodType(String.class, String.class, long.class));
        Handles h = new Handles();
        out.println((String) inst.invokeExact(h, "x", 5L) + (String) inst.bindTo(h).invokeExact("y", 6L));
        MethodHandle ctor = l.findConstructor(Handles.class, MethodType.methodType(void.class, int.class));
        out.println(((Handles) ctor.invokeExact(9)).field + " " + (int) l.findVirtual(Handles.class, "priv", MethodType.methodType(int.class)).invokeExact(h) + (int) l.findGetter(Handles.class, "field", int.class).invokeExact(h));
        l.findSetter(Handles.class, "field", int.class).invokeExact(h, 77);
        l.findStaticSetter(Handles.class, "stat", String.class).invokeExact("new");
        out.println(h.field + stat + (String) l.findStaticGetter(Handles.class, "stat", String.class).invokeExact());
        out.println((String) l.findVirtual(Object.class, "toString", MethodType.methodType(String.class)).invokeExact((Object) "virt") + (int) l.findVirtual(String.class, "length", MethodType.methodType(int.class)).invokeExact("four") + (int) l.findVirtual(Comparable.class, "compareTo", MethodType.methodType(int.class, Object.class)).invoke("a", (Object) "b"));
        try {
            l.findStatic(Handles.class, "boom", MethodType.methodType(void.class)).invokeExact();
        } catch (IllegalStateException e) {
            out.println(e.getMessage());
        }
        out.println((String) l.findStatic(Handles.class, "va", MethodType.methodType(String.class, Object[].class)).invoke(1, 2, 3));
        MethodHandle five = MethodHandles.insertArguments(add, 1, 5);
        MethodHandle twice = MethodHandles.filterReturnValue(five, five);
        MethodHandle guard = MethodHandles.guardWithTest(l.findStatic(Handles.class, "big", MethodType.methodType(boolean.class, int.class)), five, MethodHandles.identity(int.class));
        out.println((int) twice.invokeExact(1) + " " + (int) guard.invokeExact(50) + (int) guard.invokeExact(3) + (int) MethodHandles.constant(int.class, 8).invokeExact() + (int) MethodHandles.dropArguments(five, 0, String.class).invokeExact("ignored", 1) + (int) MethodHandles.permuteArguments(add, MethodType.methodType(int.class, int.class), 0, 0).invokeExact(21));
        MethodHandle spread = add.asSpreader(Object[].class, 2);
        out.println(spread.invoke(new Object[] {1, 2}) + " " + (Object) five.asType(MethodType.methodType(Object.class, Integer.class)).invoke((Integer) 3) + (int) MethodHandles.arrayElementGetter(int[].class).invokeExact(new int[] {4, 5}, 1));
        for (String name : new String[] {"nope", "add"}) {
            try {
                l.findVirtual(Handles.class, name, MethodType.methodType(void.class));
            } catch (NoSuchMethodException | IllegalAccessException e) {
                out.println(e.getClass().getSimpleName());
            }
        }
        out.println(MethodType.methodType(void.class, int[].class, String.class).toMethodDescriptorString() + MethodType.fromMethodDescriptorString("(IJ)V", null) + MethodType.methodType(int.class).wrap());
    }

    static boolean big(int i) { return i > 10; }
}
