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

/** A thread that is interrupted before anybody else is there. */
final class InterruptedAlone {
    static boolean seen;

    public static void main(String[] args) throws InterruptedException {
        Thread self = Thread.currentThread();
        self.interrupt();
        Thread other = new Thread(() -> seen = self.isInterrupted());
        other.start();
        Thread.interrupted();
        other.join();
        if (seen) throw new AssertionError("bad");
    }
}

/** The same of one that has not been started. */
final class InterruptedEarly {
    static volatile int step;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            Thread.interrupted();
            step = 1;
        });
        other.interrupt();
        other.start();
        boolean isSeen = other.isInterrupted();
        other.join();
        if (!isSeen) throw new AssertionError("bad");
    }
}

/** Whoever joins a thread is interrupted before it starts: that the other one has ended matters to it. */
final class InterruptedJoiner {
    static volatile int step;
    static boolean failed;

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> step = 1);
        Thread joiner = new Thread(() -> {
            try {
                first.join();
            } catch (InterruptedException e) {
                failed = true;
            }
        });
        joiner.interrupt();
        first.start();
        while (step == 0) Thread.onSpinWait();
        joiner.start();
        joiner.join();
        first.join();
        if (failed) throw new AssertionError("bad");
    }
}

/** A thread cannot end while somebody has the monitor of its Thread. */
final class HeldThread {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread held = new Thread(() -> count++);
        synchronized (held) {
            held.start();
            Thread joiner = new Thread(() -> {
                try {
                    held.join();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            joiner.start();
            joiner.join();
        }
    }
}

/** A Thread that only one thread knows of is among those that there are. */
final class Counted {
    static volatile int step;
    static volatile int end;
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread starter = new Thread(() -> {
            Thread inner = new Thread(() -> {
                while (end == 0) Thread.onSpinWait();
            });
            step = 1;
            inner.start();
            try {
                inner.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Thread counter = new Thread(() -> {
            if (step == 1) count = Thread.activeCount();
            end = 1;
        });
        starter.start();
        counter.start();
        counter.join();
        starter.join();
        if (count == 3) throw new AssertionError("bad");
    }
}

/** Who finds that an object has a hash might have been the first to ask for it. */
final class HashedSecond {
    static volatile int step;
    static final Object ONE = new Object();
    static final Object OTHER = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {
            step = 1;
            ONE.hashCode();
            OTHER.hashCode();
        });
        Thread second = new Thread(() -> {
            if (step == 1) OTHER.hashCode();
        });
        first.start();
        second.start();
        first.join();
        second.join();
        if (OTHER.hashCode() < ONE.hashCode()) throw new AssertionError("bad");
    }
}

/** Hooks run at the end of the program, when the last thread has ended. */
final class Hooked {
    static int left;

    public static void main(String[] args) {
        Thread worker = new Thread(() -> left = Verify.getBoolean() ? 1 : 0);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            if (left == 1) throw new AssertionError("bad");
        }));
        worker.start();
    }
}

/** A handle of a field that is never asked for by its name. */
final class Unreflected {
    int value;

    public static void main(String[] args) throws ReflectiveOperationException {
        VarHandle handle = MethodHandles.lookup().unreflectVarHandle(Unreflected.class.getDeclaredField("value"));
        Unreflected object = new Unreflected();
        object.value = Verify.getBoolean() ? 1 : 0;
        Verify.getBoolean();
        if ((int) handle.get(object) == 1) throw new AssertionError("bad");
    }
}

/** A class and a name right in front of the call are not those that it is about. */
final class Misnamed {
    int value;
    int other;

    private static Class<?> type(Class<?> owner, String name) {
        return owner == Misnamed.class && name.equals("other") ? int.class : null;
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        Class<?> owner = Misnamed.class;
        String name = "value";
        VarHandle handle = MethodHandles.lookup().findVarHandle(owner, name, type(Misnamed.class, "other"));
        Misnamed object = new Misnamed();
        object.value = Verify.getBoolean() ? 1 : 0;
        Verify.getBoolean();
        if ((int) handle.get(object) == 1) throw new AssertionError("bad");
    }
}

/** Two fields of a name, and the handle is of the one that is hidden. */
final class Hidden {
    static class Above {
        int value;
    }

    static final class Below extends Above {
        long value;
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        VarHandle handle = MethodHandles.lookup().findVarHandle(Below.class, "value", int.class);
        Above object = new Below();
        object.value = Verify.getBoolean() ? 1 : 0;
        Verify.getBoolean();
        if ((int) handle.get((Below) object) == 1) throw new AssertionError("bad");
    }
}

/**
 * A box that may have been published, and is taken back, before it is written to. Whether it was shows
 * nowhere in the end: but another thread may have it still, and be about to read it.
 */
final class Published {
    static final class Box {
        int value;
    }

    static Box box;

    public static void main(String[] args) throws InterruptedException {
        Runnable writer = () -> {
            Box own = new Box();
            if (Verify.getBoolean()) box = own;
            box = null;
            Both.last = 1;
            own.value = 5;
        };
        Both.run(writer, () -> {
            Box found = box;
            if (found != null) Both.look(found.value);
        });
    }
}

/** The same of a final field that is written after the object has leaked. */
final class Leaked {
    static final class Box {
        final int value;

        Box() {
            if (Verify.getBoolean()) box = this;
            box = null;
            Both.last = 1;
            value = 5;
        }
    }

    static Box box;

    public static void main(String[] args) throws InterruptedException {
        Both.run(Box::new, () -> {
            Box found = box;
            if (found != null) Both.look(found.value);
        });
    }
}

/** A thread that writes and one that looks, and then at something else, so that its end comes later. */
final class Both {
    static int last;

    private Both() {
    }

    static void run(Runnable writer, Runnable reader) throws InterruptedException {
        Thread first = new Thread(writer);
        Thread second = new Thread(() -> {
            reader.run();
            int seen = last;
        });
        first.start();
        second.start();
        first.join();
        second.join();
    }

    static void look(int value) {
        if (value != 0) throw new AssertionError("written after it was taken back");
    }
}

/** Threads that have ended count, and so does the one that runs the hooks. */
final class VeryMany {
    public static void main(String[] args) throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> { }));
        int others = Integer.parseInt(args[0]);
        for (int i = 0; i < others; i++) {
            Thread next = new Thread(() -> { });
            next.start();
            next.join();
        }
    }
}

/** One that keeps the program alive, and two that do not. */
final class LastOne {
    static volatile int turns;

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            Thread turning = new Thread(() -> {
                while (true) turns = 1 - turns;
            });
            turning.setDaemon(true);
            turning.start();
        }
        turns = 0;
    }
}
