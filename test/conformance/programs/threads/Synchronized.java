// Mutual exclusion: methods, blocks, statics, re-entrance, exceptions that release the lock.
package threads;

import static java.lang.System.out;

class Synchronized {
    private int count;
    private static int staticCount;
    private final Object lock = new Object();
    private int blockCount;

    synchronized void inc() { count++; }
    static synchronized void sinc() { staticCount++; }
    void binc() { synchronized (lock) { int v = blockCount; Thread.yield(); blockCount = v + 1; } }
    synchronized int recursive(int n) { return n == 0 ? 0 : 1 + recursive(n - 1); }
    synchronized void fails() { throw new IllegalStateException("holding " + Thread.holdsLock(this)); }
    int returns() { synchronized (lock) { for (int i = 0; ; i++) { synchronized (this) { if (i == 3) return i; if (i == 1) continue; } } } }

    public static void main(String[] args) throws Exception {
        Synchronized s = new Synchronized();
        Thread[] ts = new Thread[4];
        for (int i = 0; i < ts.length; i++) {
            ts[i] = new Thread(() -> {
                for (int k = 0; k < 250; k++) {
                    s.inc();
                    sinc();
                    s.binc();
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) t.join();
        out.println(s.count + " " + staticCount + " " + s.blockCount + " " + s.recursive(50));
        try {
            s.fails();
        } catch (IllegalStateException e) {
            out.println(e.getMessage() + " after " + Thread.holdsLock(s));
        }
        out.println(s.returns() + " " + Thread.holdsLock(s.lock));
        try {
            s.lock.notify();
        } catch (IllegalMonitorStateException e) {
            out.println(e.getMessage());
        }
        try {
            s.lock.wait(5);
        } catch (IllegalMonitorStateException e) {
            out.println(e.getMessage());
        }
        synchronized (s) { synchronized (s) { s.wait(1); out.println("timed wait returned"); s.notifyAll(); } }
        synchronized (int[].class) { synchronized ("literal") { out.println("any object is a lock"); } }
        Thread t = new Thread(() -> { synchronized (s) { out.println("got it"); } });
        synchronized (s) {
            t.start();
            while (t.getState() != Thread.State.BLOCKED) Thread.yield();
            out.println(t.getState());
        }
        t.join();
    }
}
