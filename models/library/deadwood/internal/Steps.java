package deadwood.internal;

/**
 * Operations that are one step as long as the program does nothing that could
 * tell it from two. The first time that it does, the search begins again with
 * the operation in two steps.
 */
public final class Steps {
    /** A task is begun in one step: nobody cancels one with an interrupt, or finds that another thread has it. */
    public static final int CANCELLATION = 0;
    /** A worker fetches a task in one step: nobody asks how busy a pool is. */
    public static final int ACTIVITY = 1;
    /** To see that something has not happened and to wait for it is one step: nobody is interrupted. */
    public static final int INTERRUPTION = 2;

    private Steps() {
    }

    /** True when the operation is to be two steps. */
    public static native boolean areSplit(int operation);

    /** The program can tell from now on. */
    public static native void split(int operation);
}
