import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** java.util.concurrent.CountDownLatch */
final class CountDownLatchContracts extends Contract {
    /** A negative count is refused. */
    static void negative() {
        thrown(IllegalArgumentException.class, () -> new CountDownLatch(-1));
    }

    /** A latch that begins at zero holds nobody up. */
    static void zero() throws Exception {
        CountDownLatch latch = new CountDownLatch(0);
        latch.await();
        check(latch.await(0, TimeUnit.NANOSECONDS), "a timed await of an open latch is true");
    }

    /** Each countDown takes one off the count, and at zero it stays. */
    static void counts() {
        CountDownLatch latch = new CountDownLatch(2);
        same(2L, latch.getCount());
        latch.countDown();
        same(1L, latch.getCount());
        latch.countDown();
        latch.countDown();
        same(0L, latch.getCount());
    }

    /** What threads did before they counted down is seen by whoever awaited zero. */
    static void visibility() throws Exception {
        CountDownLatch latch = new CountDownLatch(2);
        int[] seen = new int[2];
        Thread a = start(() -> {
            seen[0] = 1;
            latch.countDown();
        });
        Thread b = start(() -> {
            seen[1] = 1;
            latch.countDown();
        });
        latch.await();
        same(2, seen[0] + seen[1]);
        join(a, b);
    }

    /** All that wait are let go at once. */
    static void releasesAll() throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        Thread a = start(latch::await);
        Thread b = start(latch::await);
        latch.countDown();
        join(a, b);
    }

    /** A timed await says false when the count did not get to zero in time. */
    static void timeout() throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        check(!latch.await(1, TimeUnit.MILLISECONDS), "nobody counts down");
        check(!latch.await(-1, TimeUnit.MILLISECONDS), "no time at all");
    }

    /** A timed await that races with countDown says whether it was in time. */
    static String timedRace() throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        Thread t = start(latch::countDown);
        boolean inTime = latch.await(1, TimeUnit.NANOSECONDS);
        if (inTime) same(0L, latch.getCount());
        join(t);
        return inTime ? "in time" : "too late";
    }

    /** A thread that is interrupted when it calls await is told so, and its flag is cleared. */
    static void interruptedBefore() {
        Thread.currentThread().interrupt();
        thrown(InterruptedException.class, new CountDownLatch(1)::await);
        check(!Thread.interrupted(), "the flag is cleared");
        Thread.currentThread().interrupt();
        thrown(InterruptedException.class, () -> new CountDownLatch(0).await(1, TimeUnit.SECONDS));
        check(!Thread.interrupted(), "the flag is cleared");
    }

    /** A thread that is interrupted while it waits is told so, and its flag is cleared. */
    static void interruptedWhileWaiting() throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        Thread t = start(() -> {
            thrown(InterruptedException.class, latch::await);
            check(!Thread.currentThread().isInterrupted(), "the flag is cleared");
        });
        t.interrupt();
        join(t);
        same(1L, latch.getCount());
    }

    /** An interrupt and the last countDown race: await either returns or throws. */
    static String interruptRace() throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        String[] seen = new String[1];
        Thread t = start(() -> {
            String outcome = outcome(latch::await);
            seen[0] = outcome + (Thread.interrupted() ? " interrupted" : "");
        });
        t.interrupt();
        latch.countDown();
        join(t);
        return seen[0];
    }

    /** The string has the count in it. */
    static void text() {
        check(new CountDownLatch(3).toString().endsWith("[Count = 3]"), "the count is 3");
    }
}
