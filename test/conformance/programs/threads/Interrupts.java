// Interrupting sleepers, waiters, joiners and running threads.
package threads;

import static java.lang.System.out;

class Interrupts {
    interface Blocking { void run() throws InterruptedException; }

    static void probe(String name, Blocking b) throws Exception {
        String[] result = new String[1];
        boolean[] entered = new boolean[1];
        Thread t = new Thread(() -> {
            try {
                synchronized (entered) { entered[0] = true; }
                b.run();
                result[0] = "finished";
            } catch (InterruptedException e) {
                result[0] = e + " flag " + Thread.currentThread().isInterrupted();
            }
        });
        t.start();
        while (true) {
            synchronized (entered) { if (entered[0]) break; }
            Thread.yield();
        }
        t.interrupt();
        t.join();
        out.println(name + ": " + result[0]);
    }

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Thread forever = new Thread(() -> { while (!Thread.currentThread().isInterrupted()) Thread.yield(); });
        forever.start();
        probe("sleep", () -> Thread.sleep(100000));
        probe("wait", () -> { synchronized (lock) { lock.wait(); } });
        probe("timed wait", () -> { synchronized (lock) { lock.wait(100000); } });
        probe("join", () -> forever.join());
        probe("busy", () -> { while (!Thread.interrupted()) Thread.yield(); if (Thread.interrupted()) throw new InterruptedException("still set"); });
        forever.interrupt();
        forever.join();
        out.println(forever.isInterrupted() + " " + forever.isAlive());
        Thread.currentThread().interrupt();
        out.println(Thread.currentThread().isInterrupted() + " " + Thread.interrupted() + " " + Thread.interrupted());
        Thread.currentThread().interrupt();
        try {
            Thread.sleep(1000);
            out.println("slept");
        } catch (InterruptedException e) {
            out.println(e.getMessage() + " " + Thread.currentThread().isInterrupted());
        }
        Thread.currentThread().interrupt();
        try {
            synchronized (lock) { lock.wait(); }
        } catch (InterruptedException e) {
            out.println("wait saw the pending interrupt");
        }
        Thread unstarted = new Thread(() -> out.println("flag before start is " + Thread.currentThread().isAlive()));
        unstarted.start();
        unstarted.join();
    }
}
