package java.util.concurrent;

import deadwood.internal.Gate;
import deadwood.internal.Steps;

/** A task and its result as one gate, whose value says how the task ended: 0 while it has not. */
public class FutureTask<V> implements RunnableFuture<V> {
    /** Cancelled for all to see, but the thread that runs the task has not been interrupted yet. */
    private static final int INTERRUPTING = 1;
    private static final int CANCELLED = 2;
    private static final int NORMALLY = 3;
    private static final int EXCEPTIONALLY = 4;

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

    private static boolean isCancelled(int how) {
        return how == INTERRUPTING || how == CANCELLED;
    }

    @Override
    public boolean isCancelled() {
        return isCancelled(gate.value);
    }

    @Override
    public boolean isDone() {
        return gate.value != 0;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        Gate.enter(gate);
        boolean isFirst = gate.value == 0;
        if (isFirst && mayInterruptIfRunning) gate.value = INTERRUPTING;
        else if (isFirst) end(CANCELLED, null);
        Gate.leave();
        if (!isFirst) return false;
        if (mayInterruptIfRunning) interruptRunner();
        done();
        return true;
    }

    /** The task may begin or end before this; `run` returns only after it. */
    private void interruptRunner() {
        Steps.split(Steps.CANCELLATION);
        Gate.enter(gate);
        Thread running = runner;
        if (running == null) end(CANCELLED, null);
        Gate.leave();
        if (running == null) return;
        try {
            running.interrupt();
        } finally {
            Gate.enter(gate);
            end(CANCELLED, null);
            Gate.leave();
        }
    }

    @Override
    public V get() throws InterruptedException, ExecutionException {
        pass(Gate.FOREVER);
        return report();
    }

    @Override
    public V get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        if (unit == null) throw new NullPointerException();
        long nanos = unit.toNanos(timeout);
        if (!pass(nanos)) throw new TimeoutException();
        return report();
    }

    /** Begins a section when the task has ended; false when the time was over first. */
    private boolean pass(long nanos) throws InterruptedException {
        // Who has found that the task has not ended looks for an interrupt next, even if the task ends meanwhile.
        if (Steps.areSplit(Steps.INTERRUPTION) && gate.value == 0 && Thread.interrupted()) throw new InterruptedException();
        return Gate.pass(gate, ENDED, INTERRUPTING, true, nanos);
    }

    /** Ends the section in which the end was seen. */
    @SuppressWarnings("unchecked")
    private V report() throws ExecutionException {
        int how = gate.value;
        Object found = outcome;
        Gate.leave();
        if (how == NORMALLY) return (V) found;
        if (isCancelled(how)) throw new CancellationException();
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

    /** False when the task has ended already. */
    private boolean finish(int how, Object result) {
        Gate.enter(gate);
        boolean isFirst = gate.value == 0;
        if (isFirst) end(how, result);
        Gate.leave();
        if (isFirst) done();
        return isFirst;
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
        boolean isOpen = gate.value == 0;
        boolean isRunner = isOpen && runner == null;
        if (isRunner) runner = Thread.currentThread();
        // Who cancels now interrupts a thread that does not run the task.
        if (isRunner && Steps.areSplit(Steps.CANCELLATION)) {
            Gate.leave();
            Gate.enter(gate);
        }
        Callable<V> task = isRunner && gate.value == 0 ? callable : null;
        Gate.leave();
        if (isRunner && task == null) release();
        // Who finds that another thread has the task may cancel it before that thread begins.
        if (isOpen && !isRunner) Steps.split(Steps.CANCELLATION);
        return task;
    }

    /** The running thread is done with the task: an interrupt that is meant for it comes before this returns, or never. True when the task may run again. */
    private boolean release() {
        Gate.enter(gate);
        runner = null;
        int how = gate.value;
        Gate.leave();
        if (how == INTERRUPTING) {
            Gate.passSurely(gate, Gate.AT_LEAST, CANCELLED);
            Gate.leave();
        }
        return how == 0;
    }

    @Override
    public void run() {
        Callable<V> task = begin();
        if (task == null) return;
        boolean isReleased = false;
        try {
            isReleased = call(task);
        } finally {
            if (!isReleased) release();
        }
    }

    /** True when the end of the task was noted, and with it that nobody runs it any more. */
    private boolean call(Callable<V> task) {
        // A subclass of the program may do as it likes with the result.
        boolean isOurs = getClass().getClassLoader() == null;
        V result;
        try {
            result = task.call();
        } catch (Throwable thrown) {
            if (isOurs) return finish(EXCEPTIONALLY, thrown);
            setException(thrown);
            return false;
        }
        if (isOurs) return finish(NORMALLY, result);
        set(result);
        return false;
    }

    /** Runs the task without keeping its result; true when it may run again. */
    protected boolean runAndReset() {
        Callable<V> task = begin();
        if (task == null) return false;
        boolean isWell = false;
        boolean isOpen = false;
        try {
            task.call();
            isWell = true;
        } catch (Throwable thrown) {
            setException(thrown);
        } finally {
            isOpen = release();
        }
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
        else if (isCancelled(how)) text = "[Cancelled]";
        else text = task == null ? "[Not completed]" : "[Not completed, task = " + task + "]";
        return super.toString() + text;
    }
}
