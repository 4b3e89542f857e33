import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;

/** java.util.concurrent.locks.AbstractQueuedSynchronizer, AbstractQueuedLongSynchronizer, AbstractOwnableSynchronizer */
final class SynchronizerContracts extends Contract {
    /** A lock that is not reentrant: 0 is free, 1 is held. */
    private static final class Mutex extends AbstractQueuedSynchronizer {
        @Override
        protected boolean tryAcquire(int arg) {
            if (!compareAndSetState(0, 1)) return false;
            setExclusiveOwnerThread(Thread.currentThread());
            return true;
        }

        @Override
        protected boolean tryRelease(int arg) {
            if (getExclusiveOwnerThread() != Thread.currentThread()) throw new IllegalMonitorStateException();
            setExclusiveOwnerThread(null);
            setState(0);
            return true;
        }

        @Override
        protected boolean isHeldExclusively() {
            return getExclusiveOwnerThread() == Thread.currentThread();
        }

        Condition newCondition() {
            return new ConditionObject();
        }

        boolean isFree() {
            return getState() == 0;
        }
    }

    /** A latch that opens once. */
    private static final class Latch extends AbstractQueuedSynchronizer {
        @Override
        protected int tryAcquireShared(int arg) {
            return getState() != 0 ? 1 : -1;
        }

        @Override
        protected boolean tryReleaseShared(int arg) {
            setState(1);
            return true;
        }
    }

    private static final class LongMutex extends AbstractQueuedLongSynchronizer {
        @Override
        protected boolean tryAcquire(long arg) {
            return compareAndSetState(0, 1L << 40);
        }

        @Override
        protected boolean tryRelease(long arg) {
            setState(0);
            return true;
        }

        long state() {
            return getState();
        }
    }

    private static final class Bare extends AbstractQueuedSynchronizer {
    }

    /** A lock made of tryAcquire and tryRelease keeps two threads from being in at once. */
    static void mutualExclusion() throws Exception {
        Mutex mutex = new Mutex();
        int[] count = new int[1];
        Body body = () -> {
            mutex.acquire(1);
            count[0]++;
            mutex.release(1);
        };
        together(body, body);
        same(2, count[0]);
        check(mutex.isFree(), "free");
    }

    /** The same with a state of 64 bits. */
    static void mutualExclusionLong() throws Exception {
        LongMutex mutex = new LongMutex();
        int[] count = new int[1];
        Body body = () -> {
            mutex.acquire(1);
            same(1L << 40, mutex.state());
            count[0]++;
            mutex.release(1);
        };
        together(body, body);
        same(2, count[0]);
    }

    /** A shared release lets all go that wait to acquire. */
    static void shared() throws Exception {
        Latch latch = new Latch();
        int[] data = new int[1];
        Thread t = start(() -> {
            latch.acquireShared(1);
            same(1, data[0]);
        });
        data[0] = 1;
        latch.releaseShared(1);
        latch.acquireShared(1);
        join(t);
    }

    /** Methods that a subclass does not define are refused when they are needed. */
    static void undefined() {
        Bare bare = new Bare();
        thrown(UnsupportedOperationException.class, () -> bare.acquire(1));
        thrown(UnsupportedOperationException.class, () -> bare.release(1));
        thrown(UnsupportedOperationException.class, () -> bare.acquireShared(1));
        thrown(UnsupportedOperationException.class, () -> bare.releaseShared(1));
    }

    /** acquireInterruptibly throws for a thread that is interrupted. */
    static void interruptedBefore() {
        Mutex mutex = new Mutex();
        Thread.currentThread().interrupt();
        thrown(InterruptedException.class, () -> mutex.acquireInterruptibly(1));
        Thread.currentThread().interrupt();
        thrown(InterruptedException.class, () -> new Latch().acquireSharedInterruptibly(1));
        check(!Thread.interrupted() && mutex.isFree(), "not acquired");
    }

    /** An interrupt ends a wait in acquireInterruptibly. */
    static void interruptedWhileWaiting() throws Exception {
        Mutex mutex = new Mutex();
        mutex.acquire(1);
        Thread t = start(() -> thrown(InterruptedException.class, () -> mutex.acquireInterruptibly(1)));
        t.interrupt();
        join(t);
        check(!mutex.hasQueuedThreads(), "it is gone");
    }

    /** acquire goes on waiting when interrupted, and sets the flag again. */
    static void uninterruptible() throws Exception {
        Mutex mutex = new Mutex();
        mutex.acquire(1);
        Thread t = start(() -> {
            mutex.acquire(1);
            check(Thread.interrupted(), "the flag is set");
        });
        t.interrupt();
        mutex.release(1);
        join(t);
    }

    /** tryAcquireNanos gives up when the time is over. */
    static void timeout() throws Exception {
        Mutex mutex = new Mutex();
        check(mutex.tryAcquireNanos(1, 1), "free");
        check(!mutex.tryAcquireNanos(1, 1000), "held");
        check(!new Latch().tryAcquireSharedNanos(1, 1000), "closed");
    }

    /** The queue tells who waits, and that somebody ever did. */
    static void queue() throws Exception {
        Mutex mutex = new Mutex();
        check(!mutex.hasContended(), "never");
        mutex.acquire(1);
        Thread t = start(() -> {
            mutex.acquire(1);
            mutex.release(1);
        });
        while (!mutex.isQueued(t)) Thread.yield();
        same(t, mutex.getFirstQueuedThread());
        same(1, mutex.getQueueLength());
        check(mutex.getQueuedThreads().contains(t), "it waits");
        check(mutex.getExclusiveQueuedThreads().contains(t), "not to share");
        check(mutex.getSharedQueuedThreads().isEmpty(), "nobody waits to share");
        mutex.release(1);
        join(t);
        check(mutex.hasContended() && !mutex.hasQueuedThreads(), "it has waited");
    }

    /** A condition of a synchronizer gives the lock up while it waits. */
    static void condition() throws Exception {
        Mutex mutex = new Mutex();
        Condition condition = mutex.newCondition();
        boolean[] ready = new boolean[1];
        Thread t = start(() -> {
            mutex.acquire(1);
            ready[0] = true;
            condition.signal();
            mutex.release(1);
        });
        mutex.acquire(1);
        while (!ready[0]) condition.await();
        check(mutex.isHeldExclusively(), "held again");
        mutex.release(1);
        join(t);
    }

    /** Whoever does not hold the lock may not signal. */
    static void conditionOwner() {
        Mutex mutex = new Mutex();
        Condition condition = mutex.newCondition();
        thrown(IllegalMonitorStateException.class, condition::signal);
        thrown(IllegalMonitorStateException.class, condition::await);
    }

    /** A timed wait for a condition ends without a signal. */
    static void conditionTimeout() throws Exception {
        Mutex mutex = new Mutex();
        Condition condition = mutex.newCondition();
        mutex.acquire(1);
        check(!condition.await(1, TimeUnit.MICROSECONDS), "no signal");
        check(mutex.isHeldExclusively(), "held again");
    }

    /** What tryAcquire throws goes to the caller, and nobody is left in the queue. */
    static void throwingAcquire() {
        AbstractQueuedSynchronizer bad = new AbstractQueuedSynchronizer() {
            @Override
            protected boolean tryAcquire(int arg) {
                throw new IllegalStateException();
            }
        };
        thrown(IllegalStateException.class, () -> bad.acquire(1));
        check(!bad.hasQueuedThreads(), "nobody waits");
    }

    /** An ownable synchronizer keeps the thread that it is given. */
    static void owner() {
        class Owned extends AbstractOwnableSynchronizer {
            private static final long serialVersionUID = 1;

            void check() {
                same(null, getExclusiveOwnerThread());
                setExclusiveOwnerThread(Thread.currentThread());
                same(Thread.currentThread(), getExclusiveOwnerThread());
            }
        }
        new Owned().check();
    }
}
