package deadwood.internal;

/** The gate of a semaphore in a check that looks for permits which are never given back. */
public final class LendingGate extends Gate {
    private static final long serialVersionUID = 1L;

    /** How many permits have been taken and not been given back; less than 0 where more were given. */
    transient int lent;

    private LendingGate(int value) {
        super(value);
    }

    public static Gate of(int permits) {
        return countsLent() ? new LendingGate(permits) : new Gate(permits);
    }
}
