// Resources close in reverse order; suppression, null resources, failures at each point.
package exceptions;

import static java.lang.System.out;

class TryWithResources {
    static class R implements AutoCloseable {
        final String name;
        final boolean failClose;
        R(String name, boolean failOpen, boolean failClose) throws Exception {
            this.name = name;
            this.failClose = failClose;
            out.print("open-" + name + " ");
            if (failOpen) throw new Exception("open " + name);
        }
        @Override public void close() throws Exception {
            out.print("close-" + name + " ");
            if (failClose) throw new IllegalStateException("close " + name);
        }
    }

    static void run(boolean openA, boolean openB, boolean body, boolean closeA, boolean closeB) {
        try (R a = new R("a", openA, closeA); R b = new R("b", openB, closeB)) {
            out.print("body ");
            if (body) throw new RuntimeException("body");
            out.print("done ");
        } catch (Exception e) {
            out.print("caught " + e.getMessage());
            for (Throwable s : e.getSuppressed()) out.print(" suppressed " + s.getMessage());
        } finally {
            out.println(" finally");
        }
    }

    static String early() throws Exception {
        for (int i = 0; i < 3; i++) {
            try (R r = new R("r" + i, false, false)) {
                if (i == 0) continue;
                return "returned " + r.name;
            }
        }
        return "never";
    }

    public static void main(String[] args) throws Exception {
        for (int bits = 0; bits < 32; bits++) run((bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0, (bits & 16) != 0);
        out.println(early());
        try (R none = null) {
            out.println("null resource is fine " + none);
        }
        R outside = new R("outside", false, false);
        try (outside) {
            out.println("effectively final");
        }
        out.println();
        Exception e = new Exception("main");
        e.addSuppressed(new RuntimeException("s1", new Error("cause of s1")));
        e.addSuppressed(new RuntimeException("s2"));
        e.printStackTrace(out);
        try {
            e.addSuppressed(e);
        } catch (IllegalArgumentException x) {
            out.println(x.getMessage());
        }
        try {
            e.addSuppressed(null);
        } catch (NullPointerException x) {
            out.println(x.getMessage());
        }
        Exception off = new Exception("no suppression", null, false, false) { };
        off.addSuppressed(e);
        out.println(off.getSuppressed().length + " " + off.getStackTrace().length);
    }
}
