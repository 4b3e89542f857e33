/*
 * Programs for test/differential/dynamic-regressions.test.ts. Each is first explored with a value that does no harm;
 * whether the other one is taken for the same is a matter of the one thing that each is about. The harm is an
 * exception that nobody catches.
 */

import deadwood.Verify;
import java.util.concurrent.Semaphore;

/** A thread that cannot pass a gate in one state can in another that differs in the gate only. */
final class Gates {
    static final Semaphore GATE = new Semaphore(0);

    public static void main(String[] args) {
        Thread waiting = new Thread(() -> {
            GATE.acquireUninterruptibly();
            throw new AssertionError("passed");
        });
        waiting.setDaemon(true);
        waiting.start();
        if (Verify.getBoolean()) GATE.release();
        Verify.getBoolean();
    }
}

/** What is read behind the depth limit is not known: the shorter way there must be followed. */
final class Depths {
    static int way;
    /** So that each choice leads to a state of its own, which nobody reads. */
    static final boolean[] CHOSEN = new boolean[8];

    public static void main(String[] args) {
        if (Verify.getBoolean()) {
            way = 2;
        } else {
            way = 1;
            choose(0);
        }
        choose(4);
        if (way == 2) throw new AssertionError("the short way");
    }

    private static void choose(int from) {
        for (int i = from; i < from + 4; i++) CHOSEN[i] = Verify.getBoolean();
    }
}

/** Two Threads that have run, one of which was interrupted; they are made where paths have parted. */
final class Ended {
    static Thread kept;

    public static void main(String[] args) throws InterruptedException {
        Verify.getBoolean();
        Thread calm = new Thread(() -> {});
        Thread interrupted = new Thread(() -> Thread.currentThread().interrupt());
        calm.start();
        calm.join();
        interrupted.start();
        interrupted.join();
        kept = Verify.getBoolean() ? interrupted : calm;
        Verify.getBoolean();
        if (kept.isInterrupted()) throw new AssertionError("the other one");
    }
}

/** Two Threads that are the same on all paths, one of which has run. */
final class EndedOfTwo {
    static final Thread FIRST = new Thread(() -> {});
    static final Thread SECOND = new Thread(() -> {});

    public static void main(String[] args) throws InterruptedException {
        run(Verify.getBoolean() ? SECOND : FIRST);
        Verify.getBoolean();
        if (SECOND.getState() == Thread.State.TERMINATED) throw new AssertionError("the second one");
    }

    private static void run(Thread thread) throws InterruptedException {
        thread.start();
        thread.join();
    }
}

/** Two objects, the same on all paths, change places in a circle: its states are equal but for which is where. */
final class Swapped {
    static final class Cell {
        int value;
    }

    static final Cell[] CELLS = {new Cell(), new Cell()};

    public static void main(String[] args) {
        if (Verify.getBoolean()) CELLS[0].value = 1;
        while (Verify.getBoolean()) {
            Cell first = CELLS[0];
            CELLS[0] = CELLS[1];
            CELLS[1] = first;
        }
        if (CELLS[1].value == 1) throw new AssertionError("the one that was the first");
    }
}

/** A state in the middle of a circle, which the other value enters there. */
final class Circles {
    static int value;

    public static void main(String[] args) {
        boolean isEnteredLater = Verify.getBoolean();
        value = isEnteredLater ? 2 : 1;
        for (;;) {
            if (!isEnteredLater && Verify.getBoolean()) break;
            isEnteredLater = false;
            Verify.getBoolean();
        }
        if (value == 2) throw new AssertionError("the way out");
    }
}

/** Which of two objects was hashed first. */
final class Hashes {
    static Object kept;
    static int first;

    public static void main(String[] args) {
        hash(Verify.getBoolean());
        Verify.getBoolean();
        if (kept.hashCode() != first) throw new AssertionError("the other one");
    }

    private static void hash(boolean isSecond) {
        Object other = new Object();
        kept = new Object();
        first = isSecond ? other.hashCode() : kept.hashCode();
        if (isSecond) kept.hashCode();
        else other.hashCode();
    }
}

/** One byte of a word is replaced, and another one is read. */
final class Bytes {
    static final byte[] BYTES = new byte[4];

    public static void main(String[] args) {
        BYTES[1] = (byte) (Verify.getBoolean() ? 2 : 1);
        Verify.getBoolean();
        BYTES[0] = 1;
        Verify.getBoolean();
        if (BYTES[1] == 2) throw new AssertionError("the other byte");
    }
}

/** One of several elements in a word is read, in an array that is made where paths have parted. */
final class Parts {
    static char[] chars;
    static boolean[] flags;

    public static void main(String[] args) {
        Verify.getBoolean();
        chars = new char[2];
        flags = new boolean[4];
        chars[0] = Verify.getBoolean() ? 'b' : 'a';
        flags[2] = Verify.getBoolean();
        Verify.getBoolean();
        if (flags[2] && chars[0] == 'b') throw new AssertionError("the other element");
    }
}

/** What depends on nothing but the type of an object: each of these on its own. */
abstract class Typed {
    static class First extends RuntimeException implements Runnable {
        @Override
        public void run() {}

        int number() {
            return 1;
        }
    }

    static final class Second extends First {
        @Override
        public void run() {
            throw new AssertionError("the second run");
        }

        @Override
        int number() {
            return 2;
        }
    }

    /** Which classes are initialised is part of a state, so both are. */
    static First kept = new Second();

    static void keep() {
        Verify.getBoolean();
        kept = Verify.getBoolean() ? new Second() : new First();
        Verify.getBoolean();
    }
}

final class Casts extends Typed {
    static Object object;

    public static void main(String[] args) {
        keep();
        object = Verify.getBoolean() ? new First() : new Second();
        Verify.getBoolean();
        Second second = (Second) object;
    }
}

final class Tests extends Typed {
    public static void main(String[] args) {
        keep();
        if (kept instanceof Second) throw new AssertionError("the second");
    }
}

final class Receivers extends Typed {
    public static void main(String[] args) {
        keep();
        if (kept.number() == 2) throw new AssertionError("the second");
    }
}

final class Interfaces extends Typed {
    static Runnable runnable = kept;

    public static void main(String[] args) {
        Verify.getBoolean();
        runnable = Verify.getBoolean() ? new Second() : new First();
        Verify.getBoolean();
        runnable.run();
    }
}

final class Thrown extends Typed {
    public static void main(String[] args) {
        keep();
        try {
            throw kept;
        } catch (Second second) {
            throw new AssertionError("the second");
        } catch (First first) {
            // As it should be.
        }
    }
}

final class Asked extends Typed {
    public static void main(String[] args) {
        keep();
        Object object = kept;
        if (classOf(object) == Second.class) throw new AssertionError("the second");
    }

    /** A call of a method that is final looks up nothing. */
    private static Class<?> classOf(Object object) {
        return object.getClass();
    }
}

/** Where a reference fits depends on the type of the array. */
final class Stores {
    static Object[] kept;

    public static void main(String[] args) {
        Verify.getBoolean();
        kept = Verify.getBoolean() ? new Integer[1] : new Object[1];
        Verify.getBoolean();
        kept[0] = "text";
    }
}

/** Nothing but the length of an array. */
final class Lengths {
    static int[] kept;

    public static void main(String[] args) {
        Verify.getBoolean();
        kept = Verify.getBoolean() ? new int[2] : new int[1];
        Verify.getBoolean();
        if (kept.length == 2) throw new AssertionError("the longer one");
    }
}

/** The length decides whether there is an element to store to. */
final class Bounds {
    static byte[] kept;

    public static void main(String[] args) {
        Verify.getBoolean();
        kept = Verify.getBoolean() ? new byte[2] : new byte[3];
        Verify.getBoolean();
        kept[2] = 1;
    }
}

/** Which of two objects, both of which are known, a third reference leads to; they are made where paths have parted. */
final class Identities {
    static Object first;
    static Object second;
    static Object third;

    public static void main(String[] args) {
        Verify.getBoolean();
        first = new Object();
        second = new Object();
        third = Verify.getBoolean() ? first : second;
        Verify.getBoolean();
        Object one = first;
        Object two = second;
        if (one == two || third == one) throw new AssertionError("the first one");
    }
}

/** What is told of an exception is read by nobody else. */
final class Told {
    static IllegalStateException kept;

    public static void main(String[] args) {
        kept = new IllegalStateException(Verify.getBoolean() ? "second" : "first");
        Verify.getBoolean();
        throw kept;
    }
}

/**
 * A step that has nothing to do with what another thread reads next, and one that has: after the first the
 * other thread sleeps, and what it reads is not known there.
 */
final class Asleep {
    static int read;
    static int other;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            if (Verify.getBoolean()) read = 1;
            else other = 1;
            // Whatever is read after that is not what it was.
            read = 2;
        });
        writer.start();
        if (read == 1) throw new AssertionError("read");
        writer.join();
    }
}

/**
 * A state that is come to twice: `reader` and `writer` stand in front of `a`. First (way 0) `writer` sleeps in it,
 * and `reader` was followed. Then (way 1) a state is left in which `reader` sleeps, and which is like it in all that
 * is read there. When it is come to again (way 2), `writer` is followed too, and what counts is what was read from
 * the other one: which is not what `reader` reads, and that is another value at last (way 3).
 */
final class Followed {
    static final Semaphore GATE = new Semaphore(0);
    static int a;
    static int other;
    static int ready;

    public static void main(String[] args) {
        Thread writer = new Thread(() -> {
            ready = 1;
            a = 9;
        });
        Thread reader = new Thread(() -> {
            GATE.acquireUninterruptibly();
            int nothing = other;
            if (a == 2 && a == 9) throw new AssertionError("followed");
        });
        Thread chooser = new Thread(() -> {
            int way = Verify.getInt(0, 3);
            if (way == 1) a = 1;
            if (way == 3 && ready == 0) way = 0;
            GATE.release();
            if (way == 1) {
                int nothing = ready;
            }
            if (way == 2) Verify.getBoolean();
            if (way == 3) a = 2;
            a = 3;
        });
        writer.start();
        reader.start();
        chooser.start();
    }
}

/**
 * A state that is come to twice: `Reader` stands in front of the monitor and `Writer` in front of `read`. First (way 1)
 * the writer sleeps in it, and the reader is followed. Then (way 2) a state is left in which the reader sleeps; they
 * differ only in what the reader reads. When the first one is come to again (way 3) nobody sleeps. The words that
 * the second one has read will not do for the state before it, which is come to with other values at last (way 4).
 * Way 0 makes the states known that follow the writer's step.
 */
final class Unread {
    static final Object MONITOR = new Object();
    static int way;
    static int read;
    static int alsoRead;
    static int isLate;
    static int other;
    static int readerIsReady;
    static int writerIsReady;

    static final class Reader extends Thread {
        @Override
        public void run() {
            readerIsReady = 1;
            synchronized (MONITOR) {
                if (read == 2 && alsoRead == 1 && isLate == 1) throw new AssertionError("unread");
            }
        }
    }

    static final class Writer extends Thread {
        @Override
        public void run() {
            writerIsReady = 1;
            read = 7;
        }
    }

    static final class Chooser extends Thread {
        @Override
        public void run() {
            int chosen = way;
            way = 0;
            if (writerIsReady == 0 || readerIsReady == 0) return;
            if (chosen == 1) {
                synchronized (MONITOR) {
                    isLate = 1;
                    other = 0;
                }
            } else if (chosen == 2) {
                isLate = 1;
                read = 2;
            } else {
                synchronized (MONITOR) {
                    isLate = 1;
                    // Has to do with everything: nobody sleeps after it.
                    MONITOR.notifyAll();
                }
            }
            read = 5;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        way = Verify.getInt(0, 4);
        read = way == 0 ? 9 : way == 1 || way == 3 ? 1 : 2;
        alsoRead = way == 2 ? 0 : 1;
        Thread reader = new Reader();
        reader.start();
        new Writer().start();
        new Chooser().start();
        reader.join();
    }
}
