// Order of instance initialisation: fields, initialiser blocks, constructors, overridden calls.
package objects;

import static java.lang.System.out;

class InitOrder {
    static int n;

    static int log(String s) {
        out.print(s + (n++) + " ");
        return n;
    }

    static class Base {
        int a = log("Base.a");
        { log("Base.block1"); }
        final int f = 10;
        final int g = log("Base.g");
        Base() { this("delegated"); log("Base()"); show(); }
        Base(String s) { super(); log("Base(" + s + ")"); }
        { log("Base.block2"); }
        void show() { out.print("Base.show "); }
    }

    static class Derived extends Base {
        int b = log("Derived.b");
        int explicitZero = 0;
        int noInit;
        final int constant = 77;
        final Integer boxedConstant = 78;
        String text = "text";
        { log("Derived.block"); }

        Derived() {
            log("Derived()");
            show();
        }

        Derived(int x) {
            super("direct" + log("arg"));
            log("Derived(int)");
        }

        @Override void show() {
            out.print("[show b=" + b + " zero=" + explicitZero + " none=" + noInit + " const=" + constant + " boxed=" + boxedConstant + " text=" + text + "] ");
            explicitZero = 5;
            noInit = 6;
        }
    }

    static class Fails {
        int v = 3;
        Fails(boolean fail) {
            v = 4;
            if (fail) throw new IllegalStateException("ctor " + v);
            v = 5;
        }
    }

    static class Leaks {
        static Leaks leaked;
        final int value;
        Leaks() {
            leaked = this;
            out.print("before=" + leaked.value + " ");
            value = 9;
            out.println("after=" + leaked.value);
        }
    }

    public static void main(String[] args) {
        Derived d = new Derived();
        out.println("=> " + d.explicitZero + " " + d.noInit);
        new Derived(1);
        out.println();
        try {
            new Fails(true);
        } catch (IllegalStateException e) {
            out.println(e.getMessage() + new Fails(false).v);
        }
        new Leaks();
        new Derived() {
            int anon = log("anon");
            @Override void show() { out.print("anon.show=" + anon + " "); }
            { log("anon.block"); }
        };
        out.println();
    }
}
