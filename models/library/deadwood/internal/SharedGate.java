package deadwood.internal;

/** A gate that several threads may hold at once: the value is how often, all together. */
public final class SharedGate extends Gate {
    /** By a thread's number: how often it holds the gate. Null when nobody does. */
    public int[] holds;

    public SharedGate() {
        super(0);
    }

    public int mine() {
        int self = Gate.self();
        int[] all = holds;
        return all == null || self >= all.length ? 0 : all[self];
    }

    /** Inside a section: one more for the running thread, or one less. */
    public void change(int by) {
        int self = Gate.self();
        int[] all = holds;
        if (all == null || self >= all.length) {
            int[] longer = new int[self + 1];
            if (all != null) System.arraycopy(all, 0, longer, 0, all.length);
            all = longer;
            holds = longer;
        }
        all[self] += by;
        value += by;
        if (value == 0) holds = null;
    }
}
