import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** java.util.concurrent.locks.ReentrantLock */
final class ReentrantLockContracts extends Contract {
    /** Two threads are never in the lock at once. */
    static void mutualExclusion() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        int[] count = new int[1];
        Body body = () -> {
            lock.lock();
            count[0]++;
            lock.unlock();
        };
        together(body, body);
        same(2, count[0]);
    }

    /** The owner may lock again, and must unlock as often. */
    static void reentrant() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        lock.lock();
        same(2, lock.getHoldCount());
        lock.unlock();
        check(lock.isLocked(), "held once more");
        Thread t = start(() -> check(!lock.tryLock(), "held by another"));
        join(t);
        lock.unlock();
        check(!lock.isLocked(), "free");
    }

    /** Only the owner may unlock. */
    static void unlockByOthers() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        thrown(IllegalMonitorStateException.class, lock::unlock);
        lock.lock();
        join(start(() -> thrown(IllegalMonitorStateException.class, lock::unlock)));
        check(lock.isHeldByCurrentThread(), "still held");
    }

    /** lock goes on waiting when interrupted, and the flag is set when it returns. */
    static void lockIgnoresInterrupts() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        Thread t = start(() -> {
            lock.lock();
            check(Thread.interrupted(), "the flag is set");
            lock.unlock();
        });
        t.interrupt();
        lock.unlock();
        join(t);
    }

    /** lockInterruptibly throws for a thread that is interrupted, even where the lock is free. */
    static void interruptedBefore() {
        ReentrantLock lock = new ReentrantLock();
        Thread.currentThread().interrupt();
        thrown(InterruptedException.class, lock::lockInterruptibly);
        check(!Thread.interrupted(), "the flag is cleared");
        check(!lock.isLocked(), "not locked");
    }

    /** An interrupt ends a wait in lockInterruptibly. */
    static void interruptedWhileWaiting() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        Thread t = start(() -> {
            thrown(InterruptedException.class, lock::lockInterruptibly);
            check(!Thread.currentThread().isInterrupted(), "the flag is cleared");
        });
        t.interrupt();
        join(t);
        lock.unlock();
    }

    /** An interrupt and an unlock race: lockInterruptibly returns with the lock or throws without it. */
    static String interruptRace() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        String[] seen = new String[1];
        lock.lock();
        Thread t = start(() -> {
            String outcome = outcome(lock::lockInterruptibly);
            same(outcome.equals("ok"), lock.isHeldByCurrentThread());
            seen[0] = outcome + (Thread.interrupted() ? " interrupted" : "");
            if (lock.isHeldByCurrentThread()) lock.unlock();
        });
        t.interrupt();
        lock.unlock();
        join(t);
        return seen[0];
    }

    /** tryLock takes a free lock, and says no at once where another thread has it. */
    static void tryLock() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        check(lock.tryLock(), "free");
        check(lock.tryLock(), "own");
        same(2, lock.getHoldCount());
        join(start(() -> check(!lock.tryLock(), "taken")));
    }

    /** tryLock does not heed interrupts. */
    static void tryLockInterrupted() {
        ReentrantLock lock = new ReentrantLock();
        Thread.currentThread().interrupt();
        check(lock.tryLock(), "free");
        check(Thread.interrupted(), "the flag stays set");
    }

    /** A timed tryLock of a thread that is interrupted throws, even where the lock is free. */
    static void timedInterrupted() {
        ReentrantLock lock = new ReentrantLock();
        Thread.currentThread().interrupt();
        thrown(InterruptedException.class, () -> lock.tryLock(1, TimeUnit.SECONDS));
        check(!Thread.interrupted(), "the flag is cleared");
        check(!lock.isLocked(), "not locked");
    }

    /** A timed tryLock takes a free lock, and gives up in the end where it is not let in. */
    static void timed() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        check(lock.tryLock(1, TimeUnit.MILLISECONDS), "free");
        join(start(() -> {
            check(!lock.tryLock(1, TimeUnit.MILLISECONDS), "taken");
            check(!lock.tryLock(0, TimeUnit.MILLISECONDS), "taken");
        }));
    }

    /** A timed tryLock that races with an unlock gets the lock or runs out of time. */
    static String timedRace() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        String[] seen = new String[1];
        lock.lock();
        Thread t = start(() -> {
            boolean got = lock.tryLock(1, TimeUnit.NANOSECONDS);
            same(got, lock.isHeldByCurrentThread());
            seen[0] = got ? "got" : "late";
            if (got) lock.unlock();
        });
        lock.unlock();
        join(t);
        return seen[0];
    }

    /** A fair lock lets waiting threads in in the order in which they came. */
    static void fairOrder() throws Exception {
        ReentrantLock lock = new ReentrantLock(true);
        List<Integer> order = new ArrayList<>();
        lock.lock();
        Thread a = start(() -> {
            lock.lock();
            order.add(1);
            lock.unlock();
        });
        while (!lock.hasQueuedThread(a)) Thread.yield();
        Thread b = start(() -> {
            lock.lock();
            order.add(2);
            lock.unlock();
        });
        while (!lock.hasQueuedThread(b)) Thread.yield();
        lock.unlock();
        join(a, b);
        same("[1, 2]", order.toString());
    }

    /** The owner of a fair lock that lets go and locks again comes after those that wait. */
    static void fairAgain() throws Exception {
        ReentrantLock lock = new ReentrantLock(true);
        List<Integer> order = new ArrayList<>();
        lock.lock();
        Thread t = start(() -> {
            lock.lock();
            order.add(1);
            lock.unlock();
        });
        while (!lock.hasQueuedThread(t)) Thread.yield();
        lock.unlock();
        lock.lock();
        order.add(2);
        lock.unlock();
        join(t);
        same("[1, 2]", order.toString());
    }

    /** The owner of an unfair lock that lets go and locks again may come before those that wait. */
    static String unfairAgain() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        StringBuilder order = new StringBuilder();
        lock.lock();
        Thread t = start(() -> {
            lock.lock();
            order.append("waiter ");
            lock.unlock();
        });
        while (!lock.hasQueuedThread(t)) Thread.yield();
        lock.unlock();
        lock.lock();
        order.append("owner ");
        lock.unlock();
        join(t);
        return order.toString().trim();
    }

    /** tryLock of a fair lock does not wait in line: it takes the lock if it is free at that moment. */
    static String tryLockBarges() throws Exception {
        ReentrantLock lock = new ReentrantLock(true);
        lock.lock();
        Thread t = start(() -> {
            lock.lock();
            lock.unlock();
        });
        while (!lock.hasQueuedThread(t)) Thread.yield();
        lock.unlock();
        boolean got = lock.tryLock();
        if (got) lock.unlock();
        join(t);
        return got ? "got" : "taken";
    }

    /** A timed tryLock of a fair lock waits in line, so with no time at all it never overtakes a waiting thread. */
    static void timedTryLockIsFair() throws Exception {
        ReentrantLock lock = new ReentrantLock(true);
        boolean[] isIn = new boolean[1];
        lock.lock();
        Thread t = start(() -> {
            lock.lock();
            isIn[0] = true;
            lock.unlock();
        });
        while (!lock.hasQueuedThread(t)) Thread.yield();
        lock.unlock();
        if (lock.tryLock(0, TimeUnit.SECONDS)) {
            check(isIn[0], "the waiting thread was first");
            lock.unlock();
        }
        join(t);
    }

    /** A waiting thread is in the queue until it has the lock. */
    static void queue() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        check(!lock.hasQueuedThreads(), "nobody waits");
        Thread t = start(() -> {
            lock.lock();
            lock.unlock();
        });
        while (!lock.hasQueuedThreads()) Thread.yield();
        check(lock.hasQueuedThread(t), "it waits");
        check(!lock.hasQueuedThread(Thread.currentThread()), "the owner does not");
        same(1, lock.getQueueLength());
        lock.unlock();
        join(t);
        check(!lock.hasQueuedThread(t), "it waits no more");
    }

    /** A thread that gives up waiting leaves the queue. */
    static void leavesQueue() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        Thread t = start(() -> thrown(InterruptedException.class, lock::lockInterruptibly));
        while (!lock.hasQueuedThread(t)) Thread.yield();
        t.interrupt();
        join(t);
        same(0, lock.getQueueLength());
    }

    /** hasQueuedThread does not take null. */
    static void queuedNull() {
        thrown(NullPointerException.class, () -> new ReentrantLock().hasQueuedThread(null));
    }

    /** Whether a lock is fair is what its constructor was told; not when it was told nothing. */
    static void fairness() {
        check(!new ReentrantLock().isFair(), "not by default");
        check(new ReentrantLock(true).isFair(), "fair");
        check(!new ReentrantLock(false).isFair(), "not fair");
    }

    /** Holds are counted for the asking thread only. */
    static void holdCount() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        same(0, lock.getHoldCount());
        check(!lock.isHeldByCurrentThread(), "not held");
        lock.lock();
        join(start(() -> {
            same(0, lock.getHoldCount());
            check(!lock.isHeldByCurrentThread(), "held by another");
            check(lock.isLocked(), "held");
        }));
        same(1, lock.getHoldCount());
    }

    /** The protected getOwner gives the thread that has the lock, or null. */
    static void owner() {
        class Known extends ReentrantLock {
            Thread whose() {
                return getOwner();
            }
        }
        Known lock = new Known();
        same(null, lock.whose());
        lock.lock();
        same(Thread.currentThread(), lock.whose());
    }

    /** The string says whether the lock is free, and the name of its owner if not. */
    static void text() {
        ReentrantLock lock = new ReentrantLock();
        check(lock.toString().endsWith("[Unlocked]"), "free");
        lock.lock();
        check(lock.toString().endsWith("[Locked by thread " + Thread.currentThread().getName() + "]"), "held");
    }

    /** The lock stays with a thread whose code throws, until it is unlocked. */
    static void exceptionKeepsLock() {
        ReentrantLock lock = new ReentrantLock();
        thrown(IllegalStateException.class, () -> {
            lock.lock();
            throw new IllegalStateException();
        });
        check(lock.isHeldByCurrentThread(), "still held");
    }

    /** What was written before an unlock is seen by whoever locks next. */
    static void visibility() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        int[] data = new int[2];
        Thread t = start(() -> {
            lock.lock();
            data[0] = 1;
            data[1] = 1;
            lock.unlock();
        });
        lock.lock();
        same(data[0], data[1]);
        lock.unlock();
        join(t);
    }
}
