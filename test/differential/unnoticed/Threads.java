import deadwood.Verify;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.concurrent.locks.ReentrantLock;

/** A thread is blocked while another has the monitor, which it lets go without anybody's having waited for it. */
final class Blocked {
    static final Object LOCK = new Object();
    static int count;

    public static void main(String[] args) {
        Runnable work = () -> {
            synchronized (LOCK) {
                count++;
            }
        };
        Thread first = new Thread(work);
        Thread second = new Thread(work);
        first.start();
        second.start();
        if (second.getState() == Thread.State.BLOCKED) throw new AssertionError("bad");
    }
}

/** The same where nothing happens under the lock that others could see. */
final class BlockedByNothing {
    static final Object LOCK = new Object();

    public static void main(String[] args) {
        Runnable work = () -> {
            synchronized (LOCK) {
                Thread.yield();
            }
        };
        Thread first = new Thread(work);
        Thread second = new Thread(work);
        first.start();
        second.start();
        if (second.getState() == Thread.State.BLOCKED) throw new AssertionError("bad");
    }
}

/** What is written right before the program is halted may be read before it is. */
final class Halted {
    static volatile int step;

    public static void main(String[] args) {
        Runtime runtime = Runtime.getRuntime();
        new Thread(() -> {
            if (step == 1) throw new AssertionError("bad");
        }).start();
        step = 1;
        runtime.halt(0);
    }
}

/** The hooks are through (there are none), and the program is not over yet: it is too late for another one. */
final class HookTooLate {
    public static void main(String[] args) {
        new Thread(() -> {
            try {
                Runtime.getRuntime().addShutdownHook(new Thread(() -> { }));
            } catch (IllegalStateException e) {
                throw new AssertionError("bad");
            }
        }).start();
        System.exit(0);
    }
}

/** A hook that calls exit waits for those who wait for it. */
final class ExitInHook {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.exit(3)));
    }
}

/** A thread forgets its handler when it ends, also one that it is given after all else that it does. */
final class HandlerCleared {
    static volatile int step;

    public static void main(String[] args) {
        Thread ending = new Thread(() -> step = 1);
        ending.start();
        Thread.UncaughtExceptionHandler handler = (thread, thrown) -> { };
        if (step == 0) return;
        ending.setUncaughtExceptionHandler(handler);
        if (ending.getUncaughtExceptionHandler() != handler) throw new AssertionError("bad");
    }
}

/** A section that begins before there are other threads is divided where it sleeps. */
final class AtomicSleeps {
    static volatile int first;
    static volatile int second;

    public static void main(String[] args) throws InterruptedException {
        Verify.beginAtomic();
        new Thread(() -> {
            if (first == 1 && second == 0) throw new AssertionError("bad");
        }).start();
        first = 1;
        Thread.sleep(1);
        second = 1;
        Verify.endAtomic();
    }
}

/** The same where it waits for a lock that another thread has. */
final class AtomicWaits {
    static final Object LOCK = new Object();
    static final Object SIGNAL = new Object();
    static volatile int first;
    static volatile int second;
    static boolean isLocked;
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Verify.beginAtomic();
        new Thread(() -> {
            synchronized (LOCK) {
                synchronized (SIGNAL) {
                    isLocked = true;
                    SIGNAL.notify();
                }
                count++;
            }
        }).start();
        new Thread(() -> {
            if (first == 1 && second == 0) throw new AssertionError("bad");
        }).start();
        synchronized (SIGNAL) {
            while (!isLocked) SIGNAL.wait();
        }
        first = 1;
        synchronized (LOCK) {
            second = 1;
        }
        Verify.endAtomic();
    }
}

/** A thread that ends by an exception, which nobody is able to report, is alive until then. */
final class EndsByError {
    static volatile int step;

    public static void main(String[] args) {
        System.setErr(new PrintStream(new ByteArrayOutputStream()) {
            @Override
            public void println(String text) {
                step = 1;
                throw new IllegalStateException();
            }
        });
        Thread failing = new Thread(() -> {
            throw new IllegalStateException();
        });
        failing.setUncaughtExceptionHandler((thread, thrown) -> {
            throw new IllegalStateException();
        });
        failing.start();
        if (step == 1 && failing.isAlive()) throw new AssertionError("bad");
    }
}

/** A thread that cannot have ended has a group, also while somebody starts it. */
final class GroupOfStarting {
    static final Object LOCK = new Object();
    static boolean isOver;

    public static void main(String[] args) {
        Thread started = new Thread(() -> {
            synchronized (LOCK) {
                while (!isOver) {
                    try {
                        LOCK.wait();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        });
        new Thread(started::start).start();
        if (started.getThreadGroup() == null) throw new AssertionError("a false alarm");
        synchronized (LOCK) {
            isOver = true;
            LOCK.notifyAll();
        }
    }
}

/** A thread that has begun to wait for a lock waits until it runs again, also when the lock is free. */
final class StillWaiting {
    static final ReentrantLock LOCK = new ReentrantLock();
    static volatile boolean isFree;

    public static void main(String[] args) {
        Thread first = new Thread(() -> {
            LOCK.lock();
            LOCK.unlock();
            isFree = true;
        });
        Thread second = new Thread(() -> {
            LOCK.lock();
            LOCK.unlock();
        });
        first.start();
        second.start();
        if (isFree && second.getState() == Thread.State.WAITING) throw new AssertionError("bad");
    }
}

/** A thread may be started while another is about to make a daemon of it: then it is none, and nobody is told. */
final class DaemonTooLate {
    static final Object LOCK = new Object();
    static boolean isOver;

    public static void main(String[] args) {
        Thread waiting = new Thread(() -> {
            synchronized (LOCK) {
                while (!isOver) {
                    try {
                        LOCK.wait();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        });
        new Thread(() -> {
            try {
                waiting.setDaemon(true);
            } catch (IllegalThreadStateException e) {
                synchronized (LOCK) {
                    isOver = true;
                    LOCK.notifyAll();
                }
            }
        }).start();
        waiting.start();
    }
}

/** Written without a lock, with one, and without: a schedule must come to the same guards as the search did. */
final class LockedBetween {
    static int other;
    static int own;
    static final Object LOCK = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            own = 1;
            synchronized (LOCK) {
                own = 2;
            }
            own = 3;
        });
        thread.start();
        other = 1;
        thread.join();
        throw new AssertionError("bad");
    }
}

/** The second to exit does not come back: the status is that of the first. */
final class ExitTwice {
    public static void main(String[] args) {
        new Thread(() -> System.exit(0)).start();
        System.exit(0);
        throw new AssertionError("bad");
    }
}

/** The last thread has ended, and the hooks run: a daemon may still end the program in another way. */
final class DaemonExits {
    static volatile boolean isOver;

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> isOver = true));
        Thread daemon = new Thread(() -> {
            while (!isOver) Thread.onSpinWait();
            System.exit(3);
        });
        daemon.setDaemon(true);
        daemon.start();
    }
}

/** Where states are asked for, an exception that leaves a method of a private object is nobody's business. */
final class LeavesOwn {
    synchronized void fail() {
        throw new IllegalStateException();
    }

    public static void main(String[] args) {
        Thread thread = new Thread(() -> {
            try {
                new LeavesOwn().fail();
            } catch (IllegalStateException e) {
                // It is left.
            }
        });
        thread.start();
        thread.getState();
    }
}
