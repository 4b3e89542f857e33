package java.util.concurrent.locks;

import deadwood.internal.Gate;
import deadwood.internal.SharedGate;
import deadwood.internal.WaitSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.concurrent.TimeUnit;

/**
 * A read-write lock as one gate: the writer owns it, the readers share it. A
 * writer that has to wait for readers queues up, and new readers stay behind it.
 */
public class ReentrantReadWriteLock implements ReadWriteLock, java.io.Serializable {
    private static final long serialVersionUID = -6992448646407690164L;

    private static final int READING = Gate.NOT_OWNED_BY_OTHERS | Gate.YIELDS_TO_QUEUE;
    private static final int WRITING = Gate.NOT_OWNED_BY_OTHERS | Gate.EQUAL | Gate.QUEUES;

    private final SharedGate gate = new SharedGate();
    private final boolean fair;
    private final ReadLock reader;
    private final WriteLock writer;

    public ReentrantReadWriteLock() {
        this(false);
    }

    public ReentrantReadWriteLock(boolean fair) {
        this.fair = fair;
        reader = new ReadLock(this);
        writer = new WriteLock(this);
    }

    @Override
    public WriteLock writeLock() {
        return writer;
    }

    @Override
    public ReadLock readLock() {
        return reader;
    }

    public static class ReadLock implements Lock, java.io.Serializable {
        private static final long serialVersionUID = -5992448646407690164L;

        private final SharedGate gate;
        private final int conditions;

        protected ReadLock(ReentrantReadWriteLock lock) {
            gate = lock.gate;
            conditions = lock.fair ? READING | Gate.FAIR : READING;
        }

        @Override
        public void lock() {
            Gate.passSurely(gate, conditions, 0);
            gate.change(1);
            Gate.leave();
        }

        @Override
        public void lockInterruptibly() throws InterruptedException {
            Gate.passInterruptibly(gate, conditions, 0, Gate.FOREVER);
            gate.change(1);
            Gate.leave();
        }

        @Override
        public boolean tryLock() {
            if (!Gate.tryPass(gate, Gate.NOT_OWNED_BY_OTHERS, 0)) return false;
            gate.change(1);
            Gate.leave();
            return true;
        }

        @Override
        public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
            if (!Gate.passInterruptibly(gate, conditions, 0, unit.toNanos(timeout))) return false;
            gate.change(1);
            Gate.leave();
            return true;
        }

        @Override
        public void unlock() {
            Gate.enter(gate);
            boolean isMine = gate.mine() > 0;
            if (isMine) gate.change(-1);
            Gate.leave();
            if (!isMine) {
                throw new IllegalMonitorStateException("attempt to unlock read lock, not locked by current thread");
            }
        }

        @Override
        public Condition newCondition() {
            throw new UnsupportedOperationException();
        }

        @Override
        public String toString() {
            return super.toString() + "[Read locks = " + Gate.look(gate) + "]";
        }
    }

    public static class WriteLock implements Lock, java.io.Serializable {
        private static final long serialVersionUID = -4992448646407690164L;

        private final SharedGate gate;
        private final int conditions;

        protected WriteLock(ReentrantReadWriteLock lock) {
            gate = lock.gate;
            conditions = lock.fair ? WRITING | Gate.FAIR : WRITING;
        }

        @Override
        public void lock() {
            Gate.passSurely(gate, conditions, 0);
            Gate.own(gate, 1);
            Gate.leave();
        }

        @Override
        public void lockInterruptibly() throws InterruptedException {
            Gate.passInterruptibly(gate, conditions, 0, Gate.FOREVER);
            Gate.own(gate, 1);
            Gate.leave();
        }

        @Override
        public boolean tryLock() {
            if (!Gate.tryPass(gate, WRITING, 0)) return false;
            Gate.own(gate, 1);
            Gate.leave();
            return true;
        }

        @Override
        public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
            if (!Gate.passInterruptibly(gate, conditions, 0, unit.toNanos(timeout))) return false;
            Gate.own(gate, 1);
            Gate.leave();
            return true;
        }

        @Override
        public void unlock() {
            if (!Gate.disown(gate)) throw new IllegalMonitorStateException();
        }

        @Override
        public Condition newCondition() {
            return new WaitSet(gate, conditions, false);
        }

        public boolean isHeldByCurrentThread() {
            return Gate.holds(gate) != 0;
        }

        public int getHoldCount() {
            return Gate.holds(gate);
        }

        @Override
        public String toString() {
            Thread owner = Gate.owner(gate);
            return super.toString() + (owner == null ? "[Unlocked]" : "[Locked by thread " + owner.getName() + "]");
        }
    }

    public final boolean isFair() {
        return fair;
    }

    protected Thread getOwner() {
        return Gate.owner(gate);
    }

    public int getReadLockCount() {
        return Gate.look(gate);
    }

    public boolean isWriteLocked() {
        return Gate.owner(gate) != null;
    }

    public boolean isWriteLockedByCurrentThread() {
        return Gate.holds(gate) != 0;
    }

    public int getWriteHoldCount() {
        return Gate.holds(gate);
    }

    public int getReadHoldCount() {
        Gate.enter(gate);
        int holds = gate.mine();
        Gate.leave();
        return holds;
    }

    protected Collection<Thread> getQueuedWriterThreads() {
        return queued(true);
    }

    protected Collection<Thread> getQueuedReaderThreads() {
        return queued(false);
    }

    private Collection<Thread> queued(boolean writers) {
        ArrayList<Thread> threads = new ArrayList<>();
        for (Thread thread : Gate.waiting(gate)) if (Gate.queues(thread) == writers) threads.add(thread);
        return threads;
    }

    protected Collection<Thread> getQueuedThreads() {
        return new ArrayList<>(Arrays.asList(Gate.waiting(gate)));
    }

    public final boolean hasQueuedThreads() {
        return Gate.waiting(gate).length != 0;
    }

    public final boolean hasQueuedThread(Thread thread) {
        if (thread == null) throw new NullPointerException();
        for (Thread other : Gate.waiting(gate)) if (other == thread) return true;
        return false;
    }

    public final int getQueueLength() {
        return Gate.waiting(gate).length;
    }

    public boolean hasWaiters(Condition condition) {
        return getWaitingThreads(condition).size() != 0;
    }

    public int getWaitQueueLength(Condition condition) {
        return getWaitingThreads(condition).size();
    }

    protected Collection<Thread> getWaitingThreads(Condition condition) {
        if (condition == null) throw new NullPointerException();
        if (!(condition instanceof WaitSet set) || !set.isOf(gate)) throw new IllegalArgumentException("not owner");
        return set.threads();
    }

    @Override
    public String toString() {
        return super.toString() + "[Write locks = " + Gate.entries(gate) + ", Read locks = " + Gate.look(gate) + "]";
    }
}
