// What triggers class initialisation and what does not, and in which order.
package objects;

import static java.lang.System.out;

class StaticInit {
    static { out.println("StaticInit"); }

    static int log(String s) { out.println("  init " + s); return 1; }

    static class A { static { log("A"); } static int x = 5; static final int CONST = 6; static final Integer BOXED = 7; static final String STR = "str"; static final String COMPUTED = "c".concat("d"); static void f() { } }
    static class B extends A { static { log("B"); } static int y = 1; }
    static class C extends A { static { log("C"); } }
    interface I { int I_FIELD = log("I"); }
    interface J extends I { int J_FIELD = log("J"); default void d() { } }
    interface K { int K_FIELD = log("K"); static int s() { return 3; } }
    static class Impl implements I, J, K { static { log("Impl"); } }
    static class D { static { log("D"); } }
    static class E { static { log("E"); } E() { out.println("  E()"); } }
    static class F { static int a = get(); static int b = 10; static int get() { return b; } }
    static class G { static final G INSTANCE = new G(); static int count = 3; int seen; G() { seen = count; count++; } }
    static class H { static { log("H"); } static int[] arr = {1}; }
    enum Color { RED, GREEN; static { log("Color"); } Color() { out.println("  new color"); } }
    static class Cyc1 { static int v = Cyc2.v + 1; }
    static class Cyc2 { static int v = Cyc1.v + 1; }
    static class M { static { log("M"); } static void hi() { } }
    static class N extends M { static { log("N"); } }
    static class Lazy { static class Holder { static final Object O = log("Holder"); } static Object get() { return Holder.O; } }

    public static void main(String[] args) throws Exception {
        out.println("main");
        out.println(A.CONST + A.STR);
        out.println("inherited static"); out.println(B.x);
        out.println("own static"); out.println(B.y);
        out.println("boxed const"); out.println(A.BOXED + A.COMPUTED);
        out.println("array"); C[] cs = new C[2]; out.println(cs.length);
        out.println("class literal"); out.println(C.class.getSimpleName());
        out.println("instanceof"); out.println((Object) cs instanceof C[]);
        out.println("new impl"); new Impl();
        out.println("I"); out.println(J.I_FIELD);
        out.println("K static"); out.println(K.s());
        out.println("forName no init"); Class.forName("objects.StaticInit$D", false, StaticInit.class.getClassLoader());
        out.println("forName"); Class.forName("objects.StaticInit$D");
        E e = null;
        out.println("new E"); e = new E(); new E();
        out.println(F.a + " " + F.b);
        out.println(G.INSTANCE.seen + " " + G.count);
        out.println("lambda"); java.util.function.Supplier<int[]> s = () -> H.arr; out.println("made"); out.println(s.get().length);
        out.println("enum"); Color c = Color.GREEN; out.println(c);
        out.println(Cyc1.v + " " + Cyc2.v);
        out.println("static via sub"); N.hi();
        out.println("lazy"); Lazy l = new Lazy(); out.println(Lazy.get());
    }
}
