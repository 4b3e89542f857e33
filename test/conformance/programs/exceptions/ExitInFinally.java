// System.exit in the middle of a try: no finally block runs, the exit code is kept.
// @exit 37
package exceptions;

import static java.lang.System.out;

class ExitInFinally {
    public static void main(String[] args) {
        try {
            out.println("before");
            System.err.println("to standard error");
            nested();
            out.println("not reached");
        } finally {
            out.println("not printed");
        }
    }

    static void nested() {
        try {
            throw new IllegalStateException("x");
        } catch (IllegalStateException e) {
            System.exit(37);
        } finally {
            out.println("not printed either");
        }
    }
}
