// Uncaught exception handlers: per thread, default, and one that throws.
// @exit 1
package threads;

import static java.lang.System.out;

class Handlers {
    static void run(String name, Thread.UncaughtExceptionHandler h, Runnable r) throws Exception {
        Thread t = new Thread(r, name);
        if (h != null) t.setUncaughtExceptionHandler(h);
        t.start();
        t.join();
    }

    public static void main(String[] args) throws Exception {
        run("own", (t, e) -> out.println("own handler: " + t.getName() + " " + e), () -> { throw new IllegalStateException("a"); });
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> out.println("default handler: " + t.getName() + " " + e + " alive " + t.isAlive()));
        run("dflt", null, () -> { throw new Error("b"); });
        run("both", (t, e) -> out.println("own wins " + e.getMessage()), () -> { throw new RuntimeException("c"); });
        run("throws", (t, e) -> { throw new RuntimeException("ignored"); }, () -> { throw new RuntimeException("d"); });
        run("none", null, () -> out.println("no exception"));
        run("overflow", null, new Runnable() { public void run() { int[] a = new int[1]; a[a.length] = 0; } });
        Thread.setDefaultUncaughtExceptionHandler(null);
        run("stderr", null, () -> { throw new UnsupportedOperationException("to stderr"); });
        out.println(Thread.getDefaultUncaughtExceptionHandler() + " " + (Thread.currentThread().getUncaughtExceptionHandler() == Thread.currentThread().getThreadGroup()));
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> out.println("main's: " + e));
        throw new Exception("out of main");
    }
}
