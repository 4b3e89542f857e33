package java.util.concurrent;

import deadwood.internal.Gate;

/** A task and its result as one gate, whose value says how the task ended: 0 while it has not. */
public class FutureTask<V> implements RunnableFuture<V> {
    private static final int NORMALLY = 1;
    private static final int EXCEPTIONALLY = 2;
    private static final int CANCELLED = 3;

    private static final int ENDED = Gate.AT_LEAST | Gate.PATIENT;

    private final Gate gate = new Gate(0);
    private Callable<V> callable;
    private Thread runner;
    /** The result, or what was thrown. */
    private Object outcome;

    public FutureTask(Callable<V> callable) {
        if (callable == null) throw new NullPointerException();
        this.callable = callable;
    }

    public FutureTask(Runnable runnable, V result) {
        this.callable = Executors.callable(runnable, result);
    }

    @Override
    public boolean isCancelled() {
        return gate.value == CANCELLED;
    }

    @Override
    public boolean isDone() {
        return gate.value != 0;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        Gate.enter(gate);
        boolean isFirst = gate.value == 0;
        if (isFirst) {
            if (mayInterruptIfRunning && runner != null) runner.interrupt();
            end(CANCELLED, null);
        }
        Gate.leave();
        if (isFirst) done();
        return isFirst;
    }

    @Override
    public V get() throws InterruptedException, ExecutionException {
        Gate.pass(gate, ENDED, NORMALLY, true, Gate.FOREVER);
        return report();
    }

    @Override
    public V get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        if (unit == null) throw new NullPointerException();
        long nanos = unit.toNanos(timeout);
        if (!Gate.pass(gate, ENDED, NORMALLY, true, nanos)) throw new TimeoutException();
        return report();
    }

    /** Ends the section in which the end was seen. */
    @SuppressWarnings("unchecked")
    private V report() throws ExecutionException {
        int how = gate.value;
        Object found = outcome;
        Gate.leave();
        if (how == NORMALLY) return (V) found;
        if (how == CANCELLED) throw new CancellationException();
        throw new ExecutionException((Throwable) found);
    }

    protected void done() {
    }

    protected void set(V result) {
        finish(NORMALLY, result);
    }

    protected void setException(Throwable thrown) {
        finish(EXCEPTIONALLY, thrown);
    }

    private void finish(int how, Object result) {
        Gate.enter(gate);
        boolean isFirst = gate.value == 0;
        if (isFirst) end(how, result);
        Gate.leave();
        if (isFirst) done();
    }

    /** Inside a section. */
    private void end(int how, Object result) {
        gate.value = how;
        outcome = result;
        callable = null;
        runner = null;
    }

    /** The callable when the running thread is the one to call it, else null. */
    private Callable<V> begin() {
        Gate.enter(gate);
        Callable<V> task = null;
        if (gate.value == 0 && runner == null) {
            runner = Thread.currentThread();
            task = callable;
        }
        Gate.leave();
        return task;
    }

    @Override
    public void run() {
        Callable<V> task = begin();
        if (task == null) return;
        V result;
        try {
            result = task.call();
        } catch (Throwable thrown) {
            setException(thrown);
            return;
        }
        set(result);
    }

    /** Runs the task without keeping its result; true when it may run again. */
    protected boolean runAndReset() {
        Callable<V> task = begin();
        if (task == null) return false;
        boolean isWell = false;
        try {
            task.call();
            isWell = true;
        } catch (Throwable thrown) {
            setException(thrown);
        }
        Gate.enter(gate);
        runner = null;
        boolean isOpen = gate.value == 0;
        Gate.leave();
        return isWell && isOpen;
    }

    @Override
    public String toString() {
        Gate.enter(gate);
        int how = gate.value;
        Object found = outcome;
        Callable<V> task = callable;
        Gate.leave();
        String text;
        if (how == NORMALLY) text = "[Completed normally]";
        else if (how == EXCEPTIONALLY) text = "[Completed exceptionally: " + found + "]";
        else if (how == CANCELLED) text = "[Cancelled]";
        else text = task == null ? "[Not completed]" : "[Not completed, task = " + task + "]";
        return super.toString() + text;
    }
}
