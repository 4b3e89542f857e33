import java.util.concurrent.locks.LockSupport;

/** java.util.concurrent.locks.LockSupport */
final class LockSupportContracts extends Contract {
    /** A permit that is there lets park return at once, and is used up by that. */
    static void permit() {
        LockSupport.unpark(Thread.currentThread());
        LockSupport.park();
    }

    /** Permits do not add up: after two unparks the second park has to wait. */
    static void onePermit() throws Exception {
        boolean[] isThrough = new boolean[1];
        Thread t = thread(() -> {
            while (!isThrough[0]) LockSupport.park();
        });
        t.start();
        LockSupport.unpark(t);
        LockSupport.unpark(t);
        isThrough[0] = true;
        LockSupport.unpark(t);
        join(t);
    }

    /** unpark lets a parked thread go. */
    static void unpark() throws Exception {
        Thread t = start(LockSupport::park);
        LockSupport.unpark(t);
        join(t);
    }

    /** unpark of null does nothing. */
    static void unparkNull() {
        LockSupport.unpark(null);
    }

    /** unpark of a thread that has ended does nothing. */
    static void unparkEnded() throws Exception {
        Thread t = start(() -> {
        });
        join(t);
        LockSupport.unpark(t);
        same(Thread.State.TERMINATED, t.getState());
    }

    /** An interrupt lets park return, without an exception, and the flag stays set. */
    static void interrupt() throws Exception {
        Thread t = start(() -> {
            LockSupport.park();
            check(Thread.interrupted(), "the flag is set");
        });
        t.interrupt();
        join(t);
    }

    /** park of an interrupted thread returns at once. */
    static void interruptedBefore() {
        Thread.currentThread().interrupt();
        LockSupport.park();
        LockSupport.parkNanos(Long.MAX_VALUE);
        check(Thread.interrupted(), "the flag stays set");
    }

    /** parkNanos returns when the time is over. */
    static void nanos() {
        LockSupport.parkNanos(1000);
        LockSupport.parkNanos(new Object(), 1000);
    }

    /** parkNanos without any time, or less, returns at once and leaves a permit. */
    static void noNanos() {
        LockSupport.unpark(Thread.currentThread());
        LockSupport.parkNanos(0);
        LockSupport.parkNanos(-1);
        LockSupport.park();
    }

    /** parkUntil returns when the deadline has passed. */
    static void until() {
        LockSupport.parkUntil(1);
        LockSupport.parkUntil(new Object(), 1);
    }

    /** The object that a thread is parked with can be asked for while it is, and only then. */
    static void blocker() throws Exception {
        Object blocker = new Object();
        same(null, LockSupport.getBlocker(Thread.currentThread()));
        Thread t = start(() -> LockSupport.park(blocker));
        Object seen;
        while ((seen = LockSupport.getBlocker(t)) == null) Thread.yield();
        check(seen == blocker, "the blocker");
        LockSupport.unpark(t);
        join(t);
        same(null, LockSupport.getBlocker(t));
    }

    /** setCurrentBlocker sets what getBlocker gives, without parking. */
    static void currentBlocker() {
        Object blocker = new Object();
        LockSupport.setCurrentBlocker(blocker);
        check(LockSupport.getBlocker(Thread.currentThread()) == blocker, "the blocker");
        LockSupport.setCurrentBlocker(null);
        same(null, LockSupport.getBlocker(Thread.currentThread()));
    }

    /** getBlocker does not take null. */
    static void blockerOfNull() {
        thrown(NullPointerException.class, () -> LockSupport.getBlocker(null));
    }

    /** A flag that is set before unpark is seen after park, so the usual loop ends. */
    static void loop() throws Exception {
        boolean[] ready = new boolean[1];
        Thread t = start(() -> {
            while (!ready[0]) LockSupport.park();
        });
        ready[0] = true;
        LockSupport.unpark(t);
        join(t);
    }

    /** A parked thread is waiting, one with a time limit is timed waiting. */
    static void states() throws Exception {
        Thread t = start(LockSupport::park);
        while (t.getState() != Thread.State.WAITING) Thread.yield();
        LockSupport.unpark(t);
        join(t);
    }
}
