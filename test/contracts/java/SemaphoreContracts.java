import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** java.util.concurrent.Semaphore */
final class SemaphoreContracts extends Contract {
    /** A semaphore hands out the permits that it was made with, and no more. */
    static void permits() throws Exception {
        Semaphore semaphore = new Semaphore(2);
        semaphore.acquire();
        semaphore.acquire();
        check(!semaphore.tryAcquire(), "all are taken");
        same(0, semaphore.availablePermits());
    }

    /** The number of permits may begin below zero; releases must come first then. */
    static void negativeStart() {
        Semaphore semaphore = new Semaphore(-1);
        check(!semaphore.tryAcquire(), "there is none");
        semaphore.release();
        check(!semaphore.tryAcquire(), "there is none yet");
        semaphore.release();
        check(semaphore.tryAcquire(), "there is one");
    }

    /** A permit can be released by a thread that never acquired one. */
    static void releaseByOthers() throws Exception {
        Semaphore semaphore = new Semaphore(0);
        Thread t = start(semaphore::acquire);
        semaphore.release();
        join(t);
        same(0, semaphore.availablePermits());
    }

    /** A negative number of permits is refused by all operations. */
    static void negativeNumbers() {
        Semaphore semaphore = new Semaphore(1);
        thrown(IllegalArgumentException.class, () -> semaphore.acquire(-1));
        thrown(IllegalArgumentException.class, () -> semaphore.acquireUninterruptibly(-1));
        thrown(IllegalArgumentException.class, () -> semaphore.tryAcquire(-1));
        thrown(IllegalArgumentException.class, () -> semaphore.tryAcquire(-1, 1, TimeUnit.SECONDS));
        thrown(IllegalArgumentException.class, () -> semaphore.release(-1));
        same(1, semaphore.availablePermits());
    }

    /** To acquire or release no permits at all changes nothing. */
    static void zeroPermits() throws Exception {
        Semaphore semaphore = new Semaphore(0);
        semaphore.acquire(0);
        check(semaphore.tryAcquire(0), "nothing is always there");
        semaphore.release(0);
        same(0, semaphore.availablePermits());
    }

    /** Several permits are acquired all at once or not at all. */
    static void allOrNothing() {
        Semaphore semaphore = new Semaphore(2);
        check(!semaphore.tryAcquire(3), "three are too many");
        same(2, semaphore.availablePermits());
        check(semaphore.tryAcquire(2), "two are there");
    }

    /** drainPermits takes all there are and says how many. */
    static void drain() {
        Semaphore semaphore = new Semaphore(3);
        same(3, semaphore.drainPermits());
        same(0, semaphore.drainPermits());
        same(0, semaphore.availablePermits());
    }

    /** drainPermits gives back what is missing when there are fewer than none. */
    static void drainNegative() {
        Semaphore semaphore = new Semaphore(-2);
        same(-2, semaphore.drainPermits());
        same(0, semaphore.availablePermits());
    }

    /** reducePermits takes permits away without waiting, below zero if need be. */
    static void reduce() {
        class Reducible extends Semaphore {
            Reducible() {
                super(1);
            }

            void reduce(int by) {
                reducePermits(by);
            }
        }
        Reducible semaphore = new Reducible();
        semaphore.reduce(3);
        same(-2, semaphore.availablePermits());
        thrown(IllegalArgumentException.class, () -> semaphore.reduce(-1));
    }

    /** More permits than an int can count are an error, and the number stays as it was. */
    static void overflow() {
        Semaphore semaphore = new Semaphore(Integer.MAX_VALUE);
        thrown(Error.class, semaphore::release);
        same(Integer.MAX_VALUE, semaphore.availablePermits());
    }

    /** A binary semaphore keeps two threads from being in at once. */
    static void mutualExclusion() throws Exception {
        Semaphore semaphore = new Semaphore(1);
        int[] count = new int[1];
        Body body = () -> {
            semaphore.acquire();
            count[0]++;
            semaphore.release();
        };
        together(body, body);
        same(2, count[0]);
    }

    /** tryAcquire does not wait: a race with release decides whether there is a permit. */
    static String tryRace() throws Exception {
        Semaphore semaphore = new Semaphore(0);
        Thread t = start(semaphore::release);
        boolean got = semaphore.tryAcquire();
        join(t);
        same(got ? 0 : 1, semaphore.availablePermits());
        return got ? "got" : "none";
    }

    /** A timed tryAcquire takes a permit that is there, and gives up in the end where there is none. */
    static void timed() throws Exception {
        Semaphore semaphore = new Semaphore(1);
        check(semaphore.tryAcquire(LONG_MILLIS, TimeUnit.MILLISECONDS), "there is one");
        check(!semaphore.tryAcquire(1, TimeUnit.MILLISECONDS), "there is none");
        check(!semaphore.tryAcquire(0, TimeUnit.MILLISECONDS), "no time");
        check(!semaphore.tryAcquire(-1, TimeUnit.MILLISECONDS), "less than no time");
    }

    /** acquire throws for a thread that is interrupted already, even where a permit is free, and clears the flag. */
    static void interruptedBefore() {
        Semaphore semaphore = new Semaphore(1);
        Thread.currentThread().interrupt();
        thrown(InterruptedException.class, semaphore::acquire);
        check(!Thread.interrupted(), "the flag is cleared");
        Thread.currentThread().interrupt();
        thrown(InterruptedException.class, () -> semaphore.tryAcquire(1, TimeUnit.SECONDS));
        check(!Thread.interrupted(), "the flag is cleared");
        same(1, semaphore.availablePermits());
    }

    /** tryAcquire and acquireUninterruptibly take a permit although the thread is interrupted, and leave the flag set. */
    static void heedlessOfInterrupts() {
        Semaphore semaphore = new Semaphore(2);
        Thread.currentThread().interrupt();
        check(semaphore.tryAcquire(), "there are two");
        semaphore.acquireUninterruptibly();
        check(Thread.interrupted(), "the flag stays set");
        same(0, semaphore.availablePermits());
    }

    /** An interrupt ends a wait in acquire, without a permit. */
    static void interruptedWhileWaiting() throws Exception {
        Semaphore semaphore = new Semaphore(0);
        Thread t = start(() -> {
            thrown(InterruptedException.class, semaphore::acquire);
            check(!Thread.currentThread().isInterrupted(), "the flag is cleared");
        });
        t.interrupt();
        join(t);
        semaphore.release();
        same(1, semaphore.availablePermits());
    }

    /** An interrupt does not end a wait in acquireUninterruptibly; the flag is set when it returns. */
    static void uninterruptible() throws Exception {
        Semaphore semaphore = new Semaphore(0);
        Thread t = start(() -> {
            semaphore.acquireUninterruptibly();
            check(Thread.interrupted(), "the flag is set");
        });
        t.interrupt();
        semaphore.release();
        join(t);
        same(0, semaphore.availablePermits());
    }

    /** An interrupt and a release race: acquire returns with the permit or throws without it. */
    static String interruptRace() throws Exception {
        Semaphore semaphore = new Semaphore(0);
        String[] seen = new String[1];
        Thread t = start(() -> seen[0] = outcome(semaphore::acquire) + (Thread.interrupted() ? " interrupted" : ""));
        t.interrupt();
        semaphore.release();
        join(t);
        same(seen[0].startsWith("ok") ? 0 : 1, semaphore.availablePermits());
        return seen[0];
    }

    /** A fair semaphore lets waiting threads in in the order in which they came. */
    static void fairOrder() throws Exception {
        Semaphore semaphore = new Semaphore(0, true);
        List<Integer> order = new ArrayList<>();
        Thread a = start(() -> {
            semaphore.acquire();
            order.add(1);
            semaphore.release();
        });
        while (semaphore.getQueueLength() < 1) Thread.yield();
        Thread b = start(() -> {
            semaphore.acquire();
            order.add(2);
            semaphore.release();
        });
        while (semaphore.getQueueLength() < 2) Thread.yield();
        semaphore.release();
        join(a, b);
        same("[1, 2]", order.toString());
    }

    /** Who waits first is served first where both stand in line, however many permits it needs: others do not overtake it. */
    static void fairSizes() throws Exception {
        Semaphore semaphore = new Semaphore(0, true);
        List<Integer> order = new ArrayList<>();
        Thread a = start(() -> {
            semaphore.acquire(2);
            order.add(2);
            semaphore.release(2);
        });
        while (!semaphore.hasQueuedThreads()) Thread.yield();
        Thread b = start(() -> {
            semaphore.acquire(1);
            order.add(1);
        });
        semaphore.release();
        semaphore.release();
        join(a, b);
        same("[2, 1]", order.toString());
    }

    /** In line, too, a thread that needs few permits stays behind one that waits for many. */
    static String queueOfSizes() throws Exception {
        Semaphore semaphore = new Semaphore(1);
        Thread a = start(() -> semaphore.acquireUninterruptibly(2));
        while (semaphore.getQueueLength() < 1) Thread.yield();
        Thread b = start(() -> semaphore.acquireUninterruptibly(1));
        while (b.getState() != Thread.State.WAITING && b.isAlive()) Thread.yield();
        // Who found the permit when it came has barged in; who stands in line waits for the first in line.
        boolean barged = !b.isAlive();
        semaphore.release(barged ? 3 : 2);
        join(a, b);
        return barged ? "barged" : "stood in line";
    }

    /** Of two threads that stand in line the second, which needs fewer permits, has to wait for the first. */
    static void lineOfSizes() throws Exception {
        Semaphore semaphore = new Semaphore(0);
        Thread a = start(() -> semaphore.acquireUninterruptibly(2));
        while (semaphore.getQueueLength() < 1) Thread.yield();
        Thread b = start(() -> semaphore.acquireUninterruptibly(1));
        while (semaphore.getQueueLength() < 2) Thread.yield();
        semaphore.release();
        same(2, semaphore.getQueueLength());
        same(1, semaphore.availablePermits());
        semaphore.release(2);
        join(a, b);
    }

    /** tryAcquire takes a permit at once, past those that wait for a fair semaphore. */
    static void tryBarges() throws Exception {
        Semaphore semaphore = new Semaphore(1, true);
        Thread t = start(() -> semaphore.acquire(2));
        while (!semaphore.hasQueuedThreads()) Thread.yield();
        check(semaphore.tryAcquire(), "the permit is there");
        semaphore.release(2);
        join(t);
    }

    /** A timed tryAcquire of a fair semaphore stays behind those that wait, even with no time at all. */
    static void timedTryIsFair() throws Exception {
        Semaphore semaphore = new Semaphore(1, true);
        Thread t = start(() -> semaphore.acquire(2));
        while (!semaphore.hasQueuedThreads()) Thread.yield();
        check(!semaphore.tryAcquire(0, TimeUnit.SECONDS), "another thread is in front");
        semaphore.release();
        join(t);
    }

    /** Whether a semaphore is fair is what its constructor was told; not when it was told nothing. */
    static void fairness() {
        check(!new Semaphore(1).isFair(), "not by default");
        check(!new Semaphore(1, false).isFair(), "not fair");
        check(new Semaphore(1, true).isFair(), "fair");
    }

    /** A waiting thread is counted in the queue until it has its permit. */
    static void queue() throws Exception {
        Semaphore semaphore = new Semaphore(0);
        check(!semaphore.hasQueuedThreads(), "nobody waits");
        Thread t = start(semaphore::acquire);
        while (!semaphore.hasQueuedThreads()) Thread.yield();
        same(1, semaphore.getQueueLength());
        semaphore.release();
        join(t);
        same(0, semaphore.getQueueLength());
    }

    /** The string has the number of permits in it. */
    static void text() {
        check(new Semaphore(2).toString().endsWith("[Permits = 2]"), "two permits");
    }
}
