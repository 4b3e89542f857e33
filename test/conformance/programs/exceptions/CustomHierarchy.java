// Exception classes with state, overridden messages, generic throws and catch order.
package exceptions;

import static java.lang.System.out;

class CustomHierarchy {
    static class AppException extends Exception {
        AppException() { }
        AppException(String m) { super(m); }
        @Override public String getMessage() { return "<" + super.getMessage() + ">"; }
    }
    static class Retry extends AppException {
        final int left;
        Retry(int left) { super("left " + left); this.left = left; }
        @Override public synchronized Throwable fillInStackTrace() { return this; }
    }
    static final class Fatal extends Retry {
        Fatal() { super(0); }
        @Override public String getLocalizedMessage() { return "localised"; }
        @Override public String toString() { return "Fatal:" + super.toString(); }
    }
    static class Signal extends Throwable { Signal() { super(null, null, false, false); } }

    static void attempt(int n) throws AppException {
        switch (n) {
            case 0: throw new Fatal();
            case 1: throw new AppException();
            case 2: throw new AppException("two");
            default: throw new Retry(n);
        }
    }

    static <X extends Throwable> void sneaky(Throwable t) throws X {
        @SuppressWarnings("unchecked") X x = (X) t;
        throw x;
    }

    static int countdown(int n) {
        try {
            attempt(n);
            return -1;
        } catch (Fatal f) {
            out.println("fatal " + f);
            return 0;
        } catch (Retry r) {
            out.println("retry " + r + " " + r.getStackTrace().length);
            return 1 + countdown(r.left - 1);
        } catch (AppException e) {
            out.println("app " + e + " " + e.getStackTrace()[1].getMethodName());
            return 10 + countdown(n - 1);
        }
    }

    public static void main(String[] args) {
        out.println(countdown(5));
        try {
            throw new Signal();
        } catch (Throwable t) {
            out.println(t + " " + t.getStackTrace().length);
            t.printStackTrace(out);
        }
        try {
            CustomHierarchy.<RuntimeException>sneaky(new AppException("sneaked"));
        } catch (Exception e) {
            out.println(e.getClass() == AppException.class ? "checked got through" : "?");
        }
        try {
            try {
                throw new Fatal();
            } catch (Retry | RuntimeException e) {
                throw new IllegalStateException(e.getLocalizedMessage(), e);
            }
        } catch (IllegalStateException e) {
            out.println(e + " <- " + e.getCause());
        }
        Throwable t = new Error("a", new Error("b", new Error("c")));
        int depth = 0;
        while (t != null) {
            depth++;
            t = t.getCause();
        }
        out.println(depth);
    }
}
