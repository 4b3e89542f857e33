import deadwood.Verify;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.ReentrantLock;

/** What each of these does wrong depends on something that happened long before. */
final class History {
    private History() {
    }

    static void both(Runnable work) throws InterruptedException {
        Thread first = new Thread(work);
        Thread second = new Thread(work);
        first.start();
        second.start();
        first.join();
        second.join();
    }

    /** Many threads that do nothing, and end. */
    static Thread[] others(int count) {
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            threads[i] = new Thread(() -> { });
            threads[i].start();
        }
        return threads;
    }
}

/** Both threads have many locks, none of them in common; those taken first are let go first. */
final class ManyLocks {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        History.both(() -> {
            ReentrantLock[] own = new ReentrantLock[5];
            for (int i = 0; i < own.length; i++) {
                own[i] = new ReentrantLock();
                own[i].lock();
            }
            for (int i = 0; i < 4; i++) own[i].unlock();
            int seen = count;
            count = seen + 1;
            own[4].unlock();
        });
        if (count != 2) throw new AssertionError("lost");
    }
}

/** The same with an object, and with the lock that is waited for. */
final class ManyMonitors {
    static final class Box {
        int value;
    }

    static final Box BOX = new Box();

    public static void main(String[] args) throws InterruptedException {
        History.both(() -> {
            Object a = new Object();
            Object b = new Object();
            Object c = new Object();
            Object d = new Object();
            Object e = new Object();
            synchronized (a) {
                synchronized (b) {
                    synchronized (c) {
                        synchronized (d) {
                            synchronized (e) {
                                pause(a);
                                int seen = BOX.value;
                                BOX.value = seen + 1;
                            }
                        }
                    }
                }
            }
        });
        if (BOX.value != 2) throw new AssertionError("lost");
    }

    private static void pause(Object lock) {
        try {
            lock.wait(1);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}

/** Many threads later, one reads what the first one writes, and may come before it. */
final class SameNumber {
    static int written;
    static final Object LOCK = new Object();

    public static void main(String[] args) {
        int others = Integer.parseInt(args[0]);
        Thread first = new Thread(() -> written = 1);
        first.start();
        History.others(others);
        synchronized (LOCK) {
            Thread last = new Thread(() -> {
                if (written == 0) throw new AssertionError("not yet");
            });
            last.start();
        }
    }
}

/** All are waited for but the first one. */
final class NotJoined {
    static int written;
    static final Object LOCK = new Object();

    public static void main(String[] args) throws InterruptedException {
        int others = Integer.parseInt(args[0]);
        Thread first = new Thread(() -> written = 1);
        first.start();
        Thread[] threads = History.others(others);
        synchronized (LOCK) {
            Thread last = new Thread(() -> { });
            last.start();
            for (Thread each : threads) each.join();
            last.join();
        }
        if (written == 0) throw new AssertionError("not yet");
    }
}

/** A thread ends with a lock that it has not let go; nobody else can ever have it. */
final class DeadOwner {
    static final ReentrantLock LOCK = new ReentrantLock();

    public static void main(String[] args) throws InterruptedException {
        int others = Integer.parseInt(args[0]);
        Thread first = new Thread(LOCK::lock);
        first.start();
        first.join();
        for (Thread each : History.others(others)) each.join();
        Thread last = new Thread(LOCK::lock);
        last.start();
        last.join();
    }
}

/** Fields of a class that is not ready yet: who looks at them by a handle waits for it too. */
final class HalfReady {
    static final class Box {
        int value;
    }

    static final class Handles {
        static volatile VarHandle handle;
    }

    static final class Slow {
        static Box box;

        static {
            try {
                box = new Box();
                Handles.handle = MethodHandles.lookup().findStaticVarHandle(Slow.class, "box", Box.class);
                box.value = 1;
                box.value = 2;
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }

        static void touch() {
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread reader = new Thread(() -> {
            VarHandle handle = Handles.handle;
            if (handle == null) return;
            Box found = (Box) handle.get();
            if (found.value != 2) throw new AssertionError("half ready");
        });
        reader.start();
        Slow.touch();
        reader.join();
    }
}

/** How much memory is left depends on what was made and thrown away. */
final class Memory {
    private static int length;

    public static void main(String[] args) {
        long before = Runtime.getRuntime().freeMemory();
        if (Verify.getBoolean()) length = new int[100_000].length;
        length = 0;
        Verify.getBoolean();
        if (Runtime.getRuntime().freeMemory() < before - 300_000) throw new AssertionError("less");
    }
}
