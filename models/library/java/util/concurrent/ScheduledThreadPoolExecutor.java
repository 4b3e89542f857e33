package java.util.concurrent;

import deadwood.internal.Agenda;
import deadwood.internal.Gate;
import deadwood.internal.Runtime;
import deadwood.internal.Time;
import java.util.AbstractQueue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;

/**
 * A pool whose queue is an agenda: to schedule a task, and to take one that is
 * due, are one step each. What is due when, is said in Agenda. Tasks that a
 * subclass decorates keep the times of what they decorate.
 */
public class ScheduledThreadPoolExecutor extends ThreadPoolExecutor implements ScheduledExecutorService {
    private volatile boolean continuesPeriodic;
    private volatile boolean executesDelayed = true;
    volatile boolean removeOnCancel;
    /** In a checked run: a periodic task has run more than once, and was not counted. */
    private boolean repeats;

    public ScheduledThreadPoolExecutor(int corePoolSize) {
        this(corePoolSize, Executors.defaultThreadFactory());
    }

    public ScheduledThreadPoolExecutor(int corePoolSize, ThreadFactory threadFactory) {
        super(corePoolSize, Integer.MAX_VALUE, 10L, TimeUnit.MILLISECONDS, new DelayedWorkQueue(), threadFactory);
    }

    public ScheduledThreadPoolExecutor(int corePoolSize, RejectedExecutionHandler handler) {
        this(corePoolSize, Executors.defaultThreadFactory(), handler);
    }

    public ScheduledThreadPoolExecutor(
        int corePoolSize, ThreadFactory threadFactory, RejectedExecutionHandler handler) {
        super(
            corePoolSize, Integer.MAX_VALUE, 10L, TimeUnit.MILLISECONDS, new DelayedWorkQueue(), threadFactory,
            handler);
    }

    private final class Task<V> extends FutureTask<V> implements RunnableScheduledFuture<V> {
        /** Nanoseconds; below 0 from the end of a run to the next, 0 when there is only one. */
        final long period;
        /** What is in the queue for this. */
        RunnableScheduledFuture<V> outer = this;
        private volatile long time;

        Task(Callable<V> callable, long delay, long period) {
            super(callable);
            this.period = period;
            this.time = dueAfter(delay);
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(time - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            if (other == this) return 0;
            if (other instanceof Task<?> task) return Long.compare(time, task.time);
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }

        @Override
        public boolean isPeriodic() {
            return period != 0;
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            boolean isCancelled = super.cancel(mayInterruptIfRunning);
            if (isCancelled && removeOnCancel) ScheduledThreadPoolExecutor.this.remove(outer);
            return isCancelled;
        }

        @Override
        public void run() {
            // What has been taken was due.
            if (!mayRun(period == 0 || continuesPeriodic)) {
                cancel(false);
                if (period > 0) agenda().drop(outer);
            } else if (period == 0) {
                super.run();
            } else if (runAndReset()) {
                if (!Time.isAbstract()) time = period > 0 ? time + period : dueAfter(-period);
                again(this);
            } else if (period > 0) {
                agenda().drop(outer);
            }
        }
    }

    /** Nothing in a checked run, where time is abstract. */
    private static long dueAfter(long delay) {
        if (Time.isAbstract()) return 0;
        long now = System.nanoTime();
        return delay > Long.MAX_VALUE - now ? Long.MAX_VALUE : now + Math.max(delay, 0);
    }

    private DelayedWorkQueue agenda() {
        return (DelayedWorkQueue) super.getQueue();
    }

    /** One step. */
    private boolean mayRun(boolean isKept) {
        Gate.enter(gate);
        boolean mayRun = isRunningOrShutdown(isKept);
        Gate.leave();
        return mayRun;
    }

    /** A periodic task waits for its next run. */
    private void again(Task<?> task) {
        DelayedWorkQueue agenda = agenda();
        Gate.enter(gate);
        boolean isWanted = mayRun(continuesPeriodic);
        if (isWanted && task.period > 0) agenda.repeat(task.outer);
        else if (isWanted) agenda.add(task.outer, -task.period, 0);
        else if (task.period > 0) agenda.drop(task.outer);
        boolean needsWorker = isWanted && reserveWorker();
        // Counted, an endless heartbeat would never come to the same state again.
        if (Time.isAbstract()) uncount();
        repeats |= Time.isAbstract();
        Gate.leave();
        if (needsWorker) spawn(null);
        if (!isWanted) task.cancel(false);
    }

    private <V> void start(Task<V> task, long delay) {
        if (isShutdown()) {
            reject(task.outer);
            return;
        }
        // Who is late, but not too late to be accepted, is cancelled as what was in the queue is.
        Gate.enter(gate);
        boolean isKept = task.period == 0 ? executesDelayed || delay <= 0 : continuesPeriodic;
        boolean isWanted = isRunningOrShutdown(isKept);
        if (isWanted) agenda().add(task.outer, delay, Math.max(task.period, 0));
        boolean needsWorker = isWanted && reserveWorker();
        Gate.leave();
        if (needsWorker) spawn(null);
        if (!isWanted) task.outer.cancel(false);
    }

    protected <V> RunnableScheduledFuture<V> decorateTask(Runnable runnable, RunnableScheduledFuture<V> task) {
        return task;
    }

    protected <V> RunnableScheduledFuture<V> decorateTask(Callable<V> callable, RunnableScheduledFuture<V> task) {
        return task;
    }

    private ScheduledFuture<?> start(Runnable command, long delay, long period) {
        Task<Void> task = new Task<>(Executors.callable(command, (Void) null), delay, period);
        task.outer = decorateTask(command, task);
        start(task, delay);
        return task.outer;
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        if (command == null || unit == null) throw new NullPointerException();
        return start(command, unit.toNanos(delay), 0);
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        if (callable == null || unit == null) throw new NullPointerException();
        long nanos = unit.toNanos(delay);
        Task<V> task = new Task<>(callable, nanos, 0);
        task.outer = decorateTask(callable, task);
        start(task, nanos);
        return task.outer;
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initialDelay, long period, TimeUnit unit) {
        if (command == null || unit == null) throw new NullPointerException();
        if (period <= 0L) throw new IllegalArgumentException();
        return start(command, unit.toNanos(initialDelay), unit.toNanos(period));
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initialDelay, long delay, TimeUnit unit) {
        if (command == null || unit == null) throw new NullPointerException();
        if (delay <= 0L) throw new IllegalArgumentException();
        return start(command, unit.toNanos(initialDelay), -unit.toNanos(delay));
    }

    @Override
    public void execute(Runnable command) {
        schedule(command, 0, TimeUnit.NANOSECONDS);
    }

    @Override
    public Future<?> submit(Runnable task) {
        return schedule(task, 0, TimeUnit.NANOSECONDS);
    }

    @Override
    public <T> Future<T> submit(Runnable task, T result) {
        return schedule(Executors.callable(task, result), 0, TimeUnit.NANOSECONDS);
    }

    @Override
    public <T> Future<T> submit(Callable<T> task) {
        return schedule(task, 0, TimeUnit.NANOSECONDS);
    }

    @Override
    public long getCompletedTaskCount() {
        warn();
        return super.getCompletedTaskCount();
    }

    @Override
    public long getTaskCount() {
        warn();
        return super.getTaskCount();
    }

    private void warn() {
        if (repeats) Runtime.approximate("the program counts the runs of periodic tasks, which the search does not");
    }

    // ---- the end ----

    /** What is not to run any more leaves the queue and is cancelled. */
    @Override
    void onShutdown() {
        DelayedWorkQueue agenda = agenda();
        Gate.enter(gate);
        // What is due is no delayed task any more.
        List<Object> kept = executesDelayed ? List.of() : agenda.due();
        ArrayList<Object> gone = new ArrayList<>();
        for (Object found : agenda.toArray()) {
            // What a subclass has decorated is asked later, for it may do anything.
            boolean isForeign = !(found instanceof Task<?>);
            if (isForeign || (!isKept((Task<?>) found, kept) && agenda.remove(found))) gone.add(found);
        }
        Gate.leave();
        for (Object task : gone) {
            boolean isOurs = task instanceof Task<?>;
            if (!isOurs && task instanceof RunnableScheduledFuture<?> foreign && isKept(foreign, kept)) continue;
            if (!isOurs) remove((Runnable) task);
            if (task instanceof Future<?> future) future.cancel(false);
        }
    }

    private boolean isKept(RunnableScheduledFuture<?> task, List<Object> due) {
        boolean isKept = task.isPeriodic() ? continuesPeriodic : executesDelayed;
        for (int i = 0; !isKept && i < due.size(); i++) isKept = due.get(i) == task && !task.isPeriodic();
        return isKept && !task.isCancelled();
    }

    private void policyChanged() {
        if (!isShutdown()) return;
        onShutdown();
        tryTerminate();
    }

    public void setContinueExistingPeriodicTasksAfterShutdownPolicy(boolean value) {
        boolean isLess = continuesPeriodic && !value;
        continuesPeriodic = value;
        if (isLess) policyChanged();
    }

    public boolean getContinueExistingPeriodicTasksAfterShutdownPolicy() {
        return continuesPeriodic;
    }

    public void setExecuteExistingDelayedTasksAfterShutdownPolicy(boolean value) {
        boolean isLess = executesDelayed && !value;
        executesDelayed = value;
        if (isLess) policyChanged();
    }

    public boolean getExecuteExistingDelayedTasksAfterShutdownPolicy() {
        return executesDelayed;
    }

    public void setRemoveOnCancelPolicy(boolean value) {
        removeOnCancel = value;
    }

    public boolean getRemoveOnCancelPolicy() {
        return removeOnCancel;
    }

    /** The agenda as the queue of a pool, each operation one step. */
    static final class DelayedWorkQueue extends AbstractQueue<Runnable> implements BlockingQueue<Runnable> {
        private final Gate gate = new Gate(0);
        private final Agenda<Runnable> agenda = new Agenda<>();

        void add(Runnable task, long delay, long period) {
            Gate.enter(gate);
            agenda.add(task, delay, period);
            Gate.leave();
        }

        void repeat(Runnable task) {
            Gate.enter(gate);
            agenda.repeat(task);
            Gate.leave();
        }

        List<Object> due() {
            Gate.enter(gate);
            ArrayList<Object> tasks = agenda.due();
            Gate.leave();
            return tasks;
        }

        /** A task that has been taken does not come back. */
        void drop(Runnable task) {
            Gate.enter(gate);
            agenda.remove(task);
            Gate.leave();
        }

        @Override
        public boolean offer(Runnable task) {
            add(task, ((Delayed) task).getDelay(TimeUnit.NANOSECONDS), 0);
            return true;
        }

        @Override
        public void put(Runnable task) {
            offer(task);
        }

        @Override
        public boolean offer(Runnable task, long timeout, TimeUnit unit) {
            return offer(task);
        }

        @Override
        public Runnable poll() {
            Gate.enter(gate);
            Runnable task = agenda.poll();
            Gate.leave();
            return task;
        }

        @Override
        public Runnable take() throws InterruptedException {
            return await(Gate.FOREVER);
        }

        @Override
        public Runnable poll(long timeout, TimeUnit unit) throws InterruptedException {
            return await(unit.toNanos(timeout));
        }

        private Runnable await(long nanos) throws InterruptedException {
            Gate.enter(gate);
            try {
                if (Thread.interrupted()) throw new InterruptedException();
                return agenda.take(nanos);
            } finally {
                Gate.leave();
            }
        }

        @Override
        public Runnable peek() {
            Object[] all = toArray();
            return all.length == 0 ? null : (Runnable) all[0];
        }

        @Override
        public boolean remove(Object task) {
            Gate.enter(gate);
            boolean isRemoved = agenda.remove(task);
            Gate.leave();
            return isRemoved;
        }

        @Override
        public boolean contains(Object task) {
            for (Object other : toArray()) if (other == task) return true;
            return false;
        }

        @Override
        public int size() {
            Gate.enter(gate);
            int size = agenda.size();
            Gate.leave();
            return size;
        }

        @Override
        public boolean isEmpty() {
            return size() == 0;
        }

        @Override
        public int remainingCapacity() {
            return Integer.MAX_VALUE;
        }

        @Override
        public void clear() {
            Gate.enter(gate);
            agenda.clear();
            Gate.leave();
        }

        @Override
        public int drainTo(Collection<? super Runnable> target) {
            return drainTo(target, Integer.MAX_VALUE);
        }

        /** Only what is due. */
        @Override
        public int drainTo(Collection<? super Runnable> target, int limit) {
            if (target == null) throw new NullPointerException();
            if (target == this) throw new IllegalArgumentException();
            int count = 0;
            for (Runnable task = null; count < limit && (task = poll()) != null; count++) target.add(task);
            return count;
        }

        @Override
        public Object[] toArray() {
            Gate.enter(gate);
            Object[] tasks = agenda.toArray();
            Gate.leave();
            return tasks;
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T> T[] toArray(T[] into) {
            Object[] tasks = toArray();
            if (into.length < tasks.length) return (T[]) java.util.Arrays.copyOf(tasks, tasks.length, into.getClass());
            System.arraycopy(tasks, 0, into, 0, tasks.length);
            if (into.length > tasks.length) into[tasks.length] = null;
            return into;
        }

        @Override
        public Iterator<Runnable> iterator() {
            Object[] tasks = toArray();
            return new Iterator<>() {
                private int next;

                @Override
                public boolean hasNext() {
                    return next < tasks.length;
                }

                @Override
                public Runnable next() {
                    if (next >= tasks.length) throw new java.util.NoSuchElementException();
                    return (Runnable) tasks[next++];
                }

                @Override
                public void remove() {
                    if (next == 0) throw new IllegalStateException();
                    DelayedWorkQueue.this.remove(tasks[next - 1]);
                }
            };
        }
    }
}
