package deadwood.internal;

/**
 * Time, as the models see it. In a plain run it is the virtual clock. In a
 * checked run time is abstract: whatever waits for a time may go on at any
 * moment, so there is nothing to read. (A program that reads the clock itself
 * is told so; the models need not.)
 */
public final class Time {
    private Time() {
    }

    /**
     * In a checked run: no time has passed since this was made; null when some
     * may have. The virtual machine forgets it when a wait for a time is over.
     */
    static Epoch epoch;

    /** A moment at which tasks were put on agendas. */
    static final class Epoch {
        int slots;
    }

    /** Inside a section: one more task for the present moment. */
    static Epoch now() {
        if (epoch == null) epoch = new Epoch();
        epoch.slots++;
        return epoch;
    }

    /** Inside a section: a task of that moment is no longer on an agenda. */
    static void leave(Epoch moment) {
        moment.slots--;
        if (moment.slots == 0 && epoch == moment) epoch = null;
    }

    /** True in a checked run. */
    public static native boolean isAbstract();

    /** Virtual nanoseconds; always 0 in a checked run. */
    public static native long nanos();

    /** One of so many alternatives, from 0: all of them in a checked run, the first in a plain one. */
    public static native int choose(int count);
}
