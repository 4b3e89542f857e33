/* Programs whose properties are asked by test/cli/check/properties.test.ts. */

final class Deref {
    static Deref next;
    int value;

    public static void main(String[] args) {
        next.value = 1;
    }
}

/** That both write `rare` turns out late: the other race is known by then. */
final class LateRaces {
    static final LateRaces a = new LateRaces();
    static final LateRaces b = new LateRaces();
    static volatile boolean isOver;
    int often;
    int rare;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            a.often++;
            if (!isOver) b.rare++;
        });
        t.start();
        b.rare++;
        a.often++;
        isOver = true;
        t.join();
    }
}

/** Interrupted before there was anybody else: whether a join heeds it depends on whether the other has ended. */
final class InterruptedBefore {
    public static void main(String[] args) {
        Thread.currentThread().interrupt();
        Thread t = new Thread(() -> { });
        t.start();
        boolean isInterrupted = false;
        try {
            t.join();
        } catch (InterruptedException e) {
            isInterrupted = true;
        }
        if (isInterrupted == args.length > 0) throw new IllegalStateException("seen");
    }
}

/** Two halves that must agree, changed by two threads; each keeps them in order for itself. */
final class Halves {
    static int left;
    static int right;
    static boolean isStrict;

    public static void main(String[] args) throws Exception {
        isStrict = args.length > 0;
        Thread t = new Thread(Halves::move);
        t.start();
        move();
        t.join();
    }

    static void move() {
        synchronized (Halves.class) {
            left++;
            right--;
        }
    }

    /** Held by everybody, but not in the middle of a move. */
    static boolean isEven() {
        return left + right == 0;
    }

    static boolean isSmall() {
        System.out.println("looking");
        left = 0;
        return right > -3;
    }

    /** All that an invariant had better not do. */
    static boolean meddles() {
        left += 5;
        Object[] made = {new int[4], new Object()};
        synchronized (made) {
            isStrict = !isStrict;
        }
        // Main's group is gone with main.
        if (Thread.currentThread().getThreadGroup() != null) new Thread(() -> left++).start();
        Thread.currentThread().interrupt();
        try {
            throw new RuntimeException("limit " + Watcher.LIMIT);
        } catch (RuntimeException e) {
            System.out.println(e.getMessage());
        }
        return recurse(100) == made.hashCode() - System.identityHashCode(made);
    }

    static int recurse(int depth) {
        return depth == 0 ? 0 : recurse(depth - 1);
    }

    static boolean throwsUp() {
        if (right == -1) throw new IllegalStateException("one moved");
        return true;
    }

    static boolean neverEnds() {
        while (right == -2) {
        }
        return true;
    }

    static boolean waits() {
        synchronized (Halves.class) {
            return true;
        }
    }

    static boolean exits() {
        if (right == -1) System.exit(1);
        return true;
    }

    boolean isNoStatic() {
        return true;
    }

    static int isNoBoolean() {
        return 1;
    }
}

/** A class that the program does not use. */
final class Watcher {
    static final int LIMIT;

    static {
        LIMIT = Integer.parseInt("2");
    }

    static boolean isNever() {
        return false;
    }

    static boolean isBelow() {
        return Halves.left < LIMIT;
    }
}

/** Whether the program ends with 0 or 3 is a matter of who comes first. */
final class Exits {
    static volatile boolean isLate;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            if (isLate) System.exit(3);
        });
        t.start();
        isLate = true;
        t.join();
    }
}

/** When main has ended only a daemon is left, which goes on for ever, or ends the program itself. */
final class DaemonsLast {
    static volatile int turns;

    public static void main(String[] args) {
        boolean isEnding = args.length > 0;
        Thread t = new Thread(() -> {
            while (!isEnding) turns ^= 1;
            System.exit(3);
        });
        t.setDaemon(true);
        t.start();
        if (turns == 1) throw new IllegalStateException();
    }
}

/** Main fails with a handler of its own, or not: the rest of the program runs on alike. */
final class Fails {
    static volatile boolean isLate;

    public static void main(String[] args) throws Exception {
        Thread.setDefaultUncaughtExceptionHandler((thread, exception) -> {});
        // All classes that a failure needs are there from now on.
        Thread first = new Thread(Fails::fail);
        first.start();
        first.join();
        Thread main = Thread.currentThread();
        Thread last = new Thread(() -> {
            isLate = true;
            try {
                main.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        last.start();
        if (isLate) fail();
    }

    static void fail() {
        throw new RuntimeException();
    }
}

/** Nobody ever sets the flag. */
final class Spinning {
    static volatile boolean flag;

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(Spinning::spin, "A");
        Thread b = new Thread(Spinning::spin, "B");
        a.start();
        b.start();
        a.join();
    }

    static void spin() {
        while (!flag) Thread.yield();
    }
}

final class Racing {
    static int hits;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> hits++);
        t.start();
        hits++;
        t.join();
    }
}

/** Two races that meet in one state first of all. */
final class TwoRaces {
    static int left;
    static int right;

    public static void main(String[] args) throws Exception {
        Runnable body = () -> {
            left = 1;
            right = 1;
        };
        Thread t = new Thread(body);
        t.start();
        body.run();
    }
}
