package deadwood.internal;

/** A gate that several threads may hold at once: the value is how often, all together. */
public final class SharedGate extends Gate {
    private static final long serialVersionUID = 1L;

    /** By a thread's number: how often it holds the gate. Null when nobody does. */
    public transient int[] holds;

    public SharedGate() {
        super(0);
    }

    /** Nobody holds the copy. */
    private void readObject(java.io.ObjectInputStream in) throws java.io.IOException, ClassNotFoundException {
        in.defaultReadObject();
        value = 0;
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
        hold(this, by);
    }
}
