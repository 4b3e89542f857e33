// assert statements with -ea, in their forms; the detail is evaluated only on failure.
// @exit 1
package exceptions;

import static java.lang.System.out;

class Assertions {
    static int evaluated;

    static Object detail(Object o) {
        evaluated++;
        return o;
    }

    static void check(int kind) {
        switch (kind) {
            case 0: assert false; break;
            case 1: assert false : "text"; break;
            case 2: assert false : 42; break;
            case 3: assert false : 'c'; break;
            case 4: assert false : 1.5; break;
            case 5: assert false : 7L; break;
            case 6: assert false : true; break;
            case 7: assert false : null; break;
            case 8: assert false : new IllegalStateException("as cause"); break;
            case 9: assert true : detail("never"); break;
            case 10: assert evaluated > 100 : detail("computed " + evaluated); break;
            case 11: assert false : 2.5f; break;
            default: assert kind < 0 : new StringBuilder("builder");
        }
    }

    static class Nested {
        static void run() {
            assert evaluated == -1 : "nested";
        }
    }

    interface WithDefault {
        default void run() {
            assert false : "in default method";
        }
    }

    public static void main(String[] args) {
        for (int k = 0; k < 13; k++) {
            try {
                check(k);
                out.println(k + " passed");
            } catch (AssertionError e) {
                out.println(k + " " + e + " cause " + e.getCause() + " at " + e.getStackTrace()[0].getLineNumber());
            }
        }
        out.println(evaluated);
        try {
            Nested.run();
        } catch (AssertionError e) {
            out.println(e.getMessage());
        }
        try {
            new WithDefault() { }.run();
        } catch (AssertionError e) {
            out.println(e.getMessage());
        }
        out.println(Assertions.class.desiredAssertionStatus() + " " + String.class.desiredAssertionStatus());
        out.println(new AssertionError(3) + " " + new AssertionError() + " " + new AssertionError("m", new Error("c")).getCause());
        assert args.length == 99 : "uncaught assertion";
    }
}
