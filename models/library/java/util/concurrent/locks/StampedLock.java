package java.util.concurrent.locks;

import deadwood.internal.Gate;
import deadwood.internal.SharedGate;
import java.util.concurrent.TimeUnit;

/**
 * A stamped lock as one gate, whose value is the number of readers, -1 while
 * somebody writes. Stamps are made as the JDK makes them: the low 7 bits count
 * readers, the next says that somebody writes, the rest grows with each writing.
 * There can be more readers than their bits can count: the bits stay at the most they count to then.
 */
public class StampedLock implements java.io.Serializable {
    private static final long serialVersionUID = -6001602636862214147L;

    private static final long READERS = 127;
    private static final long WRITING = 128;
    private static final long MOST_READERS = 126;
    /** With more readers than that, or a writer, nobody goes past those that wait. */
    private static final long EASY_READERS = 63;
    private static final long MODE = READERS | WRITING;
    private static final long FIRST = 256;

    private final SharedGate gate = new SharedGate();
    private transient long state = FIRST;

    public StampedLock() {
    }

    /** Nobody has the copy. */
    private void readObject(java.io.ObjectInputStream in) throws java.io.IOException, ClassNotFoundException {
        in.defaultReadObject();
        state = FIRST;
    }

    // Inside a section: each ends it.

    private long beginWriting() {
        gate.value = -1;
        long stamp = state |= WRITING;
        Gate.lend(gate, 1);
        Gate.leave();
        return stamp;
    }

    private long beginReading() {
        if (gate.value++ < MOST_READERS) state++;
        long stamp = state;
        Gate.lend(gate, 1);
        Gate.leave();
        return stamp;
    }

    /** What is left then, without readers. */
    private long endWriting() {
        gate.value = 0;
        state += WRITING;
        if (state == 0) state = FIRST;
        long left = state;
        Gate.lend(gate, -1);
        Gate.leave();
        return left;
    }

    private long endReading() {
        if (--gate.value < MOST_READERS) state--;
        long left = state & ~READERS;
        Gate.lend(gate, -1);
        Gate.leave();
        return left;
    }

    /** True when the stamp is of the present version, apart from the count of readers. */
    private boolean isCurrent(long stamp) {
        return (state & ~READERS) == (stamp & ~READERS);
    }

    private boolean pass(boolean writes, long nanos) throws InterruptedException {
        // Who wants to read within a time goes behind everybody who waits, to read as well.
        return writes
            ? Gate.passInterruptibly(gate, Gate.EQUAL | Gate.QUEUES, 0, nanos)
            : Gate.passInterruptibly(gate, Gate.AT_LEAST | Gate.YIELDS_TO_QUEUE | Gate.FAIR, 0, nanos);
    }

    public long writeLock() {
        Gate.passSurely(gate, Gate.EQUAL | Gate.QUEUES, 0);
        return beginWriting();
    }

    public long tryWriteLock() {
        return Gate.tryPass(gate, Gate.EQUAL, 0) ? beginWriting() : 0;
    }

    public long tryWriteLock(long time, TimeUnit unit) throws InterruptedException {
        return pass(true, unit.toNanos(time)) ? beginWriting() : 0;
    }

    public long writeLockInterruptibly() throws InterruptedException {
        pass(true, Gate.FOREVER);
        return beginWriting();
    }

    public long readLock() {
        // The first attempt goes past those that wait. It fails when the state changes in the meantime.
        Gate.enter(gate);
        long seen = state;
        Gate.leave();
        if ((seen & MODE) <= EASY_READERS) {
            Gate.enter(gate);
            if (state == seen) return beginReading();
            Gate.leave();
        }
        Gate.passSurely(gate, Gate.AT_LEAST | Gate.YIELDS_TO_QUEUE, 0);
        return beginReading();
    }

    public long tryReadLock() {
        return Gate.tryPass(gate, Gate.AT_LEAST, 0) ? beginReading() : 0;
    }

    public long tryReadLock(long time, TimeUnit unit) throws InterruptedException {
        return pass(false, unit.toNanos(time)) ? beginReading() : 0;
    }

    public long readLockInterruptibly() throws InterruptedException {
        Gate.passInterruptibly(gate, Gate.AT_LEAST, 0, Gate.FOREVER);
        return beginReading();
    }

    public long tryOptimisticRead() {
        long now = state;
        return (now & WRITING) == 0 ? now & ~READERS : 0;
    }

    public boolean validate(long stamp) {
        return isCurrent(stamp) && stamp != 0;
    }

    public void unlockWrite(long stamp) {
        Gate.enter(gate);
        boolean isHeld = (stamp & WRITING) != 0 && state == stamp;
        if (isHeld) endWriting();
        else refuse();
    }

    public void unlockRead(long stamp) {
        Gate.enter(gate);
        if (isReadBy(stamp)) endReading();
        else refuse();
    }

    public void unlock(long stamp) {
        if ((stamp & WRITING) != 0) unlockWrite(stamp);
        else unlockRead(stamp);
    }

    private boolean isReadBy(long stamp) {
        return (stamp & READERS) != 0 && isCurrent(stamp) && gate.value > 0;
    }

    private static void refuse() {
        Gate.leave();
        throw new IllegalMonitorStateException();
    }

    public long tryConvertToWriteLock(long stamp) {
        Gate.enter(gate);
        if (isCurrent(stamp) && stamp != 0) {
            long mode = stamp & MODE;
            if (mode == 0 && gate.value == 0) return beginWriting();
            if (mode == WRITING && state == stamp) return left(stamp);
            if (mode != 0 && mode != WRITING && gate.value == 1) {
                state--;
                Gate.lend(gate, -1);
                return beginWriting();
            }
        }
        return left(0);
    }

    public long tryConvertToReadLock(long stamp) {
        Gate.enter(gate);
        if (isCurrent(stamp) && stamp != 0) {
            long mode = stamp & MODE;
            if (mode == WRITING && state == stamp) {
                state += WRITING;
                if (state == 0) state = FIRST;
                gate.value = 0;
                Gate.lend(gate, -1);
                return beginReading();
            }
            if (mode == 0) return beginReading();
            if (mode != WRITING && gate.value > 0) return left(stamp);
        }
        return left(0);
    }

    public long tryConvertToOptimisticRead(long stamp) {
        Gate.enter(gate);
        if (isCurrent(stamp) && stamp != 0) {
            long mode = stamp & MODE;
            if (mode == WRITING && state == stamp) return endWriting();
            if (mode == 0) return left(stamp);
            if (mode != WRITING && gate.value > 0) return endReading();
        }
        return left(0);
    }

    private static long left(long stamp) {
        Gate.leave();
        return stamp;
    }

    public boolean tryUnlockWrite() {
        Gate.enter(gate);
        boolean isHeld = gate.value < 0;
        if (isHeld) endWriting();
        else Gate.leave();
        return isHeld;
    }

    public boolean tryUnlockRead() {
        Gate.enter(gate);
        boolean isHeld = gate.value > 0;
        if (isHeld) endReading();
        else Gate.leave();
        return isHeld;
    }

    public boolean isWriteLocked() {
        return gate.value < 0;
    }

    public boolean isReadLocked() {
        return gate.value > 0;
    }

    public int getReadLockCount() {
        return Math.max(gate.value, 0);
    }

    public static boolean isWriteLockStamp(long stamp) {
        return (stamp & MODE) == WRITING;
    }

    public static boolean isReadLockStamp(long stamp) {
        return (stamp & READERS) != 0;
    }

    public static boolean isLockStamp(long stamp) {
        return (stamp & MODE) != 0;
    }

    public static boolean isOptimisticReadStamp(long stamp) {
        return (stamp & MODE) == 0 && stamp != 0;
    }

    @Override
    public String toString() {
        int value = gate.value;
        String text = value < 0 ? "[Write-locked]" : value == 0 ? "[Unlocked]" : "[Read-locks:" + value + "]";
        return super.toString() + text;
    }

    public Lock asReadLock() {
        return new View(false);
    }

    public Lock asWriteLock() {
        return new View(true);
    }

    public ReadWriteLock asReadWriteLock() {
        return new ReadWriteLock() {
            @Override
            public Lock readLock() {
                return asReadLock();
            }

            @Override
            public Lock writeLock() {
                return asWriteLock();
            }
        };
    }

    private final class View implements Lock {
        private final boolean writes;

        View(boolean writes) {
            this.writes = writes;
        }

        @Override
        public void lock() {
            if (writes) writeLock();
            else readLock();
        }

        @Override
        public void lockInterruptibly() throws InterruptedException {
            if (writes) writeLockInterruptibly();
            else readLockInterruptibly();
        }

        @Override
        public boolean tryLock() {
            return (writes ? tryWriteLock() : tryReadLock()) != 0;
        }

        @Override
        public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
            return (writes ? tryWriteLock(time, unit) : tryReadLock(time, unit)) != 0;
        }

        @Override
        public void unlock() {
            if (!(writes ? tryUnlockWrite() : tryUnlockRead())) throw new IllegalMonitorStateException();
        }

        @Override
        public Condition newCondition() {
            throw new UnsupportedOperationException();
        }
    }
}
