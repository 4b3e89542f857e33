// A failing static initialiser: ExceptionInInitializerError first, NoClassDefFoundError afterwards.
package objects;

import static java.lang.System.out;

class StaticInitErrors {
    static int attempts;
    static class Bad { static int v; static { attempts++; out.println("Bad init"); v = 1 / (v * 0); } static void f() { } }
    static class BadError { static { if (true) throw new AssertionError("an error"); } static int x; }
    static class Child extends Bad { static { out.println("never"); } static int y = 2; }
    static class Checked { static { fail(); } static void fail() { sneaky(new Exception("checked")); } static int x; @SuppressWarnings("unchecked") static <T extends Throwable> void sneaky(Throwable t) throws T { throw (T) t; } }
    static class Uses { static int z = Bad.v; }
    interface BadI { int X = Integer.parseInt("x"); default void d() { } }
    static class ImplBadI implements BadI { }

    interface Action { void run() throws Throwable; }

    static void attempt(String name, Action a) {
        try {
            a.run();
            out.println(name + " fine");
        } catch (Throwable t) {
            out.println(name + ": " + t);
            for (Throwable c = t.getCause(); c != null; c = c.getCause()) out.println("  caused by " + c);
            if (t instanceof ExceptionInInitializerError) out.println("  " + ((ExceptionInInitializerError) t).getException() + " " + t.getMessage());
        }
    }

    public static void main(String[] args) {
        attempt("first", () -> Bad.f());
        attempt("second", () -> Bad.f());
        attempt("field", () -> out.println(Bad.v));
        attempt("new", () -> new Bad());
        attempt("child", () -> out.println(Child.y));
        attempt("child again", () -> out.println(Child.y));
        attempt("error", () -> out.println(BadError.x));
        attempt("error again", () -> out.println(BadError.x));
        attempt("checked", () -> out.println(Checked.x));
        attempt("uses", () -> out.println(Uses.z));
        attempt("uses again", () -> out.println(Uses.z));
        attempt("interface", () -> new ImplBadI());
        attempt("interface again", () -> new ImplBadI());
        attempt("literal", () -> out.println(Bad.class.getName()));
        attempt("array", () -> out.println(new Bad[1].length));
        out.println(attempts);
    }
}
