package java.util.concurrent.locks;

import deadwood.internal.Gate;
import deadwood.internal.WaitSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.concurrent.TimeUnit;

/**
 * A lock as one gate: its monitor is the lock. Who gets a free lock is open, for
 * a fair one too, as long as nobody can tell which threads came first.
 *
 * The locks that the JDK's own queues and executors keep for themselves go
 * further: all from lock to unlock is one section, so that an operation of such
 * a queue is one step.
 */
public class ReentrantLock implements Lock, java.io.Serializable {
    private static final long serialVersionUID = 7373984872572414699L;

    private final Gate gate = new Gate(0);
    private final boolean fair;
    private final boolean internal = Gate.isInternal();
    private final int conditions;

    public ReentrantLock() {
        this(false);
    }

    public ReentrantLock(boolean fair) {
        this.fair = fair;
        conditions = fair && !internal ? Gate.NOT_OWNED_BY_OTHERS | Gate.FAIR : Gate.NOT_OWNED_BY_OTHERS;
    }

    @Override
    public void lock() {
        Gate.passSurely(gate, conditions, 0);
        own();
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        Gate.passInterruptibly(gate, conditions, 0, Gate.FOREVER);
        own();
    }

    @Override
    public boolean tryLock() {
        if (!Gate.tryPass(gate, Gate.NOT_OWNED_BY_OTHERS, 0)) return false;
        own();
        return true;
    }

    @Override
    public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
        if (!Gate.passInterruptibly(gate, conditions, 0, unit.toNanos(timeout))) return false;
        own();
        return true;
    }

    /** Ends the section in which the lock was found free. */
    private void own() {
        Gate.own(gate, 1);
        if (!internal) Gate.leave();
    }

    @Override
    public void unlock() {
        if (!Gate.disown(gate)) throw new IllegalMonitorStateException();
        if (internal) Gate.leave();
    }

    @Override
    public Condition newCondition() {
        return new WaitSet(gate, conditions, internal);
    }

    public int getHoldCount() {
        return Gate.holds(gate);
    }

    public boolean isHeldByCurrentThread() {
        return Gate.holds(gate) != 0;
    }

    public boolean isLocked() {
        return Gate.owner(gate) != null;
    }

    public final boolean isFair() {
        return fair;
    }

    protected Thread getOwner() {
        return Gate.owner(gate);
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

    protected Collection<Thread> getQueuedThreads() {
        return new ArrayList<>(Arrays.asList(Gate.waiting(gate)));
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
        Thread owner = Gate.owner(gate);
        return super.toString() + (owner == null ? "[Unlocked]" : "[Locked by thread " + owner.getName() + "]");
    }
}
