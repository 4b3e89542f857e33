import java.util.concurrent.Callable;

/** What contracts are written with. README.md beside this folder tells how. */
abstract class Contract {
    /** Long enough that no wait on a JVM ends by it. In a search any time limit may run out at any moment. */
    static final long LONG_MILLIS = 60_000;

    /** Code that may throw anything. */
    interface Body {
        void run() throws Exception;
    }

    static void check(boolean isTrue, String message) {
        if (!isTrue) throw new AssertionError(message);
    }

    static void same(Object expected, Object actual) {
        boolean isSame = expected == null ? actual == null : expected.equals(actual);
        if (!isSame) throw new AssertionError("expected " + expected + " but got " + actual);
    }

    /** The body must throw an exception of exactly this class. */
    static <T extends Throwable> T thrown(Class<T> type, Body body) {
        try {
            body.run();
        } catch (Throwable e) {
            if (e.getClass() == type) return type.cast(e);
            throw new AssertionError("expected " + type.getName() + " but got " + e, e);
        }
        throw new AssertionError("expected " + type.getName() + " but nothing was thrown");
    }

    /** The name of what the body throws, in short; "ok" when it throws nothing. */
    static String outcome(Body body) {
        try {
            body.run();
            return "ok";
        } catch (AssertionError e) {
            throw e;
        } catch (Throwable e) {
            return e.getClass().getSimpleName();
        }
    }

    /** The result of the body, or the name of what it throws. */
    static String result(Callable<?> body) {
        try {
            return String.valueOf(body.call());
        } catch (AssertionError e) {
            throw e;
        } catch (Throwable e) {
            return e.getClass().getSimpleName();
        }
    }

    /** A thread that is about to be started. What it throws breaks the contract. */
    static Thread thread(Body body) {
        return new Thread(() -> {
            try {
                body.run();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    static Thread start(Body body) {
        Thread thread = thread(body);
        thread.start();
        return thread;
    }

    static void join(Thread... threads) throws InterruptedException {
        for (Thread thread : threads) thread.join();
    }

    /** Runs the bodies at the same time and waits until they are through. */
    static void together(Body... bodies) throws InterruptedException {
        Thread[] threads = new Thread[bodies.length];
        for (int i = 0; i < bodies.length; i++) threads[i] = start(bodies[i]);
        join(threads);
    }
}
