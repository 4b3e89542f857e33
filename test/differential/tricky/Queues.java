import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Who waits for a lock, asked by others: before a thread has begun to wait, while it does, and after it could go on. */
final class Queues {
    private Queues() {
    }

    // Who has waited is in the queue until it has the lock, free as that may be.
    // Outcomes: 1, 2
    static final class QueuedAtFreeLock extends Experiment {
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
            lock.unlock();
            seen = lock.hasQueuedThreads() ? 2 : 1;
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // To be about to call lock is not to wait.
    // Outcomes: 0, 10, 11
    static final class NotQueuedYet extends Experiment {
        private final ReentrantLock lock = new ReentrantLock();
        private volatile int flag;
        private int seen;

        @Override
        void first() {
            flag = 10;
            lock.lock();
            lock.unlock();
        }

        @Override
        void second() {
            lock.lock();
            seen = flag;
            if (seen != 0 && lock.hasQueuedThread(threads[0])) {
                seen++;
            }
            lock.unlock();
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // Once in the queue, a thread stays there as long as the lock is held.
    // Outcomes: 0, 1, 11
    static final class QueuedForGood extends Experiment {
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
            seen = lock.getQueueLength() * 10;
            seen += lock.getQueueLength();
            lock.unlock();
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // Who is signalled waits no more for the condition, and does for the lock.
    // Outcomes: 101, 500
    static final class SignalledIntoQueue extends Experiment {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition condition = lock.newCondition();
        private boolean isReady;
        private int seen;

        @Override
        void first() throws InterruptedException {
            lock.lock();
            if (!isReady) {
                condition.await();
            }
            lock.unlock();
        }

        @Override
        void second() {
            lock.lock();
            isReady = true;
            if (lock.hasWaiters(condition)) {
                condition.signal();
                seen = 100 + lock.getWaitQueueLength(condition) * 10 + lock.getQueueLength();
            } else {
                seen = 500;
            }
            lock.unlock();
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // Whose time is over has the lock back at once where nobody else has it, and was never in the queue.
    // Outcomes: 0
    static final class TimedOutAtFreeLock extends Experiment {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition condition = lock.newCondition();
        private int seen;

        @Override
        void first() throws InterruptedException {
            lock.lock();
            condition.awaitNanos(1);
            lock.unlock();
        }

        @Override
        void second() {
            seen = lock.getQueueLength();
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // Whose time is over while another has the lock queues up.
    // Outcomes: 0, 1
    static final class TimedOutIntoQueue extends Experiment {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition condition = lock.newCondition();
        private int seen;

        @Override
        void first() throws InterruptedException {
            lock.lock();
            condition.awaitNanos(1);
            lock.unlock();
        }

        @Override
        void second() {
            lock.lock();
            if (lock.hasWaiters(condition)) {
                seen = lock.getQueueLength();
            }
            lock.unlock();
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // Whose time is over goes behind those that wait for a fair lock already.
    // Outcomes: 0, 31
    static final class TimedOutBehindOthers extends Experiment {
        private final ReentrantLock lock = new ReentrantLock(true);
        private final Condition condition = lock.newCondition();
        private boolean isBehind;
        private int order;

        @Override
        void first() throws InterruptedException {
            lock.lock();
            condition.awaitNanos(1);
            order = order * 10 + 1;
            lock.unlock();
        }

        @Override
        void second() {
            lock.lock();
            isBehind = lock.hasQueuedThreads() && lock.hasWaiters(condition);
            lock.unlock();
        }

        @Override
        void third() {
            lock.lock();
            order = order * 10 + 3;
            lock.unlock();
        }

        @Override
        int count() {
            return 3;
        }

        @Override
        int outcome() {
            return isBehind ? order : 0;
        }
    }

    // Whoever waits for a while only is in the queue meanwhile.
    // Outcomes: 0, 1, 10, 11
    static final class QueuedForAWhile extends Experiment {
        private final ReentrantLock lock = new ReentrantLock();
        private int seen;
        private int failed;

        @Override
        void first() throws InterruptedException {
            if (lock.tryLock(1, TimeUnit.MINUTES)) {
                lock.unlock();
            } else {
                failed = 10;
            }
        }

        @Override
        void second() {
            lock.lock();
            seen = lock.hasQueuedThreads() ? 1 : 0;
            lock.unlock();
        }

        @Override
        int outcome() {
            return seen + failed;
        }
    }

    // A permit is there, and who waited for it has not taken it yet.
    // Outcomes: 0, 1, 10, 11
    static final class QueuedForAPermit extends Experiment {
        private final Semaphore semaphore = new Semaphore(0);
        private int seen;

        @Override
        void first() {
            semaphore.acquireUninterruptibly();
        }

        @Override
        void second() {
            seen = semaphore.hasQueuedThreads() ? 10 : 0;
            semaphore.release();
            seen += semaphore.getQueueLength();
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // A reader and a writer behind a writer: each is there or not.
    // Outcomes: 0, 1, 2
    static final class QueuedForWriting extends Experiment {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        private int seen;

        @Override
        void first() {
            lock.writeLock().lock();
            seen = lock.getQueueLength();
            lock.writeLock().unlock();
        }

        @Override
        void second() {
            lock.readLock().lock();
            lock.readLock().unlock();
        }

        @Override
        void third() {
            lock.writeLock().lock();
            lock.writeLock().unlock();
        }

        @Override
        int count() {
            return 3;
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // A reader that waits behind a writer, and in front of another writer, is inside before that one.
    // Outcomes: 0, 1, 2, 3
    static final class ReaderBetweenWriters extends Experiment {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        private int seen;
        private int order;

        @Override
        void first() {
            lock.writeLock().lock();
            seen = lock.getQueueLength() == 2 ? 2 : 0;
            lock.writeLock().unlock();
        }

        @Override
        void second() {
            lock.readLock().lock();
            order = 1;
            lock.readLock().unlock();
        }

        @Override
        void third() {
            lock.writeLock().lock();
            order = 0;
            lock.writeLock().unlock();
        }

        @Override
        int count() {
            return 3;
        }

        @Override
        int outcome() {
            return seen + order;
        }
    }

    // Without the lock one can ask too; who waits is there from the time the other has the lock.
    // Outcomes: 0, 1
    static final class AskedByAnother extends Experiment {
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
            lock.unlock();
        }

        @Override
        void third() {
            seen = lock.getQueueLength();
        }

        @Override
        int count() {
            return 3;
        }

        @Override
        int outcome() {
            return seen;
        }
    }
}
