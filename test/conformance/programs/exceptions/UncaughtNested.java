// A nested class fails to initialise: ExceptionInInitializerError leaves main.
// @exit 1
package exceptions;

class UncaughtNested {
    static class Holder {
        static final Object O = make();

        static Object make() {
            Object o = null;
            return o.toString();
        }
    }

    public static void main(String[] args) {
        System.out.println("main runs");
        try {
            System.out.println(Holder.O);
        } catch (ExceptionInInitializerError e) {
            System.out.println("first: " + e.getCause().getMessage());
        }
        System.out.println(Holder.O);
    }
}
