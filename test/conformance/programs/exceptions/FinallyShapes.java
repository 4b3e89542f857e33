// try/catch/finally in all shapes: overriding returns, breaks, nested rethrows.
package exceptions;

import static java.lang.System.out;

class FinallyShapes {
    static int f1() { try { return 1; } finally { out.print("f "); } }
    @SuppressWarnings("finally") static int f2() { try { return 1; } finally { return 2; } }
    @SuppressWarnings("finally") static int f3() { try { throw new RuntimeException("lost"); } finally { return 3; } }
    static int f4() { int x = 1; try { return x; } finally { x = 99; } }
    static int[] f5() { int[] x = {1}; try { return x; } finally { x[0] = 99; } }
    @SuppressWarnings("finally") static int f6() { for (int i = 0; ; i++) { try { if (i == 3) return i; } finally { if (i == 3) { i = 10; continue; } if (i > 10) break; } } return -6; }
    static String f7() {
        String s = "";
        try {
            try { s += "a"; throw new IllegalStateException("in"); } finally { s += "b"; }
        } catch (IllegalStateException e) { s += "c" + e.getMessage(); } finally { s += "d"; }
        return s;
    }
    static String f8() {
        try {
            try { throw new RuntimeException("first"); } catch (RuntimeException e) { throw new IllegalArgumentException("second", e); } finally { out.print("inner "); }
        } catch (IllegalArgumentException e) { return e.getMessage() + "<" + e.getCause().getMessage(); } finally { out.print("outer "); }
    }
    @SuppressWarnings("finally") static String f9() {
        try {
            try { throw new RuntimeException("a"); } finally { throw new RuntimeException("b"); }
        } catch (RuntimeException e) { return e.getMessage() + e.getSuppressed().length; }
    }
    static long f10(int n) { long l = n; try { if (n > 2) throw new Exception("n" + n); l *= 2; return l; } catch (Exception e) { l = -l; return l; } finally { l++; out.print(l + " "); } }
    static double f11() { double d = 1.5; try { return d; } finally { d = 2.5; try { out.print(1 / (int) (d - 2.5)); } catch (ArithmeticException e) { out.print("div "); } } }
    static Object f12(int k) throws Exception {
        try {
            switch (k) { case 0: throw new java.io.IOException("io"); case 1: throw new IllegalStateException("ise"); case 2: throw new Error("err"); default: return "ok"; }
        } catch (java.io.IOException | IllegalStateException e) { return "multi " + e.getClass().getSimpleName(); }
    }
    static void rethrow(int k) throws java.io.IOException { try { f12(k); if (k == 3) throw new java.io.IOException("precise"); } catch (final Exception e) { if (e instanceof java.io.IOException io) throw io; throw new RuntimeException(e); } }
    static boolean f13() { try { return Boolean.parseBoolean(null) | 1 / Integer.parseInt("0") > 0; } catch (NumberFormatException e) { return false; } catch (ArithmeticException e) { return true; } }

    public static void main(String[] args) throws Exception {
        out.println(f1() + " " + f2() + " " + f3() + " " + f4() + " " + f5()[0] + " " + f6() + " " + f7() + " " + f8() + " " + f9());
        for (int i = 1; i < 5; i++) out.print(f10(i) + "; ");
        out.println(f11() + " " + f13());
        for (int i = 0; i < 4; i++) { try { out.println(f12(i)); } catch (Error e) { out.println(e); } }
        try { rethrow(3); } catch (java.io.IOException e) { out.println(e.getMessage()); }
        label:
        try { if (args.length == 0) break label; out.println("no"); } finally { out.println("after break"); }
        int n = 0;
        while (true) { try { try { n++; if (n < 3) continue; if (n == 5) break; n++; } finally { n += 10; } } finally { n -= 9; } if (n > 20) break; }
        out.println(n);
        try { try { } finally { out.println("empty"); } } finally { out.println("both"); }
        try { throw null; } catch (NullPointerException e) { out.println("npe"); }
    }
}
