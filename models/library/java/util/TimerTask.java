package java.util;

import deadwood.internal.Gate;

/** A task of a Timer as one gate, whose value says how far it has come. */
public abstract class TimerTask implements Runnable {
    static final int VIRGIN = 0;
    static final int SCHEDULED = 1;
    static final int EXECUTED = 2;
    static final int CANCELLED = 3;

    final Gate gate = new Gate(VIRGIN);
    /** Milliseconds of the clock, in a plain run. */
    long nextExecutionTime;
    /** Milliseconds; below 0 from run to run, above from time to time, 0 when there is only one. */
    long period;

    protected TimerTask() {
    }

    @Override
    public abstract void run();

    public boolean cancel() {
        Gate.enter(gate);
        boolean wasScheduled = gate.value == SCHEDULED;
        gate.value = CANCELLED;
        Gate.leave();
        return wasScheduled;
    }

    /** Of the run that is under way, or was the last. In a checked run this is the clock, which stands still. */
    public long scheduledExecutionTime() {
        if (deadwood.internal.Time.isAbstract()) return System.currentTimeMillis();
        return period < 0 ? nextExecutionTime + period : nextExecutionTime - period;
    }
}
