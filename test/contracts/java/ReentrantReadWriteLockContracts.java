import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** java.util.concurrent.locks.ReentrantReadWriteLock, ReadWriteLock */
final class ReentrantReadWriteLockContracts extends Contract {
    /** Several threads can read at once. */
    static void readersShare() throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.readLock().lock();
        join(start(() -> {
            lock.readLock().lock();
            same(2, lock.getReadLockCount());
            lock.readLock().unlock();
        }));
        same(1, lock.getReadLockCount());
    }

    /** Who writes keeps readers and writers out. */
    static void writerExcludes() throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.writeLock().lock();
        join(start(() -> {
            check(!lock.readLock().tryLock(), "somebody writes");
            check(!lock.writeLock().tryLock(), "somebody writes");
        }));
    }

    /** Who reads keeps writers out. */
    static void readerExcludesWriter() throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.readLock().lock();
        join(start(() -> check(!lock.writeLock().tryLock(), "somebody reads")));
    }

    /** A reader never sees half of what a writer does. */
    static void atomicity() throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        int[] data = new int[2];
        Body read = () -> {
            lock.readLock().lock();
            same(data[0], data[1]);
            lock.readLock().unlock();
        };
        together(read, () -> {
            lock.writeLock().lock();
            data[0]++;
            data[1]++;
            lock.writeLock().unlock();
        });
    }

    /** A writer can read as well, and keep the read lock when it ceases to write. */
    static void downgrade() throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.writeLock().lock();
        lock.readLock().lock();
        lock.writeLock().unlock();
        same(1, lock.getReadHoldCount());
        check(!lock.isWriteLocked(), "nobody writes");
        join(start(() -> {
            check(lock.readLock().tryLock(), "others can read");
            lock.readLock().unlock();
        }));
    }

    /** A reader cannot become a writer. */
    static void noUpgrade() {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.readLock().lock();
        check(!lock.writeLock().tryLock(), "its own reading is in the way");
    }

    /** A reader that waits to write waits for ever, unless its time runs out. */
    static void upgradeTimesOut() throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.readLock().lock();
        check(!lock.writeLock().tryLock(1, TimeUnit.MILLISECONDS), "its own reading is in the way");
        lock.readLock().unlock();
        check(lock.writeLock().tryLock(), "free");
    }

    /** Both locks are reentrant, and held until they are unlocked as often. */
    static void reentrant() {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.readLock().lock();
        lock.readLock().lock();
        same(2, lock.getReadHoldCount());
        same(2, lock.getReadLockCount());
        lock.readLock().unlock();
        lock.readLock().unlock();
        lock.writeLock().lock();
        lock.writeLock().lock();
        same(2, lock.getWriteHoldCount());
        same(2, lock.writeLock().getHoldCount());
        lock.writeLock().unlock();
        check(lock.isWriteLockedByCurrentThread(), "once more");
        lock.writeLock().unlock();
        check(!lock.isWriteLocked(), "free");
    }

    /** Only threads that hold a lock may unlock it. */
    static void unlockByOthers() throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        thrown(IllegalMonitorStateException.class, lock.readLock()::unlock);
        thrown(IllegalMonitorStateException.class, lock.writeLock()::unlock);
        lock.readLock().lock();
        join(start(() -> thrown(IllegalMonitorStateException.class, lock.readLock()::unlock)));
        lock.readLock().unlock();
        lock.writeLock().lock();
        join(start(() -> thrown(IllegalMonitorStateException.class, lock.writeLock()::unlock)));
    }

    /** The read lock has no conditions. */
    static void readCondition() {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        thrown(UnsupportedOperationException.class, lock.readLock()::newCondition);
    }

    /** A condition of the write lock waits without the lock and has it back in the end. */
    static void writeCondition() throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        Condition condition = lock.writeLock().newCondition();
        boolean[] ready = new boolean[1];
        Thread t = start(() -> {
            lock.writeLock().lock();
            ready[0] = true;
            condition.signal();
            lock.writeLock().unlock();
        });
        lock.writeLock().lock();
        while (!ready[0]) condition.await();
        check(lock.isWriteLockedByCurrentThread(), "held again");
        lock.writeLock().unlock();
        join(t);
    }

    /** A thread that is signalled has the write lock back only when no other thread reads. */
    static void conditionBesideReaders() throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        Condition condition = lock.writeLock().newCondition();
        boolean[] ready = new boolean[1];
        int[] data = new int[1];
        Thread t = start(() -> {
            lock.writeLock().lock();
            while (!ready[0]) condition.await();
            same(0, lock.getReadLockCount());
            data[0]++;
            lock.writeLock().unlock();
        });
        lock.writeLock().lock();
        ready[0] = true;
        condition.signal();
        lock.readLock().lock();
        lock.writeLock().unlock();
        same(data[0], data[0]);
        int before = data[0];
        Thread.yield();
        same(before, data[0]);
        lock.readLock().unlock();
        join(t);
    }

    /** The same after a wait whose time ran out, or that was interrupted. */
    static void endedConditionBesideReaders() throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        Condition condition = lock.writeLock().newCondition();
        int[] readers = new int[1];
        Thread t = start(() -> {
            lock.writeLock().lock();
            outcome(() -> condition.await(1, TimeUnit.MILLISECONDS));
            same(0, readers[0]);
            check(lock.isWriteLockedByCurrentThread(), "held again");
            lock.writeLock().unlock();
        });
        lock.readLock().lock();
        readers[0] = 1;
        t.interrupt();
        readers[0] = 0;
        lock.readLock().unlock();
        join(t);
    }

    /** A writer that reads as well and waits for a condition gives up the write lock only. */
    static void conditionKeepsReading() throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        Condition condition = lock.writeLock().newCondition();
        lock.writeLock().lock();
        lock.readLock().lock();
        // Its own reading keeps the thread from having the write lock back, so nothing waits here.
        Thread.currentThread().interrupt();
        thrown(InterruptedException.class, condition::await);
        same(1, lock.getReadHoldCount());
        same(1, lock.getWriteHoldCount());
    }

    /** tryLock of the read lock goes past waiting writers. */
    static void tryReadBarges() throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);
        lock.readLock().lock();
        Thread t = start(() -> {
            lock.writeLock().lock();
            lock.writeLock().unlock();
        });
        while (!lock.hasQueuedThread(t)) Thread.yield();
        join(start(() -> {
            check(lock.readLock().tryLock(), "nobody writes");
            lock.readLock().unlock();
        }));
        lock.readLock().unlock();
        join(t);
    }

    /** A new reader of a fair lock waits behind a waiting writer. */
    static void fairReaderWaits() throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);
        List<String> order = new ArrayList<>();
        lock.readLock().lock();
        Thread w = start(() -> {
            lock.writeLock().lock();
            order.add("writer");
            lock.writeLock().unlock();
        });
        while (!lock.hasQueuedThread(w)) Thread.yield();
        Thread r = start(() -> {
            lock.readLock().lock();
            order.add("reader");
            lock.readLock().unlock();
        });
        while (!lock.hasQueuedThread(r)) Thread.yield();
        lock.readLock().unlock();
        join(w, r);
        same("[writer, reader]", order.toString());
    }

    /** A reader of a fair lock that reads already may do so again, past a waiting writer. */
    static void fairReentrantReader() throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);
        lock.readLock().lock();
        Thread w = start(() -> {
            lock.writeLock().lock();
            lock.writeLock().unlock();
        });
        while (!lock.hasQueuedThread(w)) Thread.yield();
        lock.readLock().lock();
        same(2, lock.getReadHoldCount());
        lock.readLock().unlock();
        lock.readLock().unlock();
        join(w);
    }

    /** Writers of a fair lock write in the order in which they came. */
    static void fairWriters() throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);
        List<Integer> order = new ArrayList<>();
        lock.writeLock().lock();
        Thread a = start(() -> {
            lock.writeLock().lock();
            order.add(1);
            lock.writeLock().unlock();
        });
        while (!lock.hasQueuedThread(a)) Thread.yield();
        Thread b = start(() -> {
            lock.writeLock().lock();
            order.add(2);
            lock.writeLock().unlock();
        });
        while (!lock.hasQueuedThread(b)) Thread.yield();
        lock.writeLock().unlock();
        join(a, b);
        same("[1, 2]", order.toString());
    }

    /** A timed tryLock of a fair lock stays behind waiting threads, even with no time at all. */
    static void timedTryIsFair() throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);
        lock.readLock().lock();
        Thread w = start(() -> {
            lock.writeLock().lock();
            lock.writeLock().unlock();
        });
        while (!lock.hasQueuedThread(w)) Thread.yield();
        join(start(() -> check(!lock.readLock().tryLock(0, TimeUnit.SECONDS), "a writer is in front")));
        lock.readLock().unlock();
        join(w);
    }

    /** lockInterruptibly of both locks throws for a thread that is interrupted. */
    static void interruptedBefore() {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        Thread.currentThread().interrupt();
        thrown(InterruptedException.class, lock.readLock()::lockInterruptibly);
        Thread.currentThread().interrupt();
        thrown(InterruptedException.class, lock.writeLock()::lockInterruptibly);
        Thread.currentThread().interrupt();
        thrown(InterruptedException.class, () -> lock.readLock().tryLock(1, TimeUnit.SECONDS));
        Thread.currentThread().interrupt();
        thrown(InterruptedException.class, () -> lock.writeLock().tryLock(1, TimeUnit.SECONDS));
        same(0, lock.getReadLockCount());
        check(!lock.isWriteLocked(), "not locked");
    }

    /** An interrupt ends a wait for the read lock. */
    static void interruptedReader() throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.writeLock().lock();
        Thread t = start(() -> thrown(InterruptedException.class, lock.readLock()::lockInterruptibly));
        t.interrupt();
        join(t);
        lock.writeLock().unlock();
    }

    /** An interrupt ends a wait for the write lock, and readers behind the writer go on. */
    static void interruptedWriter() throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.readLock().lock();
        Thread w = start(() -> thrown(InterruptedException.class, lock.writeLock()::lockInterruptibly));
        Thread r = start(() -> {
            lock.readLock().lock();
            lock.readLock().unlock();
        });
        w.interrupt();
        join(w, r);
        lock.readLock().unlock();
    }

    /** The queue says who waits, readers and writers. */
    static void queue() throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.writeLock().lock();
        check(!lock.hasQueuedThreads(), "nobody waits");
        Thread r = start(() -> {
            lock.readLock().lock();
            lock.readLock().unlock();
        });
        while (!lock.hasQueuedThread(r)) Thread.yield();
        same(1, lock.getQueueLength());
        lock.writeLock().unlock();
        join(r);
        check(!lock.hasQueuedThreads(), "nobody waits any more");
    }

    /** Whether a lock is fair is what its constructor was told. */
    static void fairness() {
        check(!new ReentrantReadWriteLock().isFair(), "not by default");
        check(new ReentrantReadWriteLock(true).isFair(), "fair");
    }

    /** The locks of a pair are always the same two. */
    static void views() {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        check(lock.readLock() == lock.readLock(), "one read lock");
        check(lock.writeLock() == lock.writeLock(), "one write lock");
    }

    /** The string counts read locks and write locks. */
    static void text() {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.writeLock().lock();
        lock.readLock().lock();
        check(lock.toString().endsWith("[Write locks = 1, Read locks = 1]"), "one each");
        check(lock.readLock().toString().endsWith("[Read locks = 1]"), "one");
    }
}
