package java.util.concurrent;

import deadwood.internal.Gate;
import deadwood.internal.Steps;
import java.util.ArrayList;
import java.util.List;

/**
 * A pool of threads as one gate, whose value is the state of the pool. To hand
 * over a task, to fetch one and to retire are one step each; a worker waits for
 * its next task inside the section. Queues of the program under test are used
 * outside, for they may do anything.
 */
public class ThreadPoolExecutor extends AbstractExecutorService {
    private static final int RUNNING = 0;
    private static final int SHUTDOWN = 1;
    private static final int STOPPED = 2;
    private static final int TIDYING = 3;
    private static final int TERMINATED = 4;

    private static final RejectedExecutionHandler ABORT = new AbortPolicy();

    final Gate gate = new Gate(RUNNING);
    private final BlockingQueue<Runnable> queue;
    /** The queue's operations are the library's own. */
    private final boolean trusted;
    private final ArrayList<Worker> workers = new ArrayList<>();
    /** Workers there are, or will be in a moment. */
    private int size;
    private int largest;
    /** Threads that have called shutdown and see to the queue: the pool does not end before they are through. */
    private int leaving;
    /** Tasks completed by workers that are gone. */
    private long completed;
    /** False where nobody can ask for the number of tasks. */
    boolean countsTasks = true;
    private volatile ThreadFactory factory;
    private volatile RejectedExecutionHandler handler;
    private volatile long keepAliveNanos;
    private volatile boolean coreTimesOut;
    private volatile int core;
    private volatile int maximum;

    private final class Worker implements Runnable {
        final Thread thread;
        Runnable first;
        /** Has a task, or has not come to ask for one yet. Others than those are idle. */
        boolean busy = true;
        boolean hasTask;
        long tasks;

        Worker(Runnable first) {
            this.first = first;
            this.thread = factory.newThread(this);
        }

        @Override
        public void run() {
            runWorker(this);
        }
    }

    public ThreadPoolExecutor(
        int corePoolSize, int maximumPoolSize, long keepAliveTime, TimeUnit unit, BlockingQueue<Runnable> workQueue) {
        this(corePoolSize, maximumPoolSize, keepAliveTime, unit, workQueue, Executors.defaultThreadFactory(), ABORT);
    }

    public ThreadPoolExecutor(
        int corePoolSize, int maximumPoolSize, long keepAliveTime, TimeUnit unit, BlockingQueue<Runnable> workQueue,
        ThreadFactory threadFactory) {
        this(corePoolSize, maximumPoolSize, keepAliveTime, unit, workQueue, threadFactory, ABORT);
    }

    public ThreadPoolExecutor(
        int corePoolSize, int maximumPoolSize, long keepAliveTime, TimeUnit unit, BlockingQueue<Runnable> workQueue,
        RejectedExecutionHandler handler) {
        this(corePoolSize, maximumPoolSize, keepAliveTime, unit, workQueue, Executors.defaultThreadFactory(), handler);
    }

    public ThreadPoolExecutor(
        int corePoolSize, int maximumPoolSize, long keepAliveTime, TimeUnit unit, BlockingQueue<Runnable> workQueue,
        ThreadFactory threadFactory, RejectedExecutionHandler handler) {
        if (corePoolSize < 0 || maximumPoolSize <= 0 || maximumPoolSize < corePoolSize || keepAliveTime < 0) {
            throw new IllegalArgumentException();
        }
        if (workQueue == null || threadFactory == null || handler == null) throw new NullPointerException();
        this.core = corePoolSize;
        this.maximum = maximumPoolSize;
        this.queue = workQueue;
        this.trusted = workQueue.getClass().getClassLoader() == null;
        this.keepAliveNanos = unit.toNanos(keepAliveTime);
        this.factory = threadFactory;
        this.handler = handler;
    }

    // ---- tasks come in ----

    @Override
    public void execute(Runnable command) {
        if (command == null) throw new NullPointerException();
        Gate.enter(gate);
        if (gate.value == RUNNING && size < core) {
            size++;
            Gate.leave();
            if (spawn(command)) return;
            Gate.enter(gate);
        }
        boolean isAccepted = false;
        boolean needsWorker = false;
        if (gate.value == RUNNING && offer(command)) {
            isAccepted = gate.value == RUNNING || !queue.remove(command);
            needsWorker = isAccepted && size == 0;
        } else if (gate.value == RUNNING && size < maximum) {
            size++;
            Gate.leave();
            if (!spawn(command)) reject(command);
            return;
        }
        if (needsWorker) size++;
        Gate.leave();
        if (!isAccepted) reject(command);
        else if (needsWorker) spawn(null);
    }

    /** Inside a section, which a queue of the program's own interrupts. */
    private boolean offer(Runnable command) {
        if (trusted) return queue.offer(command);
        Gate.leave();
        try {
            return queue.offer(command);
        } finally {
            Gate.enter(gate);
        }
    }

    /**
     * Begins a section in which the pool is looked at as a whole, or changed. Where the JDK's pool is locked while it
     * calls the program, the thread that does so owns the gate, and others wait here.
     */
    private void lock() {
        Gate.passSurely(gate, Gate.NOT_OWNED_BY_OTHERS, 0);
    }

    /** Makes and starts the worker that `size` counts already; false when that fails. */
    final boolean spawn(Runnable first) {
        Worker worker = null;
        boolean isStarted = false;
        try {
            worker = new Worker(first);
            if (worker.thread != null) isStarted = start(worker);
        } finally {
            if (!isStarted) {
                lock();
                workers.remove(worker);
                size--;
                endIfDone();
            }
        }
        return isStarted;
    }

    private boolean start(Worker worker) {
        lock();
        try {
            if (gate.value > SHUTDOWN || (gate.value == SHUTDOWN && worker.first != null)) return false;
            if (worker.thread.getState() != Thread.State.NEW) throw new IllegalThreadStateException();
            workers.add(worker);
            largest = Math.max(largest, workers.size());
            worker.thread.start();
            return true;
        } finally {
            Gate.leave();
        }
    }

    // ---- workers ----

    final void runWorker(Worker worker) {
        boolean isAbrupt = true;
        try {
            for (Runnable task = fetch(worker); task != null; task = fetch(worker)) {
                beforeExecute(worker.thread, task);
                try {
                    task.run();
                    afterExecute(task, null);
                } catch (Throwable thrown) {
                    afterExecute(task, thrown);
                    throw thrown;
                }
            }
            isAbrupt = false;
        } finally {
            if (isAbrupt) {
                Gate.enter(gate);
                retire(worker, true);
            }
        }
    }

    /** The next task; null when the worker has retired. */
    private Runnable fetch(Worker worker) {
        Gate.enter(gate);
        count(worker);
        boolean isWatched = Steps.areSplit(Steps.ACTIVITY);
        if (isWatched) pause();
        worker.busy = false;
        if (isWatched) pause();
        Runnable task = worker.first;
        worker.first = null;
        if (task == null) task = await();
        if (task == null) {
            retire(worker, false);
            return null;
        }
        // It has left the queue, and nobody is busy with it.
        if (isWatched) pause();
        worker.busy = true;
        worker.hasTask = true;
        boolean isStopped = gate.value >= STOPPED;
        // What is left of an interrupt of an idle worker is none of the task's business.
        if (!isStopped) Thread.interrupted();
        Gate.leave();
        if (isStopped) worker.thread.interrupt();
        return task;
    }

    /** Others may come between two sections. */
    private void pause() {
        Gate.leave();
        Gate.enter(gate);
    }

    /** Inside a section: the worker is through with its task, if it had one. */
    private void count(Worker worker) {
        if (worker.hasTask && countsTasks) worker.tasks++;
        worker.hasTask = false;
    }

    /** Inside a section: waits for a task; null when the worker is no longer needed. */
    private Runnable await() {
        boolean isLate = false;
        for (;;) {
            if (gate.value >= STOPPED || (gate.value == SHUTDOWN && queue.isEmpty())) return null;
            boolean isTimed = coreTimesOut || size > core;
            if ((size > maximum || (isTimed && isLate)) && (size > 1 || queue.isEmpty())) return null;
            try {
                Runnable task = take(isTimed);
                if (task != null) return task;
                isLate = true;
            } catch (InterruptedException e) {
                isLate = false;
            }
        }
    }

    private Runnable take(boolean isTimed) throws InterruptedException {
        if (!trusted) Gate.leave();
        try {
            return isTimed ? queue.poll(keepAliveNanos, TimeUnit.NANOSECONDS) : queue.take();
        } finally {
            if (!trusted) Gate.enter(gate);
        }
    }

    /** Ends the section. */
    private void retire(Worker worker, boolean isAbrupt) {
        lock();
        Gate.leave();
        size--;
        count(worker);
        completed += worker.tasks;
        workers.remove(worker);
        boolean needsOther = gate.value < STOPPED && (isAbrupt || size < least());
        if (needsOther) {
            size++;
            Gate.leave();
            spawn(null);
        } else {
            endIfDone();
        }
    }

    private int least() {
        int least = coreTimesOut ? 0 : core;
        if (gate.value == SHUTDOWN) least = 0;
        return least == 0 && !queue.isEmpty() ? 1 : least;
    }

    final void tryTerminate() {
        lock();
        endIfDone();
    }

    /** Ends the section, and the pool when it is shut down and nothing is left to do. */
    private void endIfDone() {
        boolean isOver = leaving == 0 && (gate.value == STOPPED || (gate.value == SHUTDOWN && queue.isEmpty()));
        if (isOver && size > 0) interruptIdle(true);
        if (!isOver || size > 0) {
            Gate.leave();
            return;
        }
        if (getClass() != ThreadPoolExecutor.class) {
            gate.value = TIDYING;
            Gate.own(gate, 1);
            Gate.leave();
            try {
                terminated();
            } finally {
                // Outside of a section, where it is a step: others ask for the state and do not wait for the owner.
                gate.value = TERMINATED;
                Gate.disown(gate);
            }
            return;
        }
        gate.value = TERMINATED;
        Gate.leave();
    }

    /** Inside a section, which a thread with an interrupt() of the program's own suspends. */
    private void interruptIdle(boolean onlyOne) {
        Gate.own(gate, 1);
        try {
            for (int i = 0; i < workers.size(); i++) {
                Worker worker = workers.get(i);
                if (!worker.busy) worker.thread.interrupt();
                if (onlyOne) return;
            }
        } finally {
            Gate.disown(gate);
        }
    }

    // ---- the end ----

    @Override
    public void shutdown() {
        lock();
        if (gate.value < SHUTDOWN) gate.value = SHUTDOWN;
        interruptIdle(false);
        if (getClass() == ThreadPoolExecutor.class) {
            endIfDone();
            return;
        }
        leaving++;
        Gate.leave();
        try {
            onShutdown();
        } finally {
            lock();
            leaving--;
            endIfDone();
        }
    }

    @Override
    public List<Runnable> shutdownNow() {
        ArrayList<Runnable> left = new ArrayList<>();
        lock();
        if (gate.value < STOPPED) gate.value = STOPPED;
        Gate.own(gate, 1);
        try {
            for (int i = 0; i < workers.size(); i++) workers.get(i).thread.interrupt();
            queue.drainTo(left);
            // A delay queue hands out only what is due.
            for (Runnable task : queue.toArray(new Runnable[0])) if (queue.remove(task)) left.add(task);
        } finally {
            Gate.disown(gate);
        }
        endIfDone();
        return left;
    }

    @Override
    public boolean isShutdown() {
        return gate.value >= SHUTDOWN;
    }

    final boolean isStopped() {
        return gate.value >= STOPPED;
    }

    final boolean isRunningOrShutdown(boolean shutdownCounts) {
        int state = gate.value;
        return state == RUNNING || (state == SHUTDOWN && shutdownCounts);
    }

    public boolean isTerminating() {
        int state = gate.value;
        return state >= SHUTDOWN && state < TERMINATED;
    }

    @Override
    public boolean isTerminated() {
        return gate.value == TERMINATED;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        long nanos = unit.toNanos(timeout);
        boolean hasHook = getClass() != ThreadPoolExecutor.class;
        if (hasHook && isTerminatedBehindHook()) return true;
        boolean isOver;
        try {
            isOver = Gate.pass(gate, Gate.AT_LEAST | Gate.PATIENT, TERMINATED, true, nanos);
        } catch (InterruptedException e) {
            if (hasHook) isTerminatedBehindHook();
            throw e;
        }
        if (isOver) Gate.leave();
        return isOver || (hasHook && isTerminatedBehindHook());
    }

    /** Waits while terminated() runs: no time limit and no interrupt ends that. */
    private boolean isTerminatedBehindHook() {
        lock();
        boolean isOver = gate.value == TERMINATED;
        Gate.leave();
        return isOver;
    }

    @Deprecated(since = "9")
    protected void finalize() {
    }

    /** Sees to what is in the queue. */
    void onShutdown() {
    }

    final void reject(Runnable command) {
        handler.rejectedExecution(command, this);
    }

    /** Sees to it that there is a worker, of the core or at least one. */
    void ensurePrestart() {
        prestart(Math.max(core, 1));
    }

    /** Inside a section: what the running worker does is not to be counted as a task. */
    final void uncount() {
        for (int i = 0; i < workers.size(); i++) {
            Worker worker = workers.get(i);
            if (worker.thread == Thread.currentThread()) worker.tasks--;
        }
    }

    /** Inside a section: counts one more worker, for the caller to make, when there are too few for the core, or none. */
    final boolean reserveWorker() {
        boolean isWanted = size < Math.max(core, 1) && gate.value <= SHUTDOWN;
        if (isWanted) size++;
        return isWanted;
    }

    private boolean prestart(int limit) {
        Gate.enter(gate);
        boolean isWanted = size < limit && gate.value <= SHUTDOWN;
        if (isWanted) size++;
        Gate.leave();
        return isWanted && spawn(null);
    }

    // ---- what can be set and asked ----

    public void setThreadFactory(ThreadFactory threadFactory) {
        if (threadFactory == null) throw new NullPointerException();
        factory = threadFactory;
    }

    public ThreadFactory getThreadFactory() {
        return factory;
    }

    public void setRejectedExecutionHandler(RejectedExecutionHandler handler) {
        if (handler == null) throw new NullPointerException();
        this.handler = handler;
    }

    public RejectedExecutionHandler getRejectedExecutionHandler() {
        return handler;
    }

    public void setCorePoolSize(int corePoolSize) {
        if (corePoolSize < 0 || maximum < corePoolSize) throw new IllegalArgumentException();
        int more = corePoolSize - core;
        core = corePoolSize;
        interruptSurplus();
        for (int i = Math.min(more, queue.size()); i > 0 && prestartCoreThread() && !queue.isEmpty(); i--);
    }

    public int getCorePoolSize() {
        return core;
    }

    public boolean prestartCoreThread() {
        return prestart(core);
    }

    public int prestartAllCoreThreads() {
        int started = 0;
        while (prestart(core)) started++;
        return started;
    }

    public boolean allowsCoreThreadTimeOut() {
        return coreTimesOut;
    }

    public void allowCoreThreadTimeOut(boolean value) {
        if (value && keepAliveNanos <= 0) {
            throw new IllegalArgumentException("Core threads must have nonzero keep alive times");
        }
        if (value == coreTimesOut) return;
        coreTimesOut = value;
        if (value) interruptAllIdle();
    }

    public void setMaximumPoolSize(int maximumPoolSize) {
        if (maximumPoolSize <= 0 || maximumPoolSize < core) throw new IllegalArgumentException();
        maximum = maximumPoolSize;
        interruptSurplus();
    }

    public int getMaximumPoolSize() {
        return maximum;
    }

    public void setKeepAliveTime(long time, TimeUnit unit) {
        if (time < 0) throw new IllegalArgumentException();
        if (time == 0 && coreTimesOut) {
            throw new IllegalArgumentException("Core threads must have nonzero keep alive times");
        }
        long nanos = unit.toNanos(time);
        boolean isShorter = nanos < keepAliveNanos;
        keepAliveNanos = nanos;
        if (isShorter) interruptAllIdle();
    }

    /** Workers look again whether they are needed. */
    private void interruptAllIdle() {
        lock();
        interruptIdle(false);
        Gate.leave();
    }

    private void interruptSurplus() {
        lock();
        if (size > core) interruptIdle(false);
        Gate.leave();
    }

    public long getKeepAliveTime(TimeUnit unit) {
        return unit.convert(keepAliveNanos, TimeUnit.NANOSECONDS);
    }

    public BlockingQueue<Runnable> getQueue() {
        return queue;
    }

    public boolean remove(Runnable task) {
        boolean isRemoved = queue.remove(task);
        tryTerminate();
        return isRemoved;
    }

    public void purge() {
        for (Object task : queue.toArray()) {
            if (task instanceof Future<?> future && future.isCancelled()) queue.remove(task);
        }
        tryTerminate();
    }

    public int getPoolSize() {
        lock();
        int count = gate.value >= TIDYING ? 0 : workers.size();
        Gate.leave();
        return count;
    }

    public int getActiveCount() {
        Steps.split(Steps.ACTIVITY);
        lock();
        int count = busyWorkers();
        Gate.leave();
        return count;
    }

    private int busyWorkers() {
        int count = 0;
        for (int i = 0; i < workers.size(); i++) if (workers.get(i).busy) count++;
        return count;
    }

    public int getLargestPoolSize() {
        return largest;
    }

    public long getTaskCount() {
        Steps.split(Steps.ACTIVITY);
        lock();
        long count = completedTasks() + busyWorkers();
        Gate.leave();
        return count + queue.size();
    }

    public long getCompletedTaskCount() {
        lock();
        long count = completedTasks();
        Gate.leave();
        return count;
    }

    private long completedTasks() {
        long count = completed;
        for (int i = 0; i < workers.size(); i++) count += workers.get(i).tasks;
        return count;
    }

    @Override
    public String toString() {
        Steps.split(Steps.ACTIVITY);
        lock();
        long done = completedTasks();
        int count = workers.size();
        int active = busyWorkers();
        int state = gate.value;
        Gate.leave();
        String word = state == RUNNING ? "Running" : state == TERMINATED ? "Terminated" : "Shutting down";
        return super.toString() + "[" + word + ", pool size = " + count + ", active threads = " + active
            + ", queued tasks = " + queue.size() + ", completed tasks = " + done + "]";
    }

    protected void beforeExecute(Thread thread, Runnable task) {
    }

    protected void afterExecute(Runnable task, Throwable thrown) {
    }

    protected void terminated() {
    }

    public static class CallerRunsPolicy implements RejectedExecutionHandler {
        public CallerRunsPolicy() {
        }

        @Override
        public void rejectedExecution(Runnable task, ThreadPoolExecutor pool) {
            if (!pool.isShutdown()) task.run();
        }
    }

    public static class AbortPolicy implements RejectedExecutionHandler {
        public AbortPolicy() {
        }

        @Override
        public void rejectedExecution(Runnable task, ThreadPoolExecutor pool) {
            throw new RejectedExecutionException("Task " + task + " rejected from " + pool);
        }
    }

    public static class DiscardPolicy implements RejectedExecutionHandler {
        public DiscardPolicy() {
        }

        @Override
        public void rejectedExecution(Runnable task, ThreadPoolExecutor pool) {
        }
    }

    public static class DiscardOldestPolicy implements RejectedExecutionHandler {
        public DiscardOldestPolicy() {
        }

        @Override
        public void rejectedExecution(Runnable task, ThreadPoolExecutor pool) {
            if (pool.isShutdown()) return;
            pool.getQueue().poll();
            pool.execute(task);
        }
    }
}
