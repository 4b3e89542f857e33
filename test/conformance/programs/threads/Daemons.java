// The VM ends when only daemon threads are left, in the middle of their work; hooks run.
package threads;

import static java.lang.System.out;

class Daemons {
    public static void main(String[] args) throws Exception {
        Thread d = new Thread(() -> {
            try {
                Thread.sleep(1000000);
                out.println("never");
            } catch (InterruptedException e) {
                out.println("never either");
            } finally {
                out.println("not even this");
            }
        });
        d.setDaemon(true);
        d.start();
        Thread inherits = new Thread(() -> { });
        out.println(d.isDaemon() + " " + inherits.isDaemon());
        try {
            d.setDaemon(false);
        } catch (IllegalThreadStateException e) {
            out.println(e);
        }
        Thread user = new Thread(() -> out.println("user thread outlives main"));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> out.println("hook")));
        Thread main = Thread.currentThread();
        Thread last = new Thread(() -> {
            try {
                main.join();
                user.start();
            } catch (InterruptedException e) {
                out.println("no");
            }
        });
        last.start();
        out.println("main ends");
    }
}
