// VarHandle on fields, statics and arrays: plain, volatile, compare-and-set, arithmetic.
package invoke;

import static java.lang.System.out;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

class VarHandles {
    int i = 1;
    long l = 2;
    String s = "a";
    boolean z;
    double d = 0.5;
    static int st = 10;
    final int fin = 3;
    byte b = 1;

    public static void main(String[] args) throws Exception {
        MethodHandles.Lookup lk = MethodHandles.lookup();
        VarHandle i = lk.findVarHandle(VarHandles.class, "i", int.class), l = lk.findVarHandle(VarHandles.class, "l", long.class), s = lk.findVarHandle(VarHandles.class, "s", String.class), z = lk.findVarHandle(VarHandles.class, "z", boolean.class), d = lk.findVarHandle(VarHandles.class, "d", double.class), st = lk.findStaticVarHandle(VarHandles.class, "st", int.class), b = lk.findVarHandle(VarHandles.class, "b", byte.class);
        VarHandles o = new VarHandles();
        out.println((int) i.get(o) + " " + (int) i.getVolatile(o) + (int) i.getAcquire(o) + (int) i.getOpaque(o));
        i.set(o, 5);
        i.setVolatile(o, (int) i.get(o) + 1);
        i.setRelease(o, (int) i.get(o) + 1);
        i.setOpaque(o, (int) i.get(o) + 1);
        out.println(o.i + " " + i.compareAndSet(o, 8, 20) + i.compareAndSet(o, 8, 30) + (int) i.compareAndExchange(o, 20, 21) + (int) i.getAndAdd(o, 5) + (int) i.getAndSet(o, 100) + (int) i.getAndBitwiseOr(o, 3) + (int) i.getAndBitwiseAnd(o, 0xff) + (int) i.getAndBitwiseXor(o, 1) + " " + o.i);
        boolean weak = false;
        while (!weak) weak = i.weakCompareAndSetPlain(o, o.i, 1);
        out.println(o.i + " " + (long) l.getAndAdd(o, 1L << 40) + o.l + l.compareAndSet(o, o.l, -1L) + o.l);
        out.println((String) s.getAndSet(o, "b") + s.compareAndSet(o, "b", "c") + s.compareAndSet(o, new String("c"), "d") + o.s + (String) s.compareAndExchange(o, "c", null) + o.s);
        out.println(z.compareAndSet(o, false, true) + "" + o.z + (double) d.getAndAdd(o, 0.25) + o.d + (byte) b.getAndAdd(o, (byte) 127) + o.b + d.compareAndSet(o, 0.75, Double.NaN) + o.d);
        st.set(11);
        out.println((int) st.getAndAdd(4) + " " + st);
        VarHandle arr = MethodHandles.arrayElementVarHandle(int[].class), objs = MethodHandles.arrayElementVarHandle(String[].class);
        int[] a = {1, 2, 3};
        String[] ss = {"p", "q"};
        arr.setVolatile(a, 1, 50);
        out.println((int) arr.getAndAdd(a, 1, 5) + " " + a[1] + arr.compareAndSet(a, 2, 3, 9) + a[2] + (String) objs.getAndSet(ss, 0, "P") + ss[0]);
        try {
            arr.get(a, 3);
        } catch (ArrayIndexOutOfBoundsException e) {
            out.println(e.getMessage());
        }
        try {
            i.get((VarHandles) null);
        } catch (NullPointerException e) {
            out.println("npe");
        }
        try {
            lk.findVarHandle(VarHandles.class, "fin", int.class).set(o, 1);
        } catch (UnsupportedOperationException e) {
            out.println("final");
        }
        VarHandle.fullFence();
        out.println(i.varType() + " " + i.coordinateTypes() + " " + s.isAccessModeSupported(VarHandle.AccessMode.GET_AND_ADD) + i.isAccessModeSupported(VarHandle.AccessMode.GET_AND_ADD));
    }
}
