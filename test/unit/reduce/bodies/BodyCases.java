/** Bodies whose stack maps are not easy; to be verified, not to be run. */
class BodyCases {
    static class Base { int value; }
    static class One extends Base { One(int i) {} }
    static class Two extends Base { Two(int i) {} Two(long a, Object b, double c) {} }
    interface Marked {}
    static class Three implements Marked {}
    static class Four implements Marked {}

    static class Below extends Two {
        Below(boolean b) { super(b ? 1 : 2); }
        Below(int i, long j) { super(i > 0 ? j : -j, i < 0 ? null : "text", i == 0 ? 0.5 : 1.5); }
    }

    static void forever() { for (;;) System.gc(); }

    static int loopAtTheStart(int i) { do { i--; } while (i > 0); return i; }

    static long wide(long a, double b, int c) {
        double sum = b;
        for (long i = 0; i < a; i++) {
            long square = i * i;
            if (square > c) sum += square; else sum -= b;
        }
        return (long) sum + a;
    }

    static int commonSuperclass(boolean b) {
        Base base = b ? new One(1) : new Two(2);
        return base.value;
    }

    static Object commonInterface(boolean b) {
        Marked marked = b ? new Three() : new Four();
        Marked[] all = b ? new Three[1] : new Four[1];
        return b ? marked : all;
    }

    static Base arrays(boolean b) {
        Base[] all = b ? new One[1] : new Two[1];
        Base[][] deep = b ? new One[1][1] : new Two[1][1];
        all[0] = deep[0][0];
        return all[0];
    }

    static Object arraysOfOtherDepth(boolean b) {
        Object[] all = b ? new String[1] : new int[1][1];
        return all[0];
    }

    static Object arraysOfArrays(boolean b, One[] ones, String[][][] texts) {
        Object[] all = b ? ones : texts;
        Object[][] deep = b ? new long[1][1][1] : texts;
        return all.length > 0 ? all[0] : deep[0];
    }

    static Object primitiveArrays(boolean b) {
        Object one = b ? new int[1] : new long[1];
        Cloneable two = b ? new int[1] : new double[1][1];
        return b ? one : two;
    }

    static Object notYetMade(boolean b, boolean c) {
        return new Two(b ? 1L : 2L, c ? new One(b ? 3 : 4) : new Two(c ? 5 : 6), b && c ? 0.5 : 1);
    }

    static int nulls(boolean b, int n) {
        Base base = null;
        while (n-- > 0) base = b ? null : new One(n);
        return base == null ? 0 : base.value;
    }

    static String handlers(Object lock, int n) {
        String text = null;
        long started = 1L;
        try {
            synchronized (lock) {
                for (int i = 0; i < n; i++) {
                    try {
                        text = String.valueOf(i);
                    } catch (IllegalStateException | ArithmeticException error) {
                        text = error.getMessage();
                        continue;
                    }
                    if (i > started) break;
                }
            }
        } catch (RuntimeException error) {
            throw new Error(text, error);
        } finally {
            started++;
        }
        return text + started;
    }

    static int switches(int i, String s) {
        float f = 1f;
        switch (i) { case 1: f = 2f; case 2: i++; break; case 1000: return 7; default: i--; }
        switch (s) { case "a": return 1; case "b": f++; break; default: f--; }
        return (int) f + i;
    }

    static int manyLocals(int a, long b, Object c) {
        if (a == 0) { int d = 1; long e = 2; Object f = c; String g = "g"; a += d + (int) e + g.length(); if (f == c) a++; }
        if (a == 1) { double d = 1; float e = 2; a += (int) (d + e); for (int i = 0; i < a; i++) b += i; }
        return a + (int) b;
    }

    byte[] shortKinds(byte a, short b, char c, boolean d) {
        byte[] bytes = d ? new byte[a] : null;
        for (short i = b; i < c; i++) if (bytes != null) bytes[i] = (byte) (d ? a : b);
        return bytes;
    }
}
