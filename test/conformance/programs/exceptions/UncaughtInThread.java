// Another thread dies of an exception; main goes on and exits with 0.
package exceptions;

class UncaughtInThread {
    static void fail(int n) {
        if (n == 0) throw new IllegalStateException("deep in worker");
        fail(n - 1);
    }

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> fail(2), "worker");
        t.start();
        t.join();
        System.out.println("main goes on " + t.isAlive() + " " + t.getState());
        Thread u = new Thread(() -> { throw new Error(); }, "named \"quoted\"");
        u.start();
        u.join();
        Thread v = new Thread() {
            @Override public void run() {
                Object o = "x";
                Integer i = (Integer) o;
            }
        };
        v.setName("caster");
        v.start();
        v.join();
        System.out.println("done");
    }
}
