import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** java.util.concurrent.CyclicBarrier, BrokenBarrierException */
final class CyclicBarrierContracts extends Contract {
    /** A barrier needs at least one party. */
    static void parties() {
        thrown(IllegalArgumentException.class, () -> new CyclicBarrier(0));
        thrown(IllegalArgumentException.class, () -> new CyclicBarrier(-1, () -> {
        }));
        same(3, new CyclicBarrier(3).getParties());
    }

    /** Nobody goes on before all have arrived. */
    static void waitsForAll() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2);
        int[] arrived = new int[2];
        together(() -> {
            arrived[0] = 1;
            barrier.await();
            same(1, arrived[1]);
        }, () -> {
            arrived[1] = 1;
            barrier.await();
            same(1, arrived[0]);
        });
    }

    /** The number that await returns counts down: the first to arrive has parties - 1, the last has 0. */
    static void indices() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2);
        int[] index = new int[2];
        together(() -> index[0] = barrier.await(), () -> index[1] = barrier.await());
        same(1, index[0] + index[1]);
    }

    /** A barrier of one party never waits. */
    static void alone() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(1);
        same(0, barrier.await());
        same(0, barrier.await(0, TimeUnit.SECONDS));
    }

    /** A barrier can be used again at once. */
    static void cyclic() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2);
        int[] round = new int[2];
        together(() -> {
            round[0]++;
            barrier.await();
            same(1, round[1]);
            barrier.await();
            round[0]++;
        }, () -> {
            round[1]++;
            barrier.await();
            barrier.await();
        });
        same(0, barrier.getNumberWaiting());
    }

    /** The action runs once for each round, before anybody goes on, in the thread that came last. */
    static void action() throws Exception {
        Thread[] actor = new Thread[1];
        int[] runs = new int[1];
        CyclicBarrier barrier = new CyclicBarrier(2, () -> {
            runs[0]++;
            actor[0] = Thread.currentThread();
        });
        Body body = () -> {
            int index = barrier.await();
            same(1, runs[0]);
            same(index == 0, actor[0] == Thread.currentThread());
        };
        together(body, body);
    }

    /** When the action throws, its thread gets that exception, the barrier is broken and the others are told. */
    static void failingAction() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2, () -> {
            throw new IllegalStateException();
        });
        String[] seen = new String[2];
        together(() -> seen[0] = outcome(barrier::await), () -> seen[1] = outcome(barrier::await));
        check(!seen[0].equals(seen[1]), "one runs the action");
        check((seen[0] + seen[1]).contains("IllegalStateException"), "its exception");
        check((seen[0] + seen[1]).contains("BrokenBarrierException"), "the other is told");
        check(barrier.isBroken(), "broken");
    }

    /** An interrupt of one waiting thread breaks the barrier for all. */
    static void interrupt() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(3);
        Thread a = start(() -> thrown(InterruptedException.class, barrier::await));
        Thread b = start(() -> thrown(BrokenBarrierException.class, barrier::await));
        a.interrupt();
        join(a, b);
        check(barrier.isBroken(), "broken");
    }

    /** A thread that arrives interrupted breaks the barrier, too. */
    static void interruptedBefore() {
        CyclicBarrier barrier = new CyclicBarrier(2);
        Thread.currentThread().interrupt();
        thrown(InterruptedException.class, barrier::await);
        check(!Thread.interrupted(), "the flag is cleared");
        check(barrier.isBroken(), "broken");
        thrown(BrokenBarrierException.class, barrier::await);
    }

    /** Of a broken barrier an interrupted thread is told that it is broken, and its flag stays set. */
    static void interruptedAtBroken() {
        CyclicBarrier barrier = new CyclicBarrier(2);
        thrown(TimeoutException.class, () -> barrier.await(0, TimeUnit.SECONDS));
        Thread.currentThread().interrupt();
        thrown(BrokenBarrierException.class, barrier::await);
        check(Thread.interrupted(), "the flag stays set");
    }

    /** A thread that runs out of time breaks the barrier for all. */
    static void timeout() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(3);
        Thread a = start(() -> thrown(BrokenBarrierException.class, barrier::await));
        while (barrier.getNumberWaiting() < 1) Thread.yield();
        thrown(TimeoutException.class, () -> barrier.await(1, TimeUnit.MILLISECONDS));
        join(a);
        check(barrier.isBroken(), "broken");
        thrown(BrokenBarrierException.class, () -> barrier.await(1, TimeUnit.MILLISECONDS));
    }

    /** A thread without any time breaks the barrier unless it is the last to arrive. */
    static String noTime() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2);
        String[] seen = new String[2];
        together(
            () -> seen[0] = outcome(barrier::await),
            () -> seen[1] = outcome(() -> barrier.await(0, TimeUnit.SECONDS)));
        return seen[0] + ", " + seen[1];
    }

    /** The time of a waiting thread does not run out once all have arrived, however long the action runs. */
    static String timedWhileActionRuns() throws Exception {
        boolean[] isDone = new boolean[1];
        CyclicBarrier barrier = new CyclicBarrier(2, () -> isDone[0] = true);
        String[] seen = new String[1];
        Thread t = start(() -> {
            seen[0] = outcome(() -> barrier.await(1, TimeUnit.MICROSECONDS));
            if (seen[0].equals("ok")) check(isDone[0], "after the action");
        });
        String mine = outcome(barrier::await);
        join(t);
        // Once the action runs, nobody breaks the barrier.
        same(isDone[0], mine.equals("ok"));
        if (isDone[0]) same("ok", seen[0]);
        return mine + ", " + seen[0];
    }

    /** An interrupt that comes when all have arrived does not break the barrier; the flag stays set. */
    static String interruptedWhileActionRuns() throws Exception {
        Thread[] waiter = new Thread[1];
        CyclicBarrier barrier = new CyclicBarrier(2, () -> waiter[0].interrupt());
        String[] seen = new String[1];
        waiter[0] = thread(() -> {
            seen[0] = outcome(barrier::await) + (Thread.interrupted() ? " interrupted" : "");
        });
        waiter[0].start();
        while (barrier.getNumberWaiting() < 1) Thread.yield();
        barrier.await();
        join(waiter[0]);
        check(!barrier.isBroken(), "not broken");
        return seen[0];
    }

    /** reset breaks the round for those that wait, and the barrier can be used again. */
    static void reset() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2);
        Thread a = start(() -> thrown(BrokenBarrierException.class, barrier::await));
        while (barrier.getNumberWaiting() < 1) Thread.yield();
        barrier.reset();
        join(a);
        check(!barrier.isBroken(), "as new");
        same(0, barrier.getNumberWaiting());
        together(barrier::await, barrier::await);
    }

    /** reset makes a broken barrier usable again. */
    static void resetBroken() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2);
        thrown(TimeoutException.class, () -> barrier.await(0, TimeUnit.SECONDS));
        check(barrier.isBroken(), "broken");
        barrier.reset();
        check(!barrier.isBroken(), "as new");
        together(barrier::await, barrier::await);
    }

    /** Of two threads with a time limit, both pass, or one runs out of time and the other finds the barrier broken. */
    static String twoTimed() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2);
        String[] seen = new String[2];
        together(
            () -> seen[0] = outcome(() -> barrier.await(1, TimeUnit.MICROSECONDS)),
            () -> seen[1] = outcome(() -> barrier.await(1, TimeUnit.MICROSECONDS)));
        return seen[0] + ", " + seen[1];
    }
}
