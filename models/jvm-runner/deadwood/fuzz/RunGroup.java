package deadwood.fuzz;

/** The threads of one run, and what it has come to. */
final class RunGroup extends ThreadGroup {
    final Pace pace;
    private volatile String outcome;

    RunGroup(Pace pace) {
        super("run");
        this.pace = pace;
    }

    /** That of the running thread, null for threads of the JVM and of the runner. */
    static RunGroup current() {
        return Thread.currentThread().getThreadGroup() instanceof RunGroup group ? group : null;
    }

    /** The first outcome counts. */
    synchronized void decide(String found) {
        if (outcome == null) {
            outcome = found;
        }
    }

    String outcome() {
        return outcome;
    }

    boolean isOver() {
        return outcome != null;
    }

    /** The checker ends a run at the first exception that nobody catches. */
    @Override
    public void uncaughtException(Thread thread, Throwable thrown) {
        decide("uncaught " + thrown.getClass().getName());
    }
}
