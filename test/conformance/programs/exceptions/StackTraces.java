// printStackTrace to standard output: causes with frames in common, custom toString, elements.
package exceptions;

import static java.lang.System.out;

class StackTraces {
    static class Custom extends Exception {
        final int code;
        Custom(int code, Throwable cause) {
            super("code " + code, cause);
            this.code = code;
        }
        @Override public String toString() { return "Custom!" + code; }
    }

    interface Thrower { void run() throws Exception; }

    static void level3(int x) {
        int[] a = new int[2];
        a[x] = 1;
    }

    static void level2(int x) throws Custom {
        try {
            level3(x);
        } catch (ArrayIndexOutOfBoundsException e) {
            throw new Custom(x, e);
        }
    }

    static void level1(int x) {
        try {
            level2(x);
        } catch (Custom e) {
            throw new IllegalStateException(e);
        }
    }

    class Inner {
        Inner() { throw new UnsupportedOperationException(); }
    }

    static class Chain {
        Chain self() { return this; }
        Chain fail(String s) {
            throw new RuntimeException(
                s);
        }
    }

    public static void main(String[] args) {
        try { level1(5); } catch (RuntimeException e) { e.printStackTrace(out); }
        try { new StackTraces().new Inner(); } catch (RuntimeException e) { e.printStackTrace(out); }
        try {
            new Chain()
                .self()
                .self()
                .fail("multi-line")
                .self();
        } catch (RuntimeException e) { e.printStackTrace(out); }
        Thrower t = () -> { throw new Custom(1, null); };
        try { t.run(); } catch (Exception e) { e.printStackTrace(out); }
        Thrower anon = new Thrower() { public void run() throws Exception { level1(9); } };
        try { anon.run(); } catch (Exception e) {
            for (StackTraceElement s : e.getStackTrace()) out.println(s.getClassName() + "|" + s.getMethodName() + "|" + s.getFileName() + "|" + s.getLineNumber() + "|" + s.isNativeMethod());
            out.println(e.getCause().getStackTrace().length + " " + e.getCause().getCause().getMessage());
        }
        Exception made = new Exception("made here");
        try { throw made; } catch (Exception e) { out.println(e.getStackTrace()[0].getLineNumber()); }
        made.fillInStackTrace();
        out.println(made.getStackTrace()[0].getLineNumber());
        made.setStackTrace(new StackTraceElement[] {new StackTraceElement("a.B", "m", "B.java", 7), new StackTraceElement("a.C", "n", null, -1), new StackTraceElement("a.D", "nat", "D.java", -2)});
        made.printStackTrace(out);
        Throwable loop = new Throwable("loop");
        Throwable back = new RuntimeException("back", loop);
        loop.initCause(back);
        loop.printStackTrace(out);
        try { loop.initCause(back); } catch (IllegalStateException e) { out.println(e.getMessage()); }
        try { new Exception().initCause(null).initCause(null); } catch (IllegalStateException e) { out.println(e.getMessage()); }
        out.println(new Exception((String) null) + " " + new Exception(new Error("x")).getMessage() + " " + new Exception(null, new Error("y")).getMessage() + " " + new Throwable().getLocalizedMessage());
        java.io.StringWriter sw = new java.io.StringWriter();
        new Error("to writer").printStackTrace(new java.io.PrintWriter(sw));
        out.print(sw);
    }
}
