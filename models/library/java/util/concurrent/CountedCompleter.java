package java.util.concurrent;

import deadwood.internal.Gate;

/** A task that is complete when those it waits for are. To change the number of those that are pending is one step. */
public abstract class CountedCompleter<T> extends ForkJoinTask<T> {
    private static final long serialVersionUID = 5232453752276485070L;

    final CountedCompleter<?> completer;
    private final Gate pending;

    protected CountedCompleter(CountedCompleter<?> completer, int initialPendingCount) {
        this.completer = completer;
        this.pending = new Gate(initialPendingCount);
    }

    protected CountedCompleter(CountedCompleter<?> completer) {
        this(completer, 0);
    }

    protected CountedCompleter() {
        this(null, 0);
    }

    public abstract void compute();

    public void onCompletion(CountedCompleter<?> caller) {
    }

    public boolean onExceptionalCompletion(Throwable exception, CountedCompleter<?> caller) {
        return true;
    }

    public final CountedCompleter<?> getCompleter() {
        return completer;
    }

    public final int getPendingCount() {
        return pending.value;
    }

    public final void setPendingCount(int count) {
        Gate.enter(pending);
        pending.value = count;
        Gate.leave();
    }

    public final void addToPendingCount(int delta) {
        Gate.enter(pending);
        pending.value += delta;
        Gate.leave();
    }

    public final boolean compareAndSetPendingCount(int expected, int count) {
        Gate.enter(pending);
        boolean isSet = pending.value == expected;
        if (isSet) pending.value = count;
        Gate.leave();
        return isSet;
    }

    public final int decrementPendingCountUnlessZero() {
        Gate.enter(pending);
        int count = pending.value;
        if (count != 0) pending.value = count - 1;
        Gate.leave();
        return count;
    }

    public final CountedCompleter<?> getRoot() {
        CountedCompleter<?> task = this;
        while (task.completer != null) task = task.completer;
        return task;
    }

    public final void tryComplete() {
        CountedCompleter<?> caller = this;
        for (CountedCompleter<?> task = this; task != null; task = task.completer) {
            if (task.decrementPendingCountUnlessZero() != 0) return;
            task.onCompletion(caller);
            caller = task;
        }
        caller.quietlyComplete();
    }

    public final void propagateCompletion() {
        CountedCompleter<?> last = this;
        for (CountedCompleter<?> task = this; task != null; task = task.completer) {
            if (task.decrementPendingCountUnlessZero() != 0) return;
            last = task;
        }
        last.quietlyComplete();
    }

    @Override
    public void complete(T result) {
        setRawResult(result);
        onCompletion(this);
        quietlyComplete();
        if (completer != null) completer.tryComplete();
    }

    public final CountedCompleter<?> firstComplete() {
        return decrementPendingCountUnlessZero() == 0 ? this : null;
    }

    public final CountedCompleter<?> nextComplete() {
        if (completer != null) return completer.firstComplete();
        quietlyComplete();
        return null;
    }

    public final void quietlyCompleteRoot() {
        getRoot().quietlyComplete();
    }

    public final void helpComplete(int maxTasks) {
        ForkJoinPool.helpComplete(this, maxTasks);
    }

    /** True when the task's completion can bring about that of `root`. */
    final boolean isFor(ForkJoinTask<?> root) {
        for (CountedCompleter<?> task = this; task != null; task = task.completer) if (task == root) return true;
        return false;
    }

    @Override
    final void trySetException(Throwable exception) {
        CountedCompleter<?> caller = this;
        CountedCompleter<?> task = this;
        while (task != null && task.trySetThrown(exception) && task.onExceptionalCompletion(exception, caller)) {
            caller = task;
            task = task.completer;
            if (task != null && task.isDone()) return;
        }
    }

    @Override
    protected final boolean exec() {
        compute();
        return false;
    }

    @Override
    public T getRawResult() {
        return null;
    }

    @Override
    protected void setRawResult(T result) {
    }
}
