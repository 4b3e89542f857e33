package java.util.concurrent;

import deadwood.internal.Gate;
import java.lang.reflect.Constructor;
import java.util.Collection;

/**
 * A task of a fork-join pool as one gate, whose value says how the task ended: 0
 * while it has not. To fork, to complete and to look whether a task is done are
 * one step each; who joins a task that nobody has taken yet runs it itself.
 */
public abstract class ForkJoinTask<V> implements Future<V>, java.io.Serializable {
    private static final long serialVersionUID = -7721805057305804111L;

    private static final int NORMALLY = 1;
    private static final int EXCEPTIONALLY = 2;
    private static final int CANCELLED = 3;

    final Gate gate = new Gate(0);
    /** What was thrown, and by which thread. */
    private transient Throwable thrown;
    private transient Thread thrower;
    private transient short tag;

    public ForkJoinTask() {
    }

    // ---- running ----

    protected abstract boolean exec();

    public abstract V getRawResult();

    protected abstract void setRawResult(V value);

    /** Runs the task unless it has ended. */
    final void doExec() {
        if (gate.value == 0) runTaken();
    }

    /** Runs a task that has not ended; the thread has just taken it from a queue, or is the only one that knows it. */
    final void runTaken() {
        boolean isComplete;
        try {
            isComplete = exec();
        } catch (Throwable failure) {
            trySetException(failure);
            return;
        }
        if (isComplete) end(NORMALLY, null);
    }

    /** One step; true when this is how the task ended. */
    private boolean end(int how, Throwable failure) {
        Gate.enter(gate);
        boolean isFirst = gate.value == 0;
        if (isFirst) {
            gate.value = how;
            thrown = failure;
            thrower = failure == null ? null : Thread.currentThread();
        }
        Gate.leave();
        return isFirst;
    }

    /** True when the task has ended with an exception, this one or another. */
    final boolean trySetThrown(Throwable failure) {
        return end(EXCEPTIONALLY, failure) || isCompletedAbnormally();
    }

    void trySetException(Throwable failure) {
        trySetThrown(failure);
    }

    /** Inside a section. */
    final void cancelInside() {
        if (gate.value == 0) gate.value = CANCELLED;
    }

    public final ForkJoinTask<V> fork() {
        ForkJoinWorkerThread worker = ForkJoinPool.currentWorker();
        (worker == null ? ForkJoinPool.common : worker.pool).push(this, worker);
        return this;
    }

    public boolean tryUnfork() {
        ForkJoinWorkerThread worker = ForkJoinPool.currentWorker();
        return (worker == null ? ForkJoinPool.common : worker.pool).unfork(this, worker);
    }

    // ---- waiting ----

    public final V join() {
        return result(awaitEnd());
    }

    public final void quietlyJoin() {
        awaitEnd();
    }

    public final V invoke() {
        doExec();
        return result(awaitEnd());
    }

    public final void quietlyInvoke() {
        doExec();
        awaitEnd();
    }

    /** How it ended. */
    private int awaitEnd() {
        return ForkJoinPool.awaitEnd(this, false, Gate.FOREVER);
    }

    @Override
    public final V get() throws InterruptedException, ExecutionException {
        int how = ForkJoinPool.awaitEnd(this, true, Gate.FOREVER);
        if (how < 0) throw new InterruptedException();
        return resultOrExecutionException(how);
    }

    @Override
    public final V get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        int how = ForkJoinPool.awaitEnd(this, true, unit.toNanos(timeout));
        if (how < 0) throw new InterruptedException();
        if (how == 0) throw new TimeoutException();
        return resultOrExecutionException(how);
    }

    public final boolean quietlyJoin(long timeout, TimeUnit unit) throws InterruptedException {
        int how = ForkJoinPool.awaitEnd(this, true, unit.toNanos(timeout));
        if (how < 0) throw new InterruptedException();
        return how > 0;
    }

    public final boolean quietlyJoinUninterruptibly(long timeout, TimeUnit unit) {
        return ForkJoinPool.awaitEnd(this, false, unit.toNanos(timeout)) > 0;
    }

    private V result(int how) {
        if (how == CANCELLED) throw new CancellationException();
        if (how == EXCEPTIONALLY) ForkJoinTask.<RuntimeException>sneak(failure());
        return getRawResult();
    }

    private V resultOrExecutionException(int how) throws ExecutionException {
        if (how == CANCELLED) throw new CancellationException();
        if (how == EXCEPTIONALLY) throw new ExecutionException(failure());
        return getRawResult();
    }

    @SuppressWarnings("unchecked")
    static <T extends Throwable> void sneak(Throwable failure) throws T {
        throw (T) failure;
    }

    /**
     * What was thrown; for another thread than the one that threw it a new one
     * of the same class with the old one as its cause, where there is a public
     * constructor for that.
     */
    private Throwable failure() {
        Throwable original = thrown;
        if (thrower == Thread.currentThread()) return original;
        Constructor<?> plain = null;
        try {
            for (Constructor<?> constructor : original.getClass().getConstructors()) {
                Class<?>[] types = constructor.getParameterTypes();
                if (types.length == 0) plain = constructor;
                else if (types.length == 1 && types[0] == Throwable.class) {
                    return (Throwable) constructor.newInstance(original);
                }
            }
            if (plain != null) {
                Throwable copy = (Throwable) plain.newInstance();
                copy.initCause(original);
                return copy;
            }
        } catch (Exception e) {
            return original;
        }
        return original;
    }

    // ---- several tasks ----

    public static void invokeAll(ForkJoinTask<?> first, ForkJoinTask<?> second) {
        if (first == null || second == null) throw new NullPointerException();
        second.fork();
        first.doExec();
        int how = first.awaitEnd();
        if (how != NORMALLY) {
            cancelQuietly(second);
            first.result(how);
        }
        second.join();
    }

    public static void invokeAll(ForkJoinTask<?>... tasks) {
        Throwable failure = null;
        for (int i = tasks.length - 1; i >= 0; i--) {
            if (tasks[i] == null) {
                failure = new NullPointerException();
                break;
            }
            if (i == 0) {
                tasks[0].doExec();
                failure = tasks[0].failure(tasks[0].awaitEnd());
                break;
            }
            tasks[i].fork();
        }
        for (int i = 1; i < tasks.length && failure == null; i++) {
            failure = tasks[i].failure(tasks[i].awaitEnd());
        }
        if (failure == null) return;
        for (int i = 1; i < tasks.length; i++) cancelQuietly(tasks[i]);
        ForkJoinTask.<RuntimeException>sneak(failure);
    }

    public static <T extends ForkJoinTask<?>> Collection<T> invokeAll(Collection<T> tasks) {
        invokeAll(tasks.toArray(new ForkJoinTask<?>[0]));
        return tasks;
    }

    static void cancelQuietly(Future<?> task) {
        if (task == null) return;
        try {
            task.cancel(false);
        } catch (Throwable ignored) {
            // A task may override this; the others are to be cancelled all the same.
        }
    }

    /** Null unless the task ended badly. */
    private Throwable failure(int how) {
        if (how == CANCELLED) return new CancellationException();
        return how == EXCEPTIONALLY ? failure() : null;
    }

    // ---- how it ended ----

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        Gate.enter(gate);
        cancelInside();
        boolean isCancelled = gate.value == CANCELLED;
        Gate.leave();
        return isCancelled;
    }

    @Override
    public final boolean isDone() {
        return gate.value != 0;
    }

    @Override
    public final boolean isCancelled() {
        return gate.value == CANCELLED;
    }

    public final boolean isCompletedAbnormally() {
        return gate.value > NORMALLY;
    }

    public final boolean isCompletedNormally() {
        return gate.value == NORMALLY;
    }

    public final Throwable getException() {
        return failure(gate.value);
    }

    public V resultNow() {
        int how = gate.value;
        if (how == 0) throw new IllegalStateException("Task has not completed");
        if (how == CANCELLED) throw new IllegalStateException("Task was cancelled");
        if (how == EXCEPTIONALLY) throw new IllegalStateException("Task completed with exception");
        return getRawResult();
    }

    public Throwable exceptionNow() {
        int how = gate.value;
        if (how == 0) throw new IllegalStateException("Task has not completed");
        if (how == CANCELLED) throw new IllegalStateException("Task was cancelled");
        if (how == NORMALLY) throw new IllegalStateException("Task completed with a result");
        return failure();
    }

    public void completeExceptionally(Throwable failure) {
        trySetException(
            failure instanceof RuntimeException || failure instanceof Error ? failure : new RuntimeException(failure));
    }

    public void complete(V value) {
        try {
            setRawResult(value);
        } catch (Throwable failure) {
            trySetException(failure);
            return;
        }
        end(NORMALLY, null);
    }

    public final void quietlyComplete() {
        end(NORMALLY, null);
    }

    public void reinitialize() {
        Gate.enter(gate);
        gate.value = 0;
        thrown = null;
        thrower = null;
        tag = 0;
        Gate.leave();
    }

    // ---- tags ----

    public final short getForkJoinTaskTag() {
        return tag;
    }

    public final short setForkJoinTaskTag(short newValue) {
        Gate.enter(gate);
        short old = tag;
        tag = newValue;
        Gate.leave();
        return old;
    }

    public final boolean compareAndSetForkJoinTaskTag(short expect, short update) {
        Gate.enter(gate);
        boolean isSet = tag == expect;
        if (isSet) tag = update;
        Gate.leave();
        return isSet;
    }

    // ---- about the pool ----

    public static ForkJoinPool getPool() {
        ForkJoinWorkerThread worker = ForkJoinPool.currentWorker();
        return worker == null ? null : worker.pool;
    }

    public static boolean inForkJoinPool() {
        return ForkJoinPool.currentWorker() != null;
    }

    public static void helpQuiesce() {
        ForkJoinWorkerThread worker = ForkJoinPool.currentWorker();
        (worker == null ? ForkJoinPool.common : worker.pool).helpQuiesce(worker, Gate.FOREVER);
    }

    public static int getQueuedTaskCount() {
        ForkJoinWorkerThread worker = ForkJoinPool.currentWorker();
        return (worker == null ? ForkJoinPool.common : worker.pool).queuedBy(worker);
    }

    public static int getSurplusQueuedTaskCount() {
        return ForkJoinPool.getSurplusQueuedTaskCount();
    }

    protected static ForkJoinTask<?> peekNextLocalTask() {
        ForkJoinWorkerThread worker = ForkJoinPool.currentWorker();
        return (worker == null ? ForkJoinPool.common : worker.pool).next(worker, false, false);
    }

    protected static ForkJoinTask<?> pollNextLocalTask() {
        ForkJoinWorkerThread worker = ForkJoinPool.currentWorker();
        return worker == null ? null : worker.pool.next(worker, true, false);
    }

    protected static ForkJoinTask<?> pollTask() {
        ForkJoinWorkerThread worker = ForkJoinPool.currentWorker();
        return worker == null ? null : worker.pool.next(worker, true, true);
    }

    protected static ForkJoinTask<?> pollSubmission() {
        ForkJoinWorkerThread worker = ForkJoinPool.currentWorker();
        return worker == null ? null : worker.pool.pollSubmission();
    }

    // ---- others as tasks ----

    public static ForkJoinTask<?> adapt(Runnable runnable) {
        return new AdaptedTask<Void>(runnable, null, null, false);
    }

    public static <T> ForkJoinTask<T> adapt(Runnable runnable, T result) {
        return new AdaptedTask<T>(runnable, null, result, false);
    }

    public static <T> ForkJoinTask<T> adapt(Callable<? extends T> callable) {
        return new AdaptedTask<T>(null, callable, null, false);
    }

    public static <T> ForkJoinTask<T> adaptInterruptible(Callable<? extends T> callable) {
        return new AdaptedTask<T>(null, callable, null, true);
    }

    public static <T> ForkJoinTask<T> adaptInterruptible(Runnable runnable, T result) {
        return new AdaptedTask<T>(runnable, null, result, true);
    }

    public static ForkJoinTask<?> adaptInterruptible(Runnable runnable) {
        return new AdaptedTask<Void>(runnable, null, null, true);
    }

    private void writeObject(java.io.ObjectOutputStream out) throws java.io.IOException {
        out.defaultWriteObject();
        out.writeObject(thrown);
    }

    private void readObject(java.io.ObjectInputStream in) throws java.io.IOException, ClassNotFoundException {
        in.defaultReadObject();
        thrown = (Throwable) in.readObject();
    }

    /** A Runnable or a Callable, one of them null, as a task. To cancel an interruptible one interrupts who runs it. */
    static class AdaptedTask<T> extends ForkJoinTask<T> implements RunnableFuture<T> {
        private static final long serialVersionUID = 2838392045355241008L;

        final Runnable runnable;
        final Callable<? extends T> callable;
        private final boolean interruptible;
        private T result;
        private transient Thread runner;

        AdaptedTask(Runnable runnable, Callable<? extends T> callable, T result, boolean interruptible) {
            if (runnable == null && callable == null) throw new NullPointerException();
            this.runnable = runnable;
            this.callable = callable;
            this.result = result;
            this.interruptible = interruptible;
        }

        @Override
        public final T getRawResult() {
            return result;
        }

        @Override
        public final void setRawResult(T value) {
            result = value;
        }

        @Override
        protected boolean exec() {
            if (interruptible) setRunner(Thread.currentThread());
            try {
                if (runnable != null) runnable.run();
                else result = callable.call();
            } catch (Exception failure) {
                if (failure instanceof RuntimeException || interruptible) ForkJoinTask.<RuntimeException>sneak(failure);
                throw new RuntimeException(failure);
            } finally {
                if (interruptible) setRunner(null);
            }
            return true;
        }

        private void setRunner(Thread thread) {
            Gate.enter(gate);
            runner = thread;
            // An interrupt that came with a cancellation is none of the next task's business.
            if (thread == null) Thread.interrupted();
            Gate.leave();
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            if (!interruptible || !mayInterruptIfRunning) return super.cancel(false);
            Gate.enter(gate);
            boolean isFirst = gate.value == 0;
            boolean isCancelled = super.cancel(false);
            if (isFirst && runner != null) runner.interrupt();
            Gate.leave();
            return isCancelled;
        }

        @Override
        public final void run() {
            invoke();
        }

        @Override
        public String toString() {
            return super.toString() + "[Wrapped task = " + (runnable == null ? callable : runnable) + "]";
        }
    }

    /** What execute(Runnable) makes: nobody can ask for the outcome, so what is thrown goes to the thread's handler. */
    static final class ExecuteTask extends AdaptedTask<Void> {
        private static final long serialVersionUID = 5232453952276885070L;

        ExecuteTask(Runnable runnable) {
            super(runnable, null, null, false);
        }

        @Override
        void trySetException(Throwable failure) {
            if (!trySetThrown(failure)) return;
            Thread thread = Thread.currentThread();
            Thread.UncaughtExceptionHandler handler = thread.getUncaughtExceptionHandler();
            if (handler == null) return;
            try {
                handler.uncaughtException(thread, failure);
            } catch (Throwable ignored) {
                // As from the handler of a thread that ends.
            }
        }
    }
}
