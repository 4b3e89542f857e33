import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** Locks that can be asked, tried, shared, interrupted and forgotten. */
final class Locks {
    private Locks() {
    }

    // To try fails only while the other is inside.
    // Outcomes: 1, 2
    static final class TryInside extends Experiment {
        private final ReentrantLock lock = new ReentrantLock();
        private int x;
        private int seen;

        @Override
        void first() {
            lock.lock();
            x = 1;
            lock.unlock();
        }

        @Override
        void second() {
            if (lock.tryLock()) {
                seen = 1;
                lock.unlock();
            } else {
                seen = 2;
            }
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // Two tries against one section: it may meet none, either or both of them.
    // Outcomes: 11, 12, 21, 22
    static final class TryTwice extends Experiment {
        private final ReentrantLock lock = new ReentrantLock();
        private int seen;

        private int attempt() {
            if (!lock.tryLock()) {
                return 2;
            }
            lock.unlock();
            return 1;
        }

        @Override
        void first() {
            lock.lock();
            lock.unlock();
        }

        @Override
        void second() {
            seen = attempt() * 10;
            seen += attempt();
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // Each has its own and tries the other's: both, one or none succeed.
    // Outcomes: 0, 1, 10, 11
    static final class TryTheOther extends Experiment {
        private final ReentrantLock left = new ReentrantLock();
        private final ReentrantLock right = new ReentrantLock();
        private int a;
        private int b;

        @Override
        void first() {
            left.lock();
            if (right.tryLock()) {
                a = 1;
                right.unlock();
            }
            left.unlock();
        }

        @Override
        void second() {
            right.lock();
            if (left.tryLock()) {
                b = 1;
                left.unlock();
            }
            right.unlock();
        }

        @Override
        int outcome() {
            return a * 10 + b;
        }
    }

    // Who only asks sees it locked, or not.
    // Outcomes: 0, 1
    static final class Asked extends Experiment {
        private final ReentrantLock lock = new ReentrantLock();
        private int seen;

        @Override
        void first() {
            lock.lock();
            lock.unlock();
        }

        @Override
        void second() {
            seen = lock.isLocked() ? 1 : 0;
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // The owner asks whether anybody waits.
    // Outcomes: 0, 1
    static final class AskedByOwner extends Experiment {
        private final ReentrantLock lock = new ReentrantLock();
        private int seen;

        @Override
        void first() {
            lock.lock();
            lock.unlock();
        }

        @Override
        void second() {
            lock.lock();
            seen = lock.hasQueuedThreads() ? 1 : 0;
            lock.unlock();
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // Who waits for a lock is seen waiting.
    // Outcomes: 0, 1
    static final class SeenAtLock extends Experiment {
        private final ReentrantLock lock = new ReentrantLock();
        private int seen;

        @Override
        void first() {
            lock.lock();
            lock.unlock();
        }

        @Override
        void second() {
            lock.lock();
            seen = threads[0].getState() == Thread.State.WAITING ? 1 : 0;
            lock.unlock();
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // With a time limit: it comes in time or it does not.
    // Outcomes: 1, 2
    static final class TryForAWhile extends Experiment {
        private final ReentrantLock lock = new ReentrantLock();
        private int seen;

        @Override
        void first() throws InterruptedException {
            lock.lock();
            Thread.sleep(1);
            lock.unlock();
        }

        @Override
        void second() throws InterruptedException {
            if (lock.tryLock(1, TimeUnit.MILLISECONDS)) {
                seen = 1;
                lock.unlock();
            } else {
                seen = 2;
            }
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // The wait for the lock can be interrupted, by the one who has it.
    // Outcomes: 1, 2
    static final class InterruptedAtLock extends Experiment {
        private final ReentrantLock lock = new ReentrantLock();
        private int seen;

        @Override
        void first() {
            try {
                lock.lockInterruptibly();
                seen = 1;
                lock.unlock();
            } catch (InterruptedException exception) {
                seen = 2;
            }
        }

        @Override
        void second() {
            lock.lock();
            threads[0].interrupt();
            lock.unlock();
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // An exception passes the unlock by: whoever comes later waits for ever. Only if the second has begun,
    // and has not been here yet, does that happen; if it has been, the exception harms nobody.
    // Outcomes: 0, 1000, deadlock
    static final class ForgottenUnlock extends Experiment {
        private final ReentrantLock lock = new ReentrantLock();
        private final int[] values = new int[1];
        private volatile int index;

        @Override
        void first() {
            lock.lock();
            values[index] = 0;
            lock.unlock();
        }

        @Override
        void second() {
            index = 1;
            lock.lock();
            lock.unlock();
        }

        @Override
        int outcome() {
            return 0;
        }
    }

    // Readers do not exclude each other: what they write is not guarded.
    // Outcomes: 1, 2
    static final class WritingReaders extends Experiment {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        private int count;

        private void raise() {
            lock.readLock().lock();
            count++;
            lock.readLock().unlock();
        }

        @Override
        void first() {
            raise();
        }

        @Override
        void second() {
            raise();
        }

        @Override
        int outcome() {
            return count;
        }
    }

    // The longest time limit there is never runs out.
    // Outcomes: 1
    static final class NoLimit extends Experiment {
        private final CountDownLatch latch = new CountDownLatch(1);
        private int seen;

        @Override
        void first() throws InterruptedException {
            seen = latch.await(Long.MAX_VALUE, TimeUnit.NANOSECONDS) ? 1 : 2;
        }

        @Override
        void second() {
            latch.countDown();
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // What a map does after its function has acquired something, however long it may wait for that, is another step.
    // Outcomes: 0, 1, 2
    static final class AcquiredInside extends Experiment {
        private static final class Latch extends AbstractQueuedSynchronizer {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean tryAcquire(int count) {
                return compareAndSetState(0, 1);
            }

            boolean isHeld() {
                return getState() == 1;
            }
        }

        private final Latch latch = new Latch();
        private final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        private int seen;

        private Integer acquire(String key, Integer old) {
            try {
                return latch.tryAcquireNanos(1, Long.MAX_VALUE) ? 1 : 2;
            } catch (InterruptedException e) {
                return 3;
            }
        }

        @Override
        void first() {
            map.compute("key", this::acquire);
        }

        @Override
        void second() {
            if (latch.isHeld()) {
                seen = map.get("key") == null ? 1 : 2;
            }
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // To its owner a lock is his own, but others may count its readers.
    // Outcomes: 0, 10, 11
    static final class ReadersCounted extends Experiment {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        private volatile boolean isWriting;
        private int seen;

        @Override
        void first() {
            lock.writeLock().lock();
            isWriting = true;
            lock.readLock().lock();
            lock.writeLock().unlock();
        }

        @Override
        void second() {
            if (isWriting) {
                seen = 10 + lock.getReadLockCount();
            }
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // A reader and a writer do: the pair is seen as a whole.
    // Outcomes: 0, 11
    static final class ReaderAndWriter extends Experiment {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        private int x;
        private int y;
        private int seen;

        @Override
        void first() {
            lock.writeLock().lock();
            x = 1;
            y = 1;
            lock.writeLock().unlock();
        }

        @Override
        void second() {
            lock.readLock().lock();
            seen = x * 10 + y;
            lock.readLock().unlock();
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // The reader only tries, and fails while the writer is inside.
    // Outcomes: 0, 11, 99
    static final class TryingReader extends Experiment {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        private int x;
        private int y;
        private int seen;

        @Override
        void first() {
            lock.writeLock().lock();
            x = 1;
            y = 1;
            lock.writeLock().unlock();
        }

        @Override
        void second() {
            if (lock.readLock().tryLock()) {
                seen = x * 10 + y;
                lock.readLock().unlock();
            } else {
                seen = 99;
            }
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // A semaphore with two permits keeps nobody out.
    // Outcomes: 1, 2
    static final class TwoPermits extends Experiment {
        private final Semaphore semaphore = new Semaphore(2);
        private int count;

        private void raise() throws InterruptedException {
            semaphore.acquire();
            count++;
            semaphore.release();
        }

        @Override
        void first() throws InterruptedException {
            raise();
        }

        @Override
        void second() throws InterruptedException {
            raise();
        }

        @Override
        int outcome() {
            return count;
        }
    }

    // One permit does, until somebody who has none gives one back.
    // Outcomes: 1, 2
    static final class PermitFromNowhere extends Experiment {
        private final Semaphore semaphore = new Semaphore(1);
        private int count;

        private void raise() throws InterruptedException {
            semaphore.acquire();
            count++;
            semaphore.release();
        }

        @Override
        void first() throws InterruptedException {
            raise();
        }

        @Override
        void second() throws InterruptedException {
            raise();
        }

        @Override
        void third() {
            semaphore.release();
        }

        @Override
        int count() {
            return 3;
        }

        @Override
        int outcome() {
            return count;
        }
    }

    // The monitor of a lock object and the lock are two.
    // Outcomes: 1, 2
    static final class LockAndMonitor extends Experiment {
        private final ReentrantLock lock = new ReentrantLock();
        private int count;

        @Override
        void first() {
            lock.lock();
            count++;
            lock.unlock();
        }

        @Override
        void second() {
            synchronized (lock) {
                count++;
            }
        }

        @Override
        int outcome() {
            return count;
        }
    }

    // To await is to give the lock away.
    // Outcomes: 11, 12
    static final class AwaitGivesAway extends Experiment {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition condition = lock.newCondition();
        private int x;
        private int seen;

        @Override
        void first() throws InterruptedException {
            lock.lock();
            x = 1;
            seen = x * 10;
            condition.awaitNanos(100_000);
            seen += x;
            lock.unlock();
        }

        @Override
        void second() {
            lock.lock();
            if (x == 1) {
                x = 2;
            }
            lock.unlock();
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // A signal that comes before the wait is lost.
    // Outcomes: 1, deadlock
    static final class SignalledTooEarly extends Experiment {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition condition = lock.newCondition();
        private int seen;

        @Override
        void first() throws InterruptedException {
            lock.lock();
            condition.await();
            seen = 1;
            lock.unlock();
        }

        @Override
        void second() {
            lock.lock();
            condition.signal();
            lock.unlock();
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // An optimistic read that is valid saw the pair as a whole.
    // Outcomes: 0, 11, 99
    static final class Optimistic extends Experiment {
        private final StampedLock lock = new StampedLock();
        private int x;
        private int y;
        private int seen;

        @Override
        void first() {
            long stamp = lock.writeLock();
            x = 1;
            y = 1;
            lock.unlockWrite(stamp);
        }

        @Override
        void second() {
            long stamp = lock.tryOptimisticRead();
            int a = x;
            int b = y;
            seen = lock.validate(stamp) ? a * 10 + b : 99;
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // Who does not own the lock cannot give it back; who comes later still finds it taken.
    // Outcomes: 2000
    static final class UnlockOfAnother extends Experiment {
        private final ReentrantLock lock = new ReentrantLock();

        @Override
        void first() {
            lock.lock();
            lock.unlock();
        }

        @Override
        void second() {
            lock.unlock();
        }

        @Override
        int outcome() {
            return 0;
        }
    }

    // A permit given before the park is kept, two are one.
    // Outcomes: 1, deadlock
    static final class TwoUnparks extends Experiment {
        private int seen;

        @Override
        void first() {
            LockSupport.park();
            LockSupport.park();
            seen = 1;
        }

        @Override
        void second() {
            LockSupport.unpark(threads[0]);
            LockSupport.unpark(threads[0]);
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // The count is seen at any moment; the await ends only with it.
    // Outcomes: 0, 10, 20
    static final class LatchAsked extends Experiment {
        private final CountDownLatch latch = new CountDownLatch(2);
        private int seen;

        @Override
        void first() {
            latch.countDown();
            latch.countDown();
        }

        @Override
        void second() throws InterruptedException {
            seen = (int) latch.getCount() * 10;
            latch.await();
            seen += (int) latch.getCount();
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // A look and a set that belong together do not for an atomic either.
    // Outcomes: 1, 2
    static final class AtomicInTwoSteps extends Experiment {
        private final AtomicInteger count = new AtomicInteger();

        @Override
        void first() {
            count.set(count.get() + 1);
        }

        @Override
        void second() {
            count.incrementAndGet();
        }

        @Override
        int outcome() {
            return count.get();
        }
    }

    static final class Box {
        int value;
    }

    // Whose box it becomes is decided once; what is in it both write.
    // Outcomes: 1, 2
    static final class AtomicHandOver extends Experiment {
        private final AtomicReference<Box> reference = new AtomicReference<>();

        private void raise() {
            Box mine = new Box();
            Box box = reference.compareAndSet(null, mine) ? mine : reference.get();
            box.value++;
        }

        @Override
        void first() {
            raise();
        }

        @Override
        void second() {
            raise();
        }

        @Override
        int outcome() {
            return reference.get().value;
        }
    }
}
