// Instance and static fields of every type, through inheritance, shadowing and interfaces.
package objects;

import static java.lang.System.out;

class FieldAccess {
    static boolean z; static byte b; static short s; static char c; static int i; static long l; static float f; static double d; static String str; static int[] arr;
    static class Base {
        boolean z; byte b; short s; char c; int i; long l; float f; double d; String str; int[] arr;
        protected static int shared = 10;
        String show() { return z + " " + b + " " + s + " " + (int) c + " " + i + " " + l + " " + f + " " + d + " " + str + " " + (arr == null ? "-" : arr.length); }
    }
    static class Derived extends Base {
        long i = 77;
        byte l = 3;
        String show2() { return i + " " + super.i + " " + l + " " + super.l + " " + ((Base) this).i; }
    }
    interface Consts { int X = 3; String S = "iface" + X; int[] A = {1, 2}; }
    static class Uses implements Consts { int sum() { return X + A[1]; } }
    volatile int v = 1;
    transient final int t = 2;

    static Base make() {
        out.print("make ");
        return null;
    }

    public static void main(String[] args) {
        out.println(z + " " + b + " " + s + " " + (int) c + " " + i + " " + l + " " + f + " " + d + " " + str + " " + arr);
        Derived x = new Derived();
        out.println(x.show() + " | " + x.show2());
        x.z = true; x.b = (byte) 0x180; x.s = (short) 0x18000; x.c = (char) -1; x.i = 5; x.l = 6; x.f = 1 / 3f; x.d = 1 / 3d; x.str = "str"; x.arr = new int[3];
        ((Base) x).i = Integer.MIN_VALUE;
        ((Base) x).l = Long.MIN_VALUE;
        out.println(x.show() + " | " + x.show2());
        x.b += 200; x.s--; x.c++; x.i <<= 40; x.f += 0.1; x.d %= 0.1; x.z |= x.b > 0; x.str += x.i; x.arr[1]++;
        out.println(x.show() + " | " + x.show2());
        z ^= true; b--; s += 40000; c += 'a'; i = l > 0 ? 1 : -1; l = ~0L >>> 1; f = 1e10f; d = -f; str += "x"; arr = new int[] {1};
        out.println(z + " " + b + " " + s + " " + (int) c + " " + i + " " + l + " " + f + " " + d + " " + str + " " + arr[0]++ + arr[0]);
        Derived.shared++;
        Base.shared *= 2;
        out.println(x.shared + " " + Derived.shared);
        out.println(make().shared);
        out.println(new Uses().sum() + Uses.S + Consts.A.length);
        FieldAccess o = new FieldAccess();
        o.v += o.t + o.v++ + ++o.v;
        out.println(o.v);
        int[] order = {0};
        Base[] bs = {new Base(), new Base()};
        bs[order[0]++].i = order[0]++ + bs[order[0] - 1].i;
        out.println(bs[0].i + " " + bs[1].i + " " + order[0]);
        long chained = bs[0].l = bs[1].i = bs[0].b = 9;
        out.println(chained + " " + bs[0].l + bs[1].i + bs[0].b);
    }
}
