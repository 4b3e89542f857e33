// ThreadLocal, InheritableThreadLocal and withInitial.
package threads;

import static java.lang.System.out;

class ThreadLocals {
    static int made;
    static final ThreadLocal<Integer> COUNT = ThreadLocal.withInitial(() -> ++made * 100);
    static final ThreadLocal<String> PLAIN = new ThreadLocal<>();
    static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>() { @Override protected String childValue(String p) { return p + "-child"; } };

    static void in(Runnable r) throws InterruptedException {
        Thread t = new Thread(r);
        t.start();
        t.join();
    }

    public static void main(String[] args) throws Exception {
        out.println(COUNT.get() + " " + COUNT.get() + " " + PLAIN.get());
        PLAIN.set("main");
        INHERITED.set("inh");
        COUNT.set(COUNT.get() + 1);
        in(() -> {
            out.println(COUNT.get() + " " + PLAIN.get() + " " + INHERITED.get());
            PLAIN.set("other");
            INHERITED.set("changed");
            COUNT.set(0);
        });
        out.println(COUNT.get() + " " + PLAIN.get() + " " + INHERITED.get());
        COUNT.remove();
        PLAIN.remove();
        out.println(COUNT.get() + " " + PLAIN.get());
        ThreadLocal<StringBuilder> buf = ThreadLocal.withInitial(StringBuilder::new);
        buf.get().append("m");
        in(() -> out.println(buf.get().append("t")));
        out.println(buf.get().append("m"));
        ThreadLocal<?>[] many = new ThreadLocal<?>[40];
        for (int i = 0; i < many.length; i++) {
            int k = i;
            many[i] = ThreadLocal.withInitial(() -> k * k);
        }
        int sum = 0;
        for (ThreadLocal<?> t : many) sum += (Integer) t.get();
        out.println(sum);
    }
}
