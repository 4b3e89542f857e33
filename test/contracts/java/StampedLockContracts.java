import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** java.util.concurrent.locks.StampedLock */
final class StampedLockContracts extends Contract {
    /** A stamp of a lock that is held is not zero. */
    static void stamps() {
        StampedLock lock = new StampedLock();
        long write = lock.writeLock();
        check(write != 0 && lock.isWriteLocked(), "writing");
        lock.unlockWrite(write);
        long read = lock.readLock();
        check(read != 0 && lock.isReadLocked(), "reading");
        lock.unlockRead(read);
        check(!lock.isReadLocked() && !lock.isWriteLocked(), "free");
    }

    /** The lock is not reentrant: its holder cannot take it again. */
    static void notReentrant() {
        StampedLock lock = new StampedLock();
        lock.writeLock();
        same(0L, lock.tryWriteLock());
        same(0L, lock.tryReadLock());
    }

    /** Readers share the lock and keep writers out. */
    static void readersShare() {
        StampedLock lock = new StampedLock();
        long a = lock.readLock();
        long b = lock.tryReadLock();
        check(b != 0, "a second reader");
        same(2, lock.getReadLockCount());
        same(0L, lock.tryWriteLock());
        lock.unlockRead(a);
        lock.unlockRead(b);
        check(lock.tryWriteLock() != 0, "free");
    }

    /** Hundreds of read locks may be held at once, and are counted. */
    static void manyReaders() {
        StampedLock lock = new StampedLock();
        long[] stamps = new long[300];
        for (int i = 0; i < stamps.length; i++) stamps[i] = lock.readLock();
        same(300, lock.getReadLockCount());
        for (int i = 0; i < stamps.length; i++) {
            same(0L, lock.tryWriteLock());
            lock.unlockRead(stamps[i]);
        }
        check(lock.tryWriteLock() != 0, "free");
    }

    /** A stamp from which the lock was not acquired does not unlock it. */
    static void wrongStamp() {
        StampedLock lock = new StampedLock();
        thrown(IllegalMonitorStateException.class, () -> lock.unlockWrite(0));
        thrown(IllegalMonitorStateException.class, () -> lock.unlockRead(0));
        thrown(IllegalMonitorStateException.class, () -> lock.unlock(0));
        long write = lock.writeLock();
        thrown(IllegalMonitorStateException.class, () -> lock.unlockRead(write));
        thrown(IllegalMonitorStateException.class, () -> lock.unlockWrite(write + 256));
        lock.unlockWrite(write);
        thrown(IllegalMonitorStateException.class, () -> lock.unlockWrite(write));
    }

    /** unlock takes stamps of both kinds. */
    static void unlockBoth() {
        StampedLock lock = new StampedLock();
        lock.unlock(lock.writeLock());
        lock.unlock(lock.readLock());
        check(!lock.isReadLocked() && !lock.isWriteLocked(), "free");
    }

    /** Any thread may unlock with the stamp: the lock has no owner. */
    static void noOwner() throws Exception {
        StampedLock lock = new StampedLock();
        long stamp = lock.writeLock();
        join(start(() -> lock.unlockWrite(stamp)));
        check(!lock.isWriteLocked(), "free");
    }

    /** An optimistic stamp is valid until somebody writes. */
    static void optimistic() {
        StampedLock lock = new StampedLock();
        long stamp = lock.tryOptimisticRead();
        check(stamp != 0, "nobody writes");
        check(lock.validate(stamp), "nobody wrote");
        long write = lock.writeLock();
        check(!lock.validate(stamp), "somebody writes");
        lock.unlockWrite(write);
        check(!lock.validate(stamp), "somebody wrote");
    }

    /** There is no optimistic stamp while somebody writes. */
    static void optimisticWhileWriting() {
        StampedLock lock = new StampedLock();
        lock.writeLock();
        same(0L, lock.tryOptimisticRead());
    }

    /** Reading does not invalidate an optimistic stamp. */
    static void optimisticBesideReaders() {
        StampedLock lock = new StampedLock();
        long stamp = lock.tryOptimisticRead();
        long read = lock.readLock();
        check(lock.validate(stamp), "reading is no writing");
        lock.unlockRead(read);
        check(lock.validate(stamp), "reading was no writing");
    }

    /** Zero is never valid, and the stamp of a lock that is held always is. */
    static void validate() {
        StampedLock lock = new StampedLock();
        check(!lock.validate(0), "zero");
        long write = lock.writeLock();
        check(lock.validate(write), "held");
        lock.unlockWrite(write);
        check(!lock.validate(write), "let go");
        long read = lock.readLock();
        check(lock.validate(read), "held");
    }

    /** What was read optimistically is whole if the stamp is valid after it. */
    static void optimisticReader() throws Exception {
        StampedLock lock = new StampedLock();
        int[] data = new int[2];
        together(() -> {
            long stamp = lock.writeLock();
            data[0]++;
            data[1]++;
            lock.unlockWrite(stamp);
        }, () -> {
            long stamp = lock.tryOptimisticRead();
            int a = data[0];
            int b = data[1];
            if (lock.validate(stamp)) same(a, b);
        });
    }

    /** A write stamp is converted into itself. */
    static void writeToWrite() {
        StampedLock lock = new StampedLock();
        long stamp = lock.writeLock();
        same(stamp, lock.tryConvertToWriteLock(stamp));
        check(lock.isWriteLocked(), "still held");
    }

    /** A read stamp becomes a write stamp when there is no other reader. */
    static void readToWrite() {
        StampedLock lock = new StampedLock();
        long read = lock.readLock();
        long write = lock.tryConvertToWriteLock(read);
        check(write != 0 && lock.isWriteLocked() && !lock.isReadLocked(), "writing");
        lock.unlockWrite(write);
    }

    /** A read stamp cannot become a write stamp beside another reader, and is kept. */
    static void readToWriteRefused() {
        StampedLock lock = new StampedLock();
        long a = lock.readLock();
        long b = lock.readLock();
        same(0L, lock.tryConvertToWriteLock(a));
        same(2, lock.getReadLockCount());
        lock.unlockRead(b);
        check(lock.tryConvertToWriteLock(a) != 0, "alone");
    }

    /** An optimistic stamp becomes a write stamp when the lock is free, and only if it is still valid. */
    static void optimisticToWrite() {
        StampedLock lock = new StampedLock();
        long stamp = lock.tryOptimisticRead();
        long write = lock.tryConvertToWriteLock(stamp);
        check(write != 0 && lock.isWriteLocked(), "writing");
        lock.unlockWrite(write);
        same(0L, lock.tryConvertToWriteLock(stamp));
        long fresh = lock.tryOptimisticRead();
        long read = lock.readLock();
        same(0L, lock.tryConvertToWriteLock(fresh));
        lock.unlockRead(read);
    }

    /** A write stamp becomes a read stamp, and others may read then. */
    static void writeToRead() {
        StampedLock lock = new StampedLock();
        long write = lock.writeLock();
        long read = lock.tryConvertToReadLock(write);
        check(read != 0 && lock.isReadLocked() && !lock.isWriteLocked(), "reading");
        check(lock.tryReadLock() != 0, "others too");
        thrown(IllegalMonitorStateException.class, () -> lock.unlockWrite(write));
        lock.unlockRead(read);
    }

    /** A read stamp is converted into itself. */
    static void readToRead() {
        StampedLock lock = new StampedLock();
        long read = lock.readLock();
        same(read, lock.tryConvertToReadLock(read));
        same(1, lock.getReadLockCount());
    }

    /** An optimistic stamp becomes a read stamp if it is valid. */
    static void optimisticToRead() {
        StampedLock lock = new StampedLock();
        long stamp = lock.tryOptimisticRead();
        long read = lock.tryConvertToReadLock(stamp);
        check(read != 0 && lock.isReadLocked(), "reading");
        lock.unlockRead(read);
        lock.unlockWrite(lock.writeLock());
        same(0L, lock.tryConvertToReadLock(stamp));
    }

    /** Converted to optimistic, a lock that is held is let go, and the new stamp is valid. */
    static void toOptimistic() {
        StampedLock lock = new StampedLock();
        long write = lock.writeLock();
        long a = lock.tryConvertToOptimisticRead(write);
        check(a != 0 && !lock.isWriteLocked() && lock.validate(a), "let go");
        long read = lock.readLock();
        long b = lock.tryConvertToOptimisticRead(read);
        check(b != 0 && !lock.isReadLocked() && lock.validate(b), "let go");
    }

    /** A valid optimistic stamp is converted to optimistic, one that is invalid to zero. */
    static void optimisticToOptimistic() {
        StampedLock lock = new StampedLock();
        long stamp = lock.tryOptimisticRead();
        long again = lock.tryConvertToOptimisticRead(stamp);
        check(again != 0 && lock.validate(again), "valid");
        lock.unlockWrite(lock.writeLock());
        same(0L, lock.tryConvertToOptimisticRead(stamp));
        same(0L, lock.tryConvertToOptimisticRead(0));
    }

    /** Converted to optimistic beside another reader, a read stamp lets go of one read lock only. */
    static void toOptimisticBesideReaders() {
        StampedLock lock = new StampedLock();
        long a = lock.readLock();
        lock.readLock();
        long stamp = lock.tryConvertToOptimisticRead(a);
        check(lock.validate(stamp), "valid");
        same(1, lock.getReadLockCount());
        same(0L, lock.tryWriteLock());
    }

    /** The stamp of a conversion to optimistic is valid if nobody has written since, also while others come to write. */
    static String toOptimisticRace() throws Exception {
        StampedLock lock = new StampedLock();
        long write = lock.writeLock();
        Thread t = start(() -> lock.unlockWrite(lock.writeLock()));
        long stamp = lock.tryConvertToOptimisticRead(write);
        check(StampedLock.isOptimisticReadStamp(stamp), "optimistic");
        boolean isValid = lock.validate(stamp);
        join(t);
        check(!lock.validate(stamp), "somebody wrote");
        return isValid ? "valid" : "invalid";
    }

    /** A thread that reads can read again although another waits to write. */
    static void nestedReaders() throws Exception {
        StampedLock lock = new StampedLock();
        long outer = lock.readLock();
        Thread t = start(() -> lock.unlockWrite(lock.writeLock()));
        while (t.getState() != Thread.State.WAITING) Thread.yield();
        long inner = lock.readLock();
        lock.unlockRead(inner);
        lock.unlockRead(outer);
        join(t);
    }

    /** tryUnlockWrite and tryUnlockRead let go of a lock that is held, without its stamp, and say whether it was. */
    static void tryUnlock() {
        StampedLock lock = new StampedLock();
        check(!lock.tryUnlockWrite() && !lock.tryUnlockRead(), "free");
        lock.writeLock();
        check(!lock.tryUnlockRead(), "not reading");
        check(lock.tryUnlockWrite(), "writing");
        lock.readLock();
        check(!lock.tryUnlockWrite(), "not writing");
        check(lock.tryUnlockRead(), "reading");
    }

    /** Stamps tell what they are of. */
    static void kinds() {
        StampedLock lock = new StampedLock();
        long optimistic = lock.tryOptimisticRead();
        check(StampedLock.isOptimisticReadStamp(optimistic) && !StampedLock.isLockStamp(optimistic), "optimistic");
        long write = lock.writeLock();
        check(StampedLock.isWriteLockStamp(write) && StampedLock.isLockStamp(write), "write");
        check(!StampedLock.isReadLockStamp(write) && !StampedLock.isOptimisticReadStamp(write), "write");
        lock.unlockWrite(write);
        long read = lock.readLock();
        check(StampedLock.isReadLockStamp(read) && StampedLock.isLockStamp(read), "read");
        check(!StampedLock.isWriteLockStamp(read), "read");
        check(!StampedLock.isOptimisticReadStamp(0) && !StampedLock.isLockStamp(0), "zero");
    }

    /** The timed ways in take a lock that is free, and give up in the end where it is not. */
    static void timed() throws Exception {
        StampedLock lock = new StampedLock();
        long write = lock.tryWriteLock(1, TimeUnit.MILLISECONDS);
        check(write != 0, "free");
        same(0L, lock.tryReadLock(1, TimeUnit.MILLISECONDS));
        same(0L, lock.tryWriteLock(1, TimeUnit.MILLISECONDS));
        lock.unlockWrite(write);
        check(lock.tryReadLock(1, TimeUnit.MILLISECONDS) != 0, "free");
    }

    /** The interruptible ways in throw for a thread that is interrupted. */
    static void interruptedBefore() {
        StampedLock lock = new StampedLock();
        Thread.currentThread().interrupt();
        thrown(InterruptedException.class, lock::writeLockInterruptibly);
        Thread.currentThread().interrupt();
        thrown(InterruptedException.class, lock::readLockInterruptibly);
        Thread.currentThread().interrupt();
        thrown(InterruptedException.class, () -> lock.tryReadLock(1, TimeUnit.SECONDS));
        check(!Thread.interrupted(), "the flag is cleared");
        check(!lock.isReadLocked() && !lock.isWriteLocked(), "free");
    }

    /** An interrupt ends a wait for the lock. */
    static void interruptedWhileWaiting() throws Exception {
        StampedLock lock = new StampedLock();
        long stamp = lock.writeLock();
        Thread t = start(() -> thrown(InterruptedException.class, lock::readLockInterruptibly));
        t.interrupt();
        join(t);
        lock.unlockWrite(stamp);
    }

    /** writeLock waits until the reader has gone, whatever interrupts it. */
    static void writerWaits() throws Exception {
        StampedLock lock = new StampedLock();
        int[] data = new int[1];
        long read = lock.readLock();
        Thread t = start(() -> {
            long stamp = lock.writeLock();
            data[0]++;
            lock.unlockWrite(stamp);
        });
        same(0, data[0]);
        lock.unlockRead(read);
        join(t);
        same(1, data[0]);
    }

    /** The views lock and unlock the same lock, and have no conditions. */
    static void views() {
        StampedLock lock = new StampedLock();
        Lock read = lock.asReadLock();
        Lock write = lock.asWriteLock();
        read.lock();
        check(lock.isReadLocked() && !write.tryLock(), "reading");
        read.unlock();
        write.lock();
        check(lock.isWriteLocked() && !read.tryLock(), "writing");
        write.unlock();
        thrown(IllegalMonitorStateException.class, read::unlock);
        thrown(IllegalMonitorStateException.class, write::unlock);
        thrown(UnsupportedOperationException.class, read::newCondition);
        ReadWriteLock both = lock.asReadWriteLock();
        both.readLock().lock();
        check(lock.isReadLocked(), "reading");
    }

    /** The string tells what the lock is doing. */
    static void text() {
        StampedLock lock = new StampedLock();
        check(lock.toString().endsWith("[Unlocked]"), "free");
        lock.unlockWrite(written(lock));
        lock.readLock();
        check(lock.toString().endsWith("[Read-locks:1]"), "reading");
    }

    private static long written(StampedLock lock) {
        long stamp = lock.writeLock();
        check(lock.toString().endsWith("[Write-locked]"), "writing");
        return stamp;
    }
}
