package deadwood.internal;

/**
 * What the models of java.util.concurrent are made of. A gate has a value, of
 * which each model makes its own sense, and a monitor of its own, for those
 * that have an owner. These operations are all that there is:
 *
 * <pre>
 *   pass      waits until the conditions named hold, then begins a section
 *   enter     begins a section at once
 *   leave     ends the section
 *   await     inside a section: waits until the value is not 0 and a lock is free
 *   signal    inside a section: makes the value 1, and who waits for that stands in line for the lock
 *   own, disown, disownFully    the gate's monitor, inside a section
 * </pre>
 *
 * A section runs as one step: other threads see all of it or nothing, unless
 * it waits. A thread in front of a gate it cannot pass takes no step at all, unless others can tell
 * that it waits. Then those that wait stand in line, and pass in the order in which they came.
 * A copy made by serialization has the value and no owner.
 * Sections must not run code of the program under test.
 */
public class Gate implements java.io.Serializable {
    private static final long serialVersionUID = 1L;

    /** Conditions of a passage; with this one, the gate is open to its owner whatever the others say. */
    public static final int NOT_OWNED_BY_OTHERS = 1;
    public static final int AT_LEAST = 2;
    public static final int EQUAL = 4;
    /** Queues up where it cannot pass while the value is positive; the others keep out as long as somebody is in the queue. */
    public static final int QUEUES = 8;
    public static final int YIELDS_TO_QUEUE = 16;

    /** Heeds an interrupt only where it cannot pass. */
    public static final int PATIENT = 32;

    /** Goes behind everybody who waits already. */
    public static final int FAIR = 128;

    /** Not all passages of the gate need the same number. */
    public static final int SIZED = 256;

    /** The thread has looked for an interrupt just now; one that has come since counts only if it has to wait. */
    public static final int LOOKED = 512;

    /** As nanoseconds: without a limit. What programs write to mean for ever is that, too. */
    public static final long FOREVER = Long.MAX_VALUE;

    public int value;

    public Gate(int value) {
        this.value = value;
    }

    /** False when the time was over first; then no section has begun. */
    public static native boolean pass(Gate gate, int conditions, int number, boolean interruptible, long nanos)
        throws InterruptedException;

    /**
     * 1 after a signal, 0 when the time is over, -1 when interrupted (the flag
     * stays set), 2 when the thread woke up by itself, which it does only for
     * conditions: with a lock.
     */
    public static native int await(Gate signal, Gate lock, boolean interruptible, long nanos);

    /** What ends an await with that gate and lock. */
    public static native void signal(Gate waiter, Gate lock);

    public static native void enter(Gate gate);

    public static native void leave();

    /** Makes the running thread the owner, so many times more. */
    public static native void own(Gate gate, int times);

    /** False when the running thread is not the owner. */
    public static native boolean disown(Gate gate);

    public static native int disownFully(Gate gate);

    /** How often the running thread owns the gate. */
    public static native int holds(Gate gate);

    /** How often its owner, whoever that is, owns the gate. */
    public static native int entries(Gate gate);

    public static native Thread owner(Gate gate);

    /** The value of a gate that another thread may own, and change as its owner. */
    public static native int look(Gate gate);

    /** The number of the running thread. */
    public static native int self();

    /** Threads that wait to pass. */
    public static native Thread[] waiting(Gate gate);

    /** True when the thread waits at a gate as one of those that queue up. */
    public static native boolean queues(Thread thread);

    /** The running thread shares the gate so many times more: for checks that look for what is never given back. */
    public static native void hold(Gate gate, int times);

    /** So many of what the gate counts have been taken, by whoever, and are to be given back: for the same checks. */
    public static native void lend(Gate gate, int number);

    /** True where `lend` counts. */
    public static native boolean countsLent();

    /** True in a checked run when the lock that is being made belongs to a class of java.util.concurrent. */
    public static native boolean isInternal();

    /** As pass, by a thread that is told at once when it is interrupted already. */
    public static boolean passInterruptibly(Gate gate, int conditions, int number, long nanos)
        throws InterruptedException {
        if (Thread.interrupted()) throw new InterruptedException();
        return pass(gate, conditions | LOOKED, number, true, nanos);
    }

    /** As pass, without a limit and heedless of interrupts. */
    public static void passSurely(Gate gate, int conditions, int number) {
        try {
            pass(gate, conditions, number, false, FOREVER);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** As pass, but gives up at once. */
    public static boolean tryPass(Gate gate, int conditions, int number) {
        try {
            return pass(gate, conditions, number, false, 0);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
