import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** java.util.concurrent.locks.Condition, Lock */
final class ConditionContracts extends Contract {
    /** await gives the lock up, all holds of it, and has it back with as many when it returns. */
    static void givesUpLock() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        boolean[] ready = new boolean[1];
        Thread t = start(() -> {
            lock.lock();
            ready[0] = true;
            condition.signal();
            lock.unlock();
        });
        lock.lock();
        lock.lock();
        while (!ready[0]) condition.await();
        same(2, lock.getHoldCount());
        lock.unlock();
        lock.unlock();
        join(t);
    }

    /** Only the owner of the lock may wait for, or signal, a condition. */
    static void ownerOnly() {
        Condition condition = new ReentrantLock().newCondition();
        thrown(IllegalMonitorStateException.class, condition::await);
        thrown(IllegalMonitorStateException.class, condition::awaitUninterruptibly);
        thrown(IllegalMonitorStateException.class, () -> condition.awaitNanos(1));
        thrown(IllegalMonitorStateException.class, condition::signal);
        thrown(IllegalMonitorStateException.class, condition::signalAll);
    }

    /** A signal that nobody waits for is lost. */
    static void lostSignal() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        lock.lock();
        condition.signal();
        check(!condition.await(1, TimeUnit.MILLISECONDS), "no signal after that");
        lock.unlock();
    }

    /** signal wakes one of two waiting threads, signalAll both. */
    static void oneOrAll() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        int[] woken = new int[1];
        Body wait = () -> {
            lock.lock();
            condition.await();
            woken[0]++;
            lock.unlock();
        };
        Thread a = start(wait);
        Thread b = start(wait);
        awaitWaiters(lock, condition, 2);
        lock.lock();
        condition.signal();
        same(1, lock.getWaitQueueLength(condition));
        condition.signalAll();
        same(0, lock.getWaitQueueLength(condition));
        lock.unlock();
        join(a, b);
        same(2, woken[0]);
    }

    private static void awaitWaiters(ReentrantLock lock, Condition condition, int count) {
        for (;;) {
            lock.lock();
            int waiting = lock.getWaitQueueLength(condition);
            lock.unlock();
            if (waiting == count) return;
            Thread.yield();
        }
    }

    /** signal wakes the thread that has waited longest. */
    static void signalOrder() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        List<Integer> order = new ArrayList<>();
        Thread a = start(() -> {
            lock.lock();
            condition.await();
            order.add(1);
            condition.signal();
            lock.unlock();
        });
        awaitWaiters(lock, condition, 1);
        Thread b = start(() -> {
            lock.lock();
            condition.await();
            order.add(2);
            lock.unlock();
        });
        awaitWaiters(lock, condition, 2);
        lock.lock();
        condition.signal();
        lock.unlock();
        join(a, b);
        same("[1, 2]", order.toString());
    }

    /** After signalAll on a fair lock the threads have the lock in the order in which they began to wait. */
    static void signalAllOrder() throws Exception {
        ReentrantLock lock = new ReentrantLock(true);
        Condition condition = lock.newCondition();
        List<Integer> order = new ArrayList<>();
        Thread a = start(() -> {
            lock.lock();
            condition.await();
            order.add(1);
            lock.unlock();
        });
        awaitWaiters(lock, condition, 1);
        Thread b = start(() -> {
            lock.lock();
            condition.await();
            order.add(2);
            lock.unlock();
        });
        awaitWaiters(lock, condition, 2);
        lock.lock();
        condition.signalAll();
        lock.unlock();
        join(a, b);
        same("[1, 2]", order.toString());
    }

    /** A thread that is signalled on a fair lock stands in line behind those that wait for the lock already. */
    static void signalledStandsInLine() throws Exception {
        ReentrantLock lock = new ReentrantLock(true);
        Condition condition = lock.newCondition();
        List<Integer> order = new ArrayList<>();
        Thread a = start(() -> {
            lock.lock();
            condition.await();
            order.add(2);
            lock.unlock();
        });
        awaitWaiters(lock, condition, 1);
        lock.lock();
        Thread b = start(() -> {
            lock.lock();
            order.add(1);
            lock.unlock();
        });
        while (!lock.hasQueuedThread(b)) Thread.yield();
        condition.signal();
        lock.unlock();
        join(a, b);
        same("[1, 2]", order.toString());
    }

    /** Conditions of one lock have queues of their own. */
    static void twoConditions() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition first = lock.newCondition();
        Condition second = lock.newCondition();
        Thread t = start(() -> {
            lock.lock();
            first.await();
            lock.unlock();
        });
        awaitWaiters(lock, first, 1);
        lock.lock();
        second.signalAll();
        check(lock.hasWaiters(first), "not signalled");
        check(!lock.hasWaiters(second), "nobody waits there");
        first.signal();
        lock.unlock();
        join(t);
    }

    /** A thread that is interrupted when it calls await gets the exception at once, and keeps the lock. */
    static void interruptedBefore() {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        lock.lock();
        Thread.currentThread().interrupt();
        thrown(InterruptedException.class, condition::await);
        check(!Thread.interrupted(), "the flag is cleared");
        Thread.currentThread().interrupt();
        thrown(InterruptedException.class, () -> condition.await(1, TimeUnit.SECONDS));
        same(1, lock.getHoldCount());
    }

    /** An interrupt ends await, and the lock is held again when it throws. */
    static void interruptedWhileWaiting() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        Thread t = start(() -> {
            lock.lock();
            thrown(InterruptedException.class, condition::await);
            check(lock.isHeldByCurrentThread(), "held again");
            lock.unlock();
        });
        t.interrupt();
        join(t);
    }

    /** An interrupt and a signal race: a thread that throws has not used the signal up. */
    static String interruptRace() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        String[] seen = new String[1];
        Thread t = start(() -> {
            lock.lock();
            seen[0] = outcome(condition::await) + (Thread.interrupted() ? " interrupted" : "");
            lock.unlock();
        });
        awaitWaiters(lock, condition, 1);
        t.interrupt();
        lock.lock();
        condition.signal();
        lock.unlock();
        join(t);
        return seen[0];
    }

    /** awaitUninterruptibly waits for a signal whatever happens, and leaves the interrupt flag set. */
    static void uninterruptible() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        boolean[] ready = new boolean[1];
        Thread t = start(() -> {
            lock.lock();
            while (!ready[0]) condition.awaitUninterruptibly();
            check(Thread.interrupted(), "the flag is set");
            lock.unlock();
        });
        t.interrupt();
        lock.lock();
        ready[0] = true;
        condition.signal();
        lock.unlock();
        join(t);
    }

    /** Without a signal awaitNanos comes back with no time left, and await and awaitUntil say false. */
    static void timeout() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        lock.lock();
        check(condition.awaitNanos(1000) <= 0, "no time left");
        check(!condition.await(1, TimeUnit.MICROSECONDS), "no signal");
        check(!condition.awaitUntil(new Date(0)), "a deadline that has passed");
        same(1, lock.getHoldCount());
        lock.unlock();
    }

    /** A timed await that races with a signal says whether it was signalled. */
    static String timedRace() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        boolean[] done = new boolean[1];
        Thread t = start(() -> {
            lock.lock();
            done[0] = true;
            condition.signal();
            lock.unlock();
        });
        lock.lock();
        String seen = done[0] ? "too early" : condition.await(1, TimeUnit.MICROSECONDS) ? "signalled" : "timed out";
        if (seen.equals("signalled")) check(done[0], "by the other thread");
        lock.unlock();
        join(t);
        return seen;
    }

    /** What a lock says about waiting threads it says of its own conditions, to its owner only. */
    static void foreignCondition() {
        ReentrantLock lock = new ReentrantLock();
        Condition other = new ReentrantLock().newCondition();
        lock.lock();
        thrown(IllegalArgumentException.class, () -> lock.hasWaiters(other));
        thrown(NullPointerException.class, () -> lock.hasWaiters(null));
        Condition own = lock.newCondition();
        lock.unlock();
        thrown(IllegalMonitorStateException.class, () -> lock.getWaitQueueLength(own));
    }
}
