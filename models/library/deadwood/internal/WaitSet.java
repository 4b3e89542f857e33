package deadwood.internal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/** A condition of a lock whose owner is a gate's: threads are woken in the order in which they came. */
public final class WaitSet implements Condition, java.io.Serializable {
    private static final long serialVersionUID = 1L;

    private final Gate lock;
    /** Conditions of a passage to the lock. */
    private final int conditions;
    /** Of a lock that a class of the library keeps for itself: it only asks whether there is time left. */
    private final boolean internal;
    private transient Waiter first;

    public WaitSet(Gate lock, int conditions, boolean internal) {
        this.lock = lock;
        this.conditions = conditions;
        this.internal = internal;
    }

    public boolean isOf(Gate gate) {
        return lock == gate;
    }

    @Override
    public void await() throws InterruptedException {
        if (Thread.interrupted()) throw new InterruptedException();
        if (waitFor(true, Gate.FOREVER) < 0) throw new InterruptedException();
    }

    @Override
    public void awaitUninterruptibly() {
        waitFor(false, Gate.FOREVER);
    }

    @Override
    public long awaitNanos(long nanos) throws InterruptedException {
        if (Thread.interrupted()) throw new InterruptedException();
        long start = Time.nanos();
        int outcome = waitFor(true, nanos);
        if (outcome < 0) throw new InterruptedException();
        long left = nanos - (Time.nanos() - start);
        if (outcome == 0) return Math.min(left, 0);
        // In a checked run the time may be over when the lock is held again. A class of the library would look once more.
        return !internal && Time.choose(2) == 1 ? 0 : left;
    }

    @Override
    public boolean await(long time, TimeUnit unit) throws InterruptedException {
        return awaitFor(unit.toNanos(time));
    }

    @Override
    public boolean awaitUntil(Date deadline) throws InterruptedException {
        // In a checked run a deadline comes at any moment, whatever it is.
        long millis = deadline.getTime();
        if (Time.isAbstract()) return awaitFor(1);
        return awaitFor(TimeUnit.MILLISECONDS.toNanos(millis - System.currentTimeMillis()));
    }

    private boolean awaitFor(long nanos) throws InterruptedException {
        if (Thread.interrupted()) throw new InterruptedException();
        int outcome = waitFor(true, nanos);
        if (outcome < 0) throw new InterruptedException();
        return outcome > 0;
    }

    /** What Gate.await says; the lock is held again then, and an interrupt that is to be thrown has been cleared. */
    private int waitFor(boolean interruptible, long nanos) {
        Gate.enter(lock);
        if (Gate.holds(lock) == 0) {
            Gate.leave();
            throw new IllegalMonitorStateException();
        }
        Waiter waiter = new Waiter();
        append(waiter);
        int holds = Gate.disownFully(lock);
        // Who has a lock to write may have it to read, too: the JDK's lock is free of both meanwhile.
        int readers = lock.value;
        lock.value = 0;
        int outcome = Gate.await(waiter, lock, interruptible, nanos);
        if (outcome < 0) Thread.interrupted();
        if (outcome != 1) {
            remove(waiter);
            // Others may have the lock before this thread has it back; it stands in line only where it has to wait.
            Gate.leave();
            Gate.passSurely(lock, conditions, 0);
        }
        Gate.own(lock, holds);
        lock.value = readers;
        Gate.leave();
        return outcome;
    }

    @Override
    public void signal() {
        Gate.enter(lock);
        boolean isOwner = Gate.holds(lock) != 0;
        if (isOwner && first != null) signalFirst();
        Gate.leave();
        if (!isOwner) throw new IllegalMonitorStateException();
    }

    @Override
    public void signalAll() {
        Gate.enter(lock);
        boolean isOwner = Gate.holds(lock) != 0;
        while (isOwner && first != null) signalFirst();
        Gate.leave();
        if (!isOwner) throw new IllegalMonitorStateException();
    }

    private void signalFirst() {
        Waiter waiter = first;
        first = waiter.next;
        waiter.next = null;
        Gate.signal(waiter, lock);
    }

    private void append(Waiter waiter) {
        if (first == null) {
            first = waiter;
            return;
        }
        Waiter last = first;
        while (last.next != null) last = last.next;
        last.next = waiter;
    }

    private void remove(Waiter waiter) {
        if (first == waiter) {
            first = waiter.next;
            return;
        }
        for (Waiter before = first; before != null; before = before.next) {
            if (before.next == waiter) {
                before.next = waiter.next;
                return;
            }
        }
    }

    /** Threads that wait, the last to come first. */
    public Collection<Thread> threads() {
        ArrayList<Thread> threads = new ArrayList<>();
        // Who waits with a time limit may leave at any moment: to have the lock is not to be alone with them.
        Gate.entries(lock);
        Gate.enter(lock);
        boolean isOwner = Gate.holds(lock) != 0;
        for (Waiter waiter = first; isOwner && waiter != null; waiter = waiter.next) threads.add(waiter.thread);
        Gate.leave();
        if (!isOwner) throw new IllegalMonitorStateException();
        return threads;
    }
}
