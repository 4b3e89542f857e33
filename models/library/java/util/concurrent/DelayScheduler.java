package java.util.concurrent;

import deadwood.internal.Time;

/** Delayed tasks of fork-join pools: an executor of one daemon thread keeps them until they are due. */
final class DelayScheduler {
    private DelayScheduler() {
    }

    static ScheduledThreadPoolExecutor newExecutor() {
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(null, task, "ForkJoinPool-delayScheduler", 0L, false);
            thread.setDaemon(true);
            return thread;
        });
        executor.setRemoveOnCancelPolicy(true);
        executor.countsTasks = false;
        return executor;
    }

    /** Runs after a delay, and again after each run when there is a next delay: below 0 from start to start, else from end to start. */
    static final class ScheduledForkJoinTask<T> extends ForkJoinTask.AdaptedTask<T>
        implements RunnableScheduledFuture<T> {
        private static final long serialVersionUID = 0L;

        private final transient ForkJoinPool pool;
        private final long delay;
        private final long nextDelay;
        /** Short and harmless: the thread of the scheduler runs it itself. */
        private final boolean isImmediate;
        private transient ScheduledThreadPoolExecutor executor;
        /** When it is or was due, by the clock of a plain run. */
        private transient long time;
        private transient ScheduledFuture<?> trigger;

        ScheduledForkJoinTask(
            long delay, long nextDelay, boolean isImmediate, Runnable runnable, Callable<T> callable,
            ForkJoinPool pool) {
            super(runnable, callable, null, true);
            this.delay = delay;
            this.nextDelay = nextDelay;
            this.isImmediate = isImmediate;
            this.pool = pool;
        }

        void scheduleIn(ScheduledThreadPoolExecutor executor) {
            this.executor = executor;
            this.time = Time.nanos() + delay;
            await(delay);
        }

        private void await(long nanos) {
            trigger = executor.schedule((Runnable) this::due, nanos, TimeUnit.NANOSECONDS);
        }

        private void due() {
            if (isDone()) return;
            if (isImmediate) doExec();
            else pool.pushDue(this);
            pool.delayedTaskEnded();
        }

        @Override
        protected boolean exec() {
            boolean isComplete = super.exec();
            if (nextDelay != 0 && !isDone() && !pool.isShutdown()) await(untilNext());
            return isComplete && nextDelay == 0;
        }

        private long untilNext() {
            if (nextDelay > 0) return nextDelay;
            if (Time.isAbstract()) return -nextDelay;
            time -= nextDelay;
            return time - Time.nanos();
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            boolean isCancelled = super.cancel(mayInterruptIfRunning);
            ScheduledFuture<?> pending = trigger;
            if (pending != null) pending.cancel(false);
            pool.delayedTaskEnded();
            return isCancelled;
        }

        @Override
        public boolean isPeriodic() {
            return nextDelay != 0;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return trigger.getDelay(unit);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }
    }
}
