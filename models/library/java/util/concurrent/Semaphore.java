package java.util.concurrent;

import deadwood.internal.Gate;
import deadwood.internal.LendingGate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;

/**
 * A semaphore as one gate: its value is the number of permits. Who gets a permit is open, for a fair one too, as long as
 * nobody can tell who came first: by asking who waits, or because some need more permits than others.
 */
public class Semaphore implements java.io.Serializable {
    private static final long serialVersionUID = -3222578661600680210L;

    private final Gate gate;
    private final boolean fair;
    private final int conditions;

    public Semaphore(int permits) {
        this(permits, false);
    }

    public Semaphore(int permits, boolean fair) {
        gate = LendingGate.of(permits);
        this.fair = fair;
        conditions = Gate.AT_LEAST | Gate.SIZED | (fair ? Gate.FAIR : 0);
    }

    public void acquire() throws InterruptedException {
        acquire(1);
    }

    public void acquire(int permits) throws InterruptedException {
        requireNatural(permits);
        Gate.passInterruptibly(gate, conditions, permits, Gate.FOREVER);
        take(permits);
    }

    public void acquireUninterruptibly() {
        acquireUninterruptibly(1);
    }

    public void acquireUninterruptibly(int permits) {
        requireNatural(permits);
        Gate.passSurely(gate, conditions, permits);
        take(permits);
    }

    public boolean tryAcquire() {
        return tryAcquire(1);
    }

    public boolean tryAcquire(int permits) {
        requireNatural(permits);
        if (!Gate.tryPass(gate, Gate.AT_LEAST, permits)) return false;
        take(permits);
        return true;
    }

    public boolean tryAcquire(long timeout, TimeUnit unit) throws InterruptedException {
        return tryAcquire(1, timeout, unit);
    }

    public boolean tryAcquire(int permits, long timeout, TimeUnit unit) throws InterruptedException {
        requireNatural(permits);
        if (!Gate.passInterruptibly(gate, conditions, permits, unit.toNanos(timeout))) return false;
        take(permits);
        return true;
    }

    /** Ends the section in which the permits were found. */
    private void take(int permits) {
        gate.value -= permits;
        Gate.lend(gate, permits);
        Gate.leave();
    }

    public void release() {
        release(1);
    }

    public void release(int permits) {
        requireNatural(permits);
        Gate.enter(gate);
        int next = gate.value + permits;
        boolean isPossible = next >= gate.value;
        if (isPossible) {
            gate.value = next;
            Gate.lend(gate, -permits);
        }
        Gate.leave();
        if (!isPossible) throw new Error("Maximum permit count exceeded");
    }

    private static void requireNatural(int permits) {
        if (permits < 0) throw new IllegalArgumentException();
    }

    public int availablePermits() {
        return gate.value;
    }

    public int drainPermits() {
        Gate.enter(gate);
        int permits = gate.value;
        gate.value = 0;
        Gate.lend(gate, permits);
        Gate.leave();
        return permits;
    }

    protected void reducePermits(int reduction) {
        requireNatural(reduction);
        Gate.enter(gate);
        int next = gate.value - reduction;
        boolean isPossible = next <= gate.value;
        if (isPossible) gate.value = next;
        Gate.leave();
        if (!isPossible) throw new Error("Permit count underflow");
    }

    public boolean isFair() {
        return fair;
    }

    public final boolean hasQueuedThreads() {
        return Gate.waiting(gate).length != 0;
    }

    public final int getQueueLength() {
        return Gate.waiting(gate).length;
    }

    protected Collection<Thread> getQueuedThreads() {
        return new ArrayList<>(Arrays.asList(Gate.waiting(gate)));
    }

    @Override
    public String toString() {
        return super.toString() + "[Permits = " + gate.value + "]";
    }
}
