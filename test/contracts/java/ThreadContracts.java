import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** java.lang.Thread as java.util.concurrent relies on it, ThreadFactory */
final class ThreadContracts extends Contract {
    /** What was done before start is seen by the thread, and what it did by whoever has joined it. */
    static void startAndJoin() throws Exception {
        int[] data = new int[2];
        data[0] = 1;
        Thread t = start(() -> data[1] = data[0] + 1);
        t.join();
        same(2, data[1]);
    }

    /** A thread can be started once. */
    static void startTwice() throws Exception {
        Thread t = start(() -> {
        });
        thrown(IllegalThreadStateException.class, t::start);
        join(t);
        thrown(IllegalThreadStateException.class, t::start);
    }

    /** A thread is new, then alive, and in the end terminated. */
    static void life() throws Exception {
        Thread t = thread(() -> same(true, Thread.currentThread().isAlive()));
        same(Thread.State.NEW, t.getState());
        check(!t.isAlive(), "not yet");
        t.start();
        join(t);
        same(Thread.State.TERMINATED, t.getState());
        check(!t.isAlive(), "no more");
    }

    /** To join a thread that was not started returns at once. */
    static void joinNew() throws Exception {
        Thread t = thread(() -> {
        });
        t.join();
        check(!t.isAlive(), "not started");
    }

    /** A timed join may come back while the thread is alive. */
    static String timedJoin() throws Exception {
        Thread t = start(() -> Thread.sleep(1));
        t.join(1);
        String seen = t.isAlive() ? "alive" : "ended";
        join(t);
        return seen;
    }

    /** An interrupt ends sleep, and clears the flag. */
    static void interruptSleep() throws Exception {
        Thread.currentThread().interrupt();
        thrown(InterruptedException.class, () -> Thread.sleep(1));
        check(!Thread.interrupted(), "the flag is cleared");
        Thread.currentThread().interrupt();
        thrown(InterruptedException.class, () -> TimeUnit.MILLISECONDS.sleep(1));
    }

    /** An interrupt ends join, and clears the flag. */
    static void interruptJoin() throws Exception {
        Thread main = Thread.currentThread();
        Thread t = start(() -> {
            main.interrupt();
            main.join(1);
        });
        thrown(InterruptedException.class, () -> {
            t.join();
            // It may have ended before the interrupt was looked at.
            Thread.sleep(1);
        });
        check(!Thread.interrupted(), "the flag is cleared");
        join(t);
    }

    /** interrupted clears the flag, isInterrupted leaves it. */
    static void interruptFlag() {
        Thread t = Thread.currentThread();
        check(!t.isInterrupted(), "not yet");
        t.interrupt();
        check(t.isInterrupted() && t.isInterrupted(), "it stays");
        check(Thread.interrupted(), "set");
        check(!Thread.interrupted(), "cleared");
    }

    /** An uncaught exception goes to the thread's handler. */
    static void uncaught() throws Exception {
        Throwable[] seen = new Throwable[1];
        Thread t = new Thread(() -> {
            throw new IllegalStateException("mine");
        });
        t.setUncaughtExceptionHandler((thread, e) -> seen[0] = e);
        t.start();
        join(t);
        same("mine", seen[0].getMessage());
    }

    /** Whether a thread is a daemon can be set before it starts, and comes from its parent. */
    static void daemon() throws Exception {
        Thread t = thread(() -> {
            check(Thread.currentThread().isDaemon(), "a daemon");
            check(new Thread().isDaemon(), "a daemon's child");
        });
        t.setDaemon(true);
        t.start();
        join(t);
        thrown(IllegalThreadStateException.class, () -> Thread.currentThread().setDaemon(true));
    }

    /** A name can be given, and changed. */
    static void names() {
        Thread t = new Thread(() -> {
        }, "first");
        same("first", t.getName());
        t.setName("second");
        same("second", t.getName());
        thrown(NullPointerException.class, () -> t.setName(null));
    }

    /** holdsLock tells of monitors. */
    static void holdsLock() {
        Object monitor = new Object();
        check(!Thread.holdsLock(monitor), "not held");
        synchronized (monitor) {
            check(Thread.holdsLock(monitor), "held");
        }
    }

    /** A thread that waits for a monitor is blocked. */
    static void blocked() throws Exception {
        Object monitor = new Object();
        Thread t;
        synchronized (monitor) {
            t = start(() -> {
                synchronized (monitor) {
                    check(Thread.holdsLock(monitor), "held");
                }
            });
            while (t.getState() != Thread.State.BLOCKED) Thread.yield();
        }
        join(t);
    }

    /** A thread in wait is waiting until it is notified. */
    static void waiting() throws Exception {
        Object monitor = new Object();
        Thread t = start(() -> {
            synchronized (monitor) {
                monitor.wait();
            }
        });
        while (t.getState() != Thread.State.WAITING) Thread.yield();
        synchronized (monitor) {
            monitor.notify();
        }
        join(t);
    }

    /** wait and notify are for the owner of the monitor. */
    static void monitorOwner() {
        Object monitor = new Object();
        thrown(IllegalMonitorStateException.class, monitor::wait);
        thrown(IllegalMonitorStateException.class, monitor::notify);
        thrown(IllegalMonitorStateException.class, monitor::notifyAll);
    }

    /** A thread factory decides what threads are made. */
    static void factory() throws Exception {
        ThreadFactory factory = task -> new Thread(task, "mine");
        boolean[] ran = new boolean[1];
        Thread t = factory.newThread(() -> ran[0] = true);
        same("mine", t.getName());
        t.start();
        join(t);
        check(ran[0], "it ran");
    }
}
