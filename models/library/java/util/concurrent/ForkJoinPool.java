package java.util.concurrent;

import deadwood.internal.Gate;
import deadwood.internal.Runtime;
import deadwood.internal.Time;
import deadwood.internal.Waiter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A fork-join pool as one gate, whose value is the state of the pool. Each
 * worker has a queue, and each other thread that submits tasks has one: a
 * worker takes the newest task of its own (the oldest in async mode), else the
 * oldest of any other's; where there are several to choose from, a checked run
 * tries each. To fork, to take a task, and to find in a join whether there is
 * something to do meanwhile, are one step each.
 *
 * Who joins a task that is in its own queue runs it. A worker whose task was
 * taken by another one runs tasks of that other one's queue, and then waits.
 * There are never more workers than the parallelism, unless all of them wait
 * for tasks or in managed blocks: then another one is made.
 *
 * Steals are not counted, and idle workers stay: to do otherwise would tell
 * states apart that are the same.
 */
public class ForkJoinPool extends AbstractExecutorService implements ScheduledExecutorService {
    private static final int RUNNING = 0;
    private static final int SHUTDOWN = 1;
    private static final int STOPPED = 2;
    private static final int TERMINATED = 3;

    private static final int MAX_PARALLELISM = 0x7fff;

    public static final ForkJoinWorkerThreadFactory defaultForkJoinWorkerThreadFactory = new DefaultFactory(false);

    static final ForkJoinPool common = new ForkJoinPool(new DefaultFactory(true));

    private static int pools;

    /** Creates the workers. */
    public interface ForkJoinWorkerThreadFactory {
        ForkJoinWorkerThread newThread(ForkJoinPool pool);
    }

    /** Something to wait for. */
    public interface ManagedBlocker {
        boolean block() throws InterruptedException;

        boolean isReleasable();
    }

    private static final class DefaultFactory implements ForkJoinWorkerThreadFactory {
        private final boolean forgetsLocals;

        DefaultFactory(boolean forgetsLocals) {
            this.forgetsLocals = forgetsLocals;
        }

        @Override
        public ForkJoinWorkerThread newThread(ForkJoinPool pool) {
            return new ForkJoinWorkerThread(null, pool, true, forgetsLocals);
        }
    }

    private static final class Node {
        final ForkJoinTask<?> task;
        Node older;
        Node newer;

        Node(ForkJoinTask<?> task) {
            this.task = task;
        }
    }

    /** Tasks of one thread that nobody has taken yet. All inside sections of the pool's gate. */
    static final class Queue {
        final Thread owner;
        /** Its owner is not a worker of this pool. */
        final boolean isExternal;
        private Node oldest;
        private Node newest;
        /** Where the worker found what it does now, when that was in the queue of another one. */
        Queue source;

        Queue(Thread owner, boolean isExternal) {
            this.owner = owner;
            this.isExternal = isExternal;
        }

        void append(ForkJoinTask<?> task) {
            Node node = new Node(task);
            node.older = newest;
            if (newest == null) oldest = node;
            else newest.newer = node;
            newest = node;
        }

        private ForkJoinTask<?> remove(Node node) {
            if (node.older == null) oldest = node.newer;
            else node.older.newer = node.newer;
            if (node.newer == null) newest = node.older;
            else node.newer.older = node.older;
            return node.task;
        }

        boolean remove(ForkJoinTask<?> task) {
            Node node = newest;
            while (node != null && node.task != task) node = node.older;
            if (node != null) remove(node);
            return node != null;
        }

        boolean isEmpty() {
            return oldest == null;
        }

        int size() {
            int size = 0;
            for (Node node = oldest; node != null; node = node.newer) size++;
            return size;
        }

        /** True when its owner works for what `other` had, at once or by way of others. */
        boolean worksFor(Queue other) {
            Queue queue = source;
            for (int i = 0; queue != null && i < 8; i++, queue = queue.source) if (queue == other) return true;
            return false;
        }
    }

    private final Gate gate = new Gate(RUNNING);
    /** The number of tasks in all queues: what idle workers wait for. */
    private final Gate queued = new Gate(0);
    private final ForkJoinWorkerThreadFactory factory;
    final Thread.UncaughtExceptionHandler handler;
    private final boolean async;
    private final String workerPrefix;
    private int parallelism;
    /** Of workers, in the order of their start, then of other threads that have something in it. */
    private Queue[] queues = new Queue[0];
    private int workerNumber;
    /** Workers there are, or will be in a moment. */
    private int workers;
    private int idle;
    /** Workers that wait for a task or in a managed block. */
    private int blocked;
    /** Threads that wait for the others to be idle. */
    private Waiter quiescers;
    private boolean dropsDelayed;
    private ScheduledThreadPoolExecutor delayer;

    public ForkJoinPool(int parallelism) {
        this(parallelism, defaultForkJoinWorkerThreadFactory, null, false);
    }

    public ForkJoinPool(
        int parallelism, ForkJoinWorkerThreadFactory factory, Thread.UncaughtExceptionHandler handler,
        boolean asyncMode) {
        if (factory == null) throw new NullPointerException();
        if (parallelism <= 0 || parallelism > MAX_PARALLELISM) throw new IllegalArgumentException();
        this.parallelism = parallelism;
        this.factory = factory;
        this.handler = handler;
        this.async = asyncMode;
        this.workerPrefix = "ForkJoinPool-" + nextPool() + "-worker-";
    }

    public ForkJoinPool(
        int parallelism, ForkJoinWorkerThreadFactory factory, Thread.UncaughtExceptionHandler handler,
        boolean asyncMode, int corePoolSize, int maximumPoolSize, int minimumRunnable,
        Predicate<? super ForkJoinPool> saturate, long keepAliveTime, TimeUnit unit) {
        this(parallelism, factory, handler, asyncMode);
        if (maximumPoolSize < parallelism || keepAliveTime <= 0L) throw new IllegalArgumentException();
        unit.toMillis(keepAliveTime);
    }

    private static synchronized int nextPool() {
        return ++pools;
    }

    public ForkJoinPool() {
        this(Math.min(processors(), MAX_PARALLELISM));
    }

    /** The common pool. */
    private ForkJoinPool(DefaultFactory factory) {
        Integer asked = Integer.getInteger("java.util.concurrent.ForkJoinPool.common.parallelism");
        this.parallelism = asked == null || asked < 0 ? Math.max(processors() - 1, 1) : Math.min(asked, MAX_PARALLELISM);
        this.factory = factory;
        this.handler = null;
        this.async = false;
        this.workerPrefix = "ForkJoinPool.commonPool-worker-";
    }

    private static int processors() {
        return java.lang.Runtime.getRuntime().availableProcessors();
    }

    public static ForkJoinPool commonPool() {
        return common;
    }

    /** The common pool, with at least two workers: who uses it does not join what it submits. */
    static ForkJoinPool asyncCommonPool() {
        if (common.parallelism < 2) common.setParallelism(2);
        return common;
    }

    /** Null when the running thread is not a worker. */
    static ForkJoinWorkerThread currentWorker() {
        return Thread.currentThread() instanceof ForkJoinWorkerThread worker ? worker : null;
    }

    private ForkJoinWorkerThread workerHere() {
        ForkJoinWorkerThread worker = currentWorker();
        return worker != null && worker.pool == this ? worker : null;
    }

    // ---- queues, inside sections ----

    /** The latest queue of a thread that is not a worker of this pool; null when it has nothing queued. */
    private Queue find(Thread thread) {
        Queue found = null;
        for (Queue queue : queues) if (queue.owner == thread) found = queue;
        return found;
    }

    /** Removes a task from a queue of the running thread's; false when it is not there. */
    private boolean removeOwn(ForkJoinTask<?> task, Queue own) {
        if (own == null) return false;
        for (Queue queue : queues) {
            if (queue.owner != own.owner || !queue.remove(task)) continue;
            taken(queue);
            return true;
        }
        return false;
    }

    /** True when threads other than the running one, no workers either, have tasks in queues. */
    private boolean isContended() {
        for (Queue queue : queues) {
            if (queue.isExternal && queue.owner != Thread.currentThread()) return true;
        }
        return false;
    }

    private Queue queueOf(ForkJoinWorkerThread worker) {
        return worker == null ? find(Thread.currentThread()) : worker.queue;
    }

    private void add(Queue queue) {
        Queue[] more = new Queue[queues.length + 1];
        System.arraycopy(queues, 0, more, 0, queues.length);
        more[queues.length] = queue;
        queues = more;
    }

    private void drop(Queue queue) {
        int at = 0;
        while (at < queues.length && queues[at] != queue) at++;
        if (at == queues.length) return;
        Queue[] fewer = new Queue[queues.length - 1];
        System.arraycopy(queues, 0, fewer, 0, at);
        System.arraycopy(queues, at + 1, fewer, at, fewer.length - at);
        queues = fewer;
    }

    /** A task has been taken from the queue: nobody needs that of another thread than a worker when it is empty. */
    private void taken(Queue queue) {
        queued.value--;
        if (queue.isEmpty() && queue.isExternal) drop(queue);
    }

    private ForkJoinTask<?> takeOwn(Queue queue) {
        if (queue == null || queue.isEmpty()) return null;
        ForkJoinTask<?> task = queue.remove(async ? queue.oldest : queue.newest);
        taken(queue);
        return task;
    }

    /** The oldest of any queue but one's own, for which `root` says whether it is of use: null says all are. */
    private ForkJoinTask<?> steal(Queue own, ForkJoinTask<?> root) {
        int count = 0;
        for (Queue queue : queues) if (canSteal(queue, own, root)) count++;
        if (count == 0) return null;
        int chosen = Time.choose(count);
        for (Queue queue : queues) {
            if (!canSteal(queue, own, root) || chosen-- > 0) continue;
            ForkJoinTask<?> task = queue.remove(queue.oldest);
            taken(queue);
            if (own != null && !own.isExternal) own.source = queue;
            return task;
        }
        throw new AssertionError();
    }

    private static boolean canSteal(Queue queue, Queue own, ForkJoinTask<?> root) {
        if (queue == own || queue.isEmpty()) return false;
        if (root == null) return true;
        if (root instanceof CountedCompleter<?>) {
            return queue.oldest.task instanceof CountedCompleter<?> task && task.isFor(root);
        }
        return own != null && queue.worksFor(own);
    }

    // ---- tasks come in ----

    /** By a worker of this pool, or by any other thread when that is null. */
    final void push(ForkJoinTask<?> task, ForkJoinWorkerThread worker) {
        push(task, worker, worker == null ? RUNNING : TERMINATED);
    }

    /** As long as the pool has not come further than the state that is named. */
    final void push(ForkJoinTask<?> task, ForkJoinWorkerThread worker, int latest) {
        Gate.enter(gate);
        if (gate.value > latest) {
            Gate.leave();
            throw new RejectedExecutionException();
        }
        Queue queue = queueOf(worker);
        // Threads that get into each other's way may go to another queue: what one of them submits has no order then.
        if (queue == null || (worker == null && isContended())) {
            queue = new Queue(Thread.currentThread(), true);
            add(queue);
        }
        queue.append(task);
        queued.value++;
        wakeQuiescers();
        addWorker();
        Gate.leave();
        addForeignWorker();
    }

    private <T extends ForkJoinTask<?>> T submitTask(T task) {
        push(task, workerHere());
        return task;
    }

    // ---- workers ----

    /** True when there are more tasks than idle workers, and there may be one more worker. */
    private boolean isShort() {
        if (queued.value <= idle || gate.value >= STOPPED || parallelism == 0) return false;
        return workers < parallelism || (idle == 0 && workers == blocked);
    }

    /** Inside a section, which ends when there is no room for another thread: one more worker where one is needed. */
    private void addWorker() {
        if (!(factory instanceof DefaultFactory) || !isShort()) return;
        ForkJoinWorkerThread worker = factory.newThread(this);
        workers++;
        add(worker.queue);
        try {
            worker.start();
        } catch (Throwable failure) {
            drop(worker.queue);
            workers--;
            Gate.leave();
            throw failure;
        }
    }

    /** The same outside, for a factory of the program's, which may do anything. */
    private void addForeignWorker() {
        if (factory instanceof DefaultFactory) return;
        Gate.enter(gate);
        boolean isWanted = isShort();
        if (isWanted) workers++;
        Gate.leave();
        if (!isWanted) return;
        ForkJoinWorkerThread worker = null;
        boolean isStarted = false;
        try {
            worker = factory.newThread(this);
            if (worker == null) return;
            Gate.enter(gate);
            add(worker.queue);
            Gate.leave();
            worker.start();
            isStarted = true;
        } finally {
            if (!isStarted) {
                if (worker == null) forgetWorker();
                else retire(worker);
            }
        }
    }

    private void forgetWorker() {
        Gate.enter(gate);
        workers--;
        endIfDone();
        Gate.leave();
    }

    final String nextWorkerName() {
        Gate.enter(gate);
        int number = ++workerNumber;
        Gate.leave();
        return workerPrefix + number;
    }

    final void work(ForkJoinWorkerThread worker) {
        for (ForkJoinTask<?> task = fetch(worker); task != null; task = fetch(worker)) task.runTaken();
    }

    /** The next task; null when the worker is to end. */
    private ForkJoinTask<?> fetch(ForkJoinWorkerThread worker) {
        Queue own = worker.queue;
        Gate.enter(gate);
        for (;;) {
            ForkJoinTask<?> task = gate.value >= STOPPED ? null : takeOwn(own);
            if (task == null) {
                own.source = null;
                if (worker.forgetsLocals) worker.forgetLocals();
                if (gate.value >= STOPPED) break;
                task = steal(own, null);
            }
            if (task == null) {
                idle++;
                endIfDone();
                if (gate.value < STOPPED) {
                    wakeQuiescers();
                    Gate.await(queued, null, false, Gate.FOREVER);
                    Thread.interrupted();
                }
                idle--;
            } else if (!task.isDone()) {
                Gate.leave();
                return task;
            }
        }
        Gate.leave();
        return null;
    }

    /** A worker ends; what it leaves behind is for others. */
    final void retire(ForkJoinWorkerThread worker) {
        Gate.enter(gate);
        Queue queue = worker.queue;
        drop(queue);
        workers--;
        if (gate.value < STOPPED && !queue.isEmpty()) {
            Queue left = new Queue(null, true);
            left.oldest = queue.oldest;
            left.newest = queue.newest;
            add(left);
        }
        wakeQuiescers();
        endIfDone();
        addWorker();
        Gate.leave();
        addForeignWorker();
    }

    // ---- waiting for tasks ----

    /** How the task ended, 0 when the time was over first, -1 when the thread was interrupted (and no longer is). */
    static int awaitEnd(ForkJoinTask<?> task, boolean interruptible, long nanos) {
        ForkJoinWorkerThread worker = currentWorker();
        ForkJoinPool pool = worker == null ? common : worker.pool;
        boolean canHelp = nanos == Gate.FOREVER || pool.parallelism == 0;
        for (;;) {
            Gate.enter(task.gate);
            int how = task.gate.value;
            if (how != 0) {
                Gate.leave();
                return how;
            }
            if (interruptible && Thread.interrupted()) {
                Gate.leave();
                return -1;
            }
            ForkJoinTask<?> other = canHelp ? pool.taskFor(task, worker) : null;
            if (other == null) {
                int outcome = nanos <= 0 ? 0 : pool.await(task, worker, interruptible, nanos);
                Gate.leave();
                return outcome;
            }
            boolean isOver = other.isDone();
            Gate.leave();
            if (!isOver) other.runTaken();
        }
    }

    /** Inside a section: what a thread can do while it waits for a task that has not ended; null when there is nothing. */
    private ForkJoinTask<?> taskFor(ForkJoinTask<?> task, ForkJoinWorkerThread worker) {
        Queue own = queueOf(worker);
        if (removeOwn(task, own)) return task;
        if (task instanceof CountedCompleter<?>) {
            boolean isNewest = own != null && !own.isEmpty() && own.newest.task instanceof CountedCompleter<?> newest
                && newest.isFor(task);
            if (isNewest) {
                ForkJoinTask<?> found = own.remove(own.newest);
                taken(own);
                return found;
            }
            return steal(own, task);
        }
        return worker == null ? null : steal(own, task);
    }

    /** Inside a section. */
    private int await(ForkJoinTask<?> task, ForkJoinWorkerThread worker, boolean interruptible, long nanos) {
        if (worker != null) block();
        int outcome = Gate.await(task.gate, null, interruptible, nanos);
        if (worker != null) blocked--;
        if (outcome < 0) Thread.interrupted();
        return outcome > 0 ? task.gate.value : outcome;
    }

    /** Inside a section, which a factory of the program's interrupts: a worker is about to wait. */
    private void block() {
        blocked++;
        wakeQuiescers();
        addWorker();
        if (!(factory instanceof DefaultFactory)) {
            Gate.leave();
            addForeignWorker();
            Gate.enter(gate);
        }
    }

    static void helpComplete(CountedCompleter<?> task, int limit) {
        ForkJoinWorkerThread worker = currentWorker();
        ForkJoinPool pool = worker == null ? common : worker.pool;
        for (int i = 0; i < limit; i++) {
            Gate.enter(pool.gate);
            ForkJoinTask<?> other = task.isDone() ? null : pool.taskFor(task, worker);
            boolean isOver = other == null || other.isDone();
            Gate.leave();
            if (other == null) return;
            if (!isOver) other.runTaken();
        }
    }

    public static void managedBlock(ManagedBlocker blocker) throws InterruptedException {
        if (blocker == null) throw new NullPointerException();
        ForkJoinWorkerThread worker = currentWorker();
        while (!blocker.isReleasable()) {
            if (worker != null) worker.pool.beginBlock();
            try {
                if (blocker.block()) return;
            } finally {
                if (worker != null) worker.pool.endBlock();
            }
        }
    }

    private void beginBlock() {
        Gate.enter(gate);
        block();
        Gate.leave();
    }

    private void endBlock() {
        Gate.enter(gate);
        blocked--;
        Gate.leave();
    }

    /** A worker that waits for something asynchronous runs what is queued until that is there, or nothing is left. */
    static void helpAsyncBlocker(Executor executor, ManagedBlocker blocker) {
        ForkJoinWorkerThread worker = currentWorker();
        if (worker == null || blocker == null || worker.pool != executor) return;
        while (!blocker.isReleasable()) {
            ForkJoinTask<?> task = worker.pool.nextAsync(worker);
            if (task == null) return;
            task.doExec();
        }
    }

    private ForkJoinTask<?> nextAsync(ForkJoinWorkerThread worker) {
        Gate.enter(gate);
        Queue own = queueOf(worker);
        ForkJoinTask<?> found = null;
        for (Node node = own.newest; node != null && found == null; node = node.older) {
            if (node.task instanceof CompletableFuture.AsynchronousCompletionTask) found = node.task;
        }
        if (found != null) {
            own.remove(found);
            taken(own);
        }
        Gate.leave();
        return found;
    }

    // ---- quiescence ----

    private boolean isQuiet(ForkJoinWorkerThread exceptFor) {
        int waiting = 0;
        for (Waiter waiter = quiescers; waiter != null; waiter = waiter.next) {
            if (waiter.thread instanceof ForkJoinWorkerThread worker && worker.pool == this) waiting++;
        }
        return queued.value == 0 && workers - idle - waiting - (exceptFor == null ? 0 : 1) <= 0;
    }

    private void wakeQuiescers() {
        for (Waiter waiter = quiescers; waiter != null; waiter = waiter.next) waiter.value = 1;
    }

    /** Runs tasks until there are none and nobody runs any; false when the time was over first. */
    final boolean helpQuiesce(ForkJoinWorkerThread worker, long nanos) {
        ForkJoinWorkerThread self = worker != null && worker.pool == this ? worker : null;
        for (;;) {
            Gate.enter(gate);
            ForkJoinTask<?> task = takeOwn(queueOf(self));
            if (task == null) task = steal(queueOf(self), null);
            if (task == null) {
                boolean isQuiet = isQuiet(self);
                boolean isOver = !isQuiet && nanos <= 0;
                if (!isQuiet && !isOver) isOver = awaitNews(nanos) == 0;
                if (isQuiet) wakeQuiescers();
                Gate.leave();
                if (isQuiet) return true;
                if (isOver) return false;
                continue;
            }
            boolean isDone = task.isDone();
            Gate.leave();
            if (!isDone) task.runTaken();
        }
    }

    private int awaitNews(long nanos) {
        Waiter waiter = new Waiter();
        waiter.next = quiescers;
        quiescers = waiter;
        // One more that waits may be what others wait for.
        if (isQuiet(null)) wakeQuiescers();
        int outcome = Gate.await(waiter, null, false, nanos);
        if (quiescers == waiter) {
            quiescers = waiter.next;
        } else {
            Waiter before = quiescers;
            while (before.next != waiter) before = before.next;
            before.next = waiter.next;
        }
        return outcome;
    }

    public boolean awaitQuiescence(long timeout, TimeUnit unit) {
        return helpQuiesce(currentWorker(), unit.toNanos(timeout));
    }

    public boolean isQuiescent() {
        Gate.enter(gate);
        boolean isQuiet = queued.value == 0 && workers == idle;
        Gate.leave();
        return isQuiet;
    }

    // ---- what workers and tasks ask ----

    final boolean unfork(ForkJoinTask<?> task, ForkJoinWorkerThread worker) {
        Gate.enter(gate);
        Queue own = queueOf(worker);
        boolean isNewest = own != null && !own.isEmpty() && own.newest.task == task;
        if (isNewest) {
            own.remove(own.newest);
            taken(own);
        }
        Gate.leave();
        return isNewest;
    }

    final int queuedBy(ForkJoinWorkerThread worker) {
        Gate.enter(gate);
        Queue own = queueOf(worker);
        int size = own == null ? 0 : own.size();
        Gate.leave();
        return size;
    }

    final ForkJoinTask<?> next(ForkJoinWorkerThread worker, boolean takes, boolean steals) {
        Gate.enter(gate);
        Queue own = queueOf(worker);
        ForkJoinTask<?> task = null;
        if (takes) task = takeOwn(own);
        else if (own != null && !own.isEmpty()) task = (async ? own.oldest : own.newest).task;
        if (task == null && steals) task = steal(own, null);
        Gate.leave();
        return task;
    }

    static int getSurplusQueuedTaskCount() {
        ForkJoinWorkerThread worker = currentWorker();
        if (worker == null) return 0;
        ForkJoinPool pool = worker.pool;
        Gate.enter(pool.gate);
        int surplus = worker.queue.size() - pool.idle;
        Gate.leave();
        return surplus;
    }

    final int indexOf(ForkJoinWorkerThread worker) {
        Gate.enter(gate);
        int index = 0;
        while (index < queues.length && queues[index] != worker.queue) index++;
        Gate.leave();
        return index;
    }

    // ---- submission ----

    public <T> T invoke(ForkJoinTask<T> task) {
        if (task == null) throw new NullPointerException();
        return submitTask(task).join();
    }

    public void execute(ForkJoinTask<?> task) {
        if (task == null) throw new NullPointerException();
        submitTask(task);
    }

    @Override
    public void execute(Runnable task) {
        if (task == null) throw new NullPointerException();
        submitTask(task instanceof ForkJoinTask<?> given ? given : new ForkJoinTask.ExecuteTask(task));
    }

    public <T> ForkJoinTask<T> submit(ForkJoinTask<T> task) {
        if (task == null) throw new NullPointerException();
        return submitTask(task);
    }

    /** From Java 22 on, to cancel what submit gives interrupts who runs it. */
    private static boolean interrupts() {
        return Runtime.featureVersion() >= 22;
    }

    @Override
    public <T> ForkJoinTask<T> submit(Callable<T> task) {
        return submitTask(new ForkJoinTask.AdaptedTask<T>(null, present(task), null, interrupts()));
    }

    @Override
    public <T> ForkJoinTask<T> submit(Runnable task, T result) {
        return submitTask(new ForkJoinTask.AdaptedTask<T>(present(task), null, result, interrupts()));
    }

    @Override
    @SuppressWarnings("unchecked")
    public ForkJoinTask<?> submit(Runnable task) {
        if (present(task) instanceof ForkJoinTask<?> given) return submitTask((ForkJoinTask<Void>) given);
        return submitTask(new ForkJoinTask.AdaptedTask<Void>(task, null, null, interrupts()));
    }

    private static <T> T present(T task) {
        if (task == null) throw new NullPointerException();
        return task;
    }

    /** As submit by a thread that is no worker, for a worker too. */
    public <T> ForkJoinTask<T> externalSubmit(ForkJoinTask<T> task) {
        push(present(task), null);
        return task;
    }

    public <T> ForkJoinTask<T> lazySubmit(ForkJoinTask<T> task) {
        return submit(task);
    }

    /** Heeds interrupts from Java 22 on. */
    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks) {
        ArrayList<Future<T>> futures = submitAll(tasks);
        for (int i = futures.size() - 1; i >= 0; i--) {
            if (awaitEnd((ForkJoinTask<?>) futures.get(i), interrupts(), Gate.FOREVER) > 0) continue;
            for (Future<T> other : futures) other.cancel(true);
            ForkJoinTask.<RuntimeException>sneak(new InterruptedException());
        }
        return futures;
    }

    public <T> List<Future<T>> invokeAllUninterruptibly(Collection<? extends Callable<T>> tasks) {
        ArrayList<Future<T>> futures = submitAll(tasks);
        for (int i = futures.size() - 1; i >= 0; i--) ((ForkJoinTask<?>) futures.get(i)).quietlyJoin();
        return futures;
    }

    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
        throws InterruptedException {
        long nanos = unit.toNanos(timeout);
        long start = Time.nanos();
        ArrayList<Future<T>> futures = submitAll(tasks);
        for (int i = futures.size() - 1; i >= 0; i--) {
            ForkJoinTask<?> task = (ForkJoinTask<?>) futures.get(i);
            if (awaitEnd(task, false, Math.max(nanos - (Time.nanos() - start), 0)) > 0) continue;
            for (Future<T> other : futures) ForkJoinTask.cancelQuietly(other);
            break;
        }
        return futures;
    }

    private <T> ArrayList<Future<T>> submitAll(Collection<? extends Callable<T>> tasks) {
        ArrayList<Future<T>> futures = new ArrayList<>(tasks.size());
        try {
            for (Callable<T> task : tasks) {
                ForkJoinTask<T> future = new ForkJoinTask.AdaptedTask<T>(null, present(task), null, true);
                futures.add(future);
                submitTask(future);
            }
        } catch (Throwable failure) {
            for (Future<T> future : futures) ForkJoinTask.cancelQuietly(future);
            throw failure;
        }
        return futures;
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Runnable runnable, T value) {
        return new ForkJoinTask.AdaptedTask<T>(runnable, null, value, interrupts());
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Callable<T> callable) {
        return new ForkJoinTask.AdaptedTask<T>(null, callable, null, interrupts());
    }

    // ---- delayed tasks ----

    /** Delayed tasks wait in an executor of their own, which hands them over to the workers. */
    private ScheduledThreadPoolExecutor delayer() {
        Gate.enter(gate);
        try {
            if (gate.value != RUNNING) throw new RejectedExecutionException();
            if (delayer == null) delayer = DelayScheduler.newExecutor();
            return delayer;
        } finally {
            Gate.leave();
        }
    }

    final <T> DelayScheduler.ScheduledForkJoinTask<T> scheduleDelayedTask(
        DelayScheduler.ScheduledForkJoinTask<T> task) {
        task.scheduleIn(delayer());
        return task;
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        return scheduleDelayedTask(new DelayScheduler.ScheduledForkJoinTask<Void>(
            unit.toNanos(delay), 0L, false, present(command), null, this));
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        return scheduleDelayedTask(new DelayScheduler.ScheduledForkJoinTask<V>(
            unit.toNanos(delay), 0L, false, null, present(callable), this));
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initialDelay, long period, TimeUnit unit) {
        if (period <= 0L) throw new IllegalArgumentException();
        return scheduleDelayedTask(new DelayScheduler.ScheduledForkJoinTask<Void>(
            unit.toNanos(initialDelay), -unit.toNanos(period), false, present(command), null, this));
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initialDelay, long delay, TimeUnit unit) {
        if (delay <= 0L) throw new IllegalArgumentException();
        return scheduleDelayedTask(new DelayScheduler.ScheduledForkJoinTask<Void>(
            unit.toNanos(initialDelay), unit.toNanos(delay), false, present(command), null, this));
    }

    public <V> ForkJoinTask<V> submitWithTimeout(
        Callable<V> callable, long timeout, TimeUnit unit, Consumer<? super ForkJoinTask<V>> timeoutAction) {
        ForkJoinTask<V> task = new ForkJoinTask.AdaptedTask<V>(null, present(callable), null, true);
        Runnable late = () -> {
            if (task.isDone()) return;
            if (timeoutAction == null) task.cancel(true);
            else timeoutAction.accept(task);
        };
        scheduleDelayedTask(
            new DelayScheduler.ScheduledForkJoinTask<Void>(unit.toNanos(timeout), 0L, true, late, null, this));
        return submitTask(task);
    }

    public void cancelDelayedTasksOnShutdown() {
        dropsDelayed = true;
        ScheduledThreadPoolExecutor executor = delayer;
        if (executor != null) executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    public long getDelayedTaskCount() {
        ScheduledThreadPoolExecutor executor = delayer;
        return executor == null ? 0 : executor.getQueue().size();
    }

    // ---- the end ----

    /** Inside a section: the pool is terminated when it is to be and nobody has anything left to do. */
    private void endIfDone() {
        boolean isOver = gate.value == STOPPED ? workers == 0
            : gate.value == SHUTDOWN && queued.value == 0 && workers == idle && delayed() == 0;
        if (!isOver) return;
        gate.value = TERMINATED;
        // Lets idle workers go.
        queued.value = Integer.MIN_VALUE;
    }

    /** A task whose time has come; also after a shutdown. */
    final void pushDue(ForkJoinTask<?> task) {
        push(task, workerHere(), SHUTDOWN);
    }

    private int delayed() {
        return delayer == null ? 0 : delayer.getQueue().size();
    }

    /** A delayed task is gone: the pool may have waited for that. */
    final void delayedTaskEnded() {
        Gate.enter(gate);
        endIfDone();
        Gate.leave();
    }

    @Override
    public void shutdown() {
        if (this == common) return;
        Gate.enter(gate);
        if (gate.value == RUNNING) gate.value = SHUTDOWN;
        ScheduledThreadPoolExecutor executor = delayer;
        Gate.leave();
        if (executor != null) {
            if (dropsDelayed) executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
            executor.shutdown();
        }
        delayedTaskEnded();
    }

    @Override
    public List<Runnable> shutdownNow() {
        if (this == common) return Collections.emptyList();
        Gate.enter(gate);
        ScheduledThreadPoolExecutor executor = delayer;
        if (gate.value < STOPPED) {
            gate.value = STOPPED;
            for (Queue queue : queues) {
                for (Node node = queue.oldest; node != null; node = node.newer) node.task.cancelInside();
                if (!queue.isExternal) queue.owner.interrupt();
            }
            queued.value = Integer.MIN_VALUE;
            endIfDone();
        }
        Gate.leave();
        if (executor != null) executor.shutdownNow();
        return Collections.emptyList();
    }

    /** The common pool has no end. */
    @Override
    public void close() {
        if (this != common) super.close();
    }

    @Override
    public boolean isTerminated() {
        return gate.value == TERMINATED;
    }

    public boolean isTerminating() {
        return gate.value == STOPPED;
    }

    @Override
    public boolean isShutdown() {
        return gate.value != RUNNING;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        if (Thread.interrupted()) throw new InterruptedException();
        if (this == common) {
            awaitQuiescence(timeout, unit);
            return false;
        }
        if (!Gate.pass(gate, Gate.AT_LEAST, TERMINATED, true, unit.toNanos(timeout))) return false;
        Gate.leave();
        return true;
    }

    // ---- what can be set and asked ----

    public int setParallelism(int size) {
        if (size <= 0 || size > MAX_PARALLELISM) throw new IllegalArgumentException();
        Gate.enter(gate);
        int old = parallelism;
        parallelism = size;
        addWorker();
        Gate.leave();
        return old;
    }

    public ForkJoinWorkerThreadFactory getFactory() {
        return factory;
    }

    public Thread.UncaughtExceptionHandler getUncaughtExceptionHandler() {
        return handler;
    }

    public int getParallelism() {
        return Math.max(parallelism, 1);
    }

    public static int getCommonPoolParallelism() {
        return common.parallelism;
    }

    public int getPoolSize() {
        return workers;
    }

    public boolean getAsyncMode() {
        return async;
    }

    public int getRunningThreadCount() {
        Gate.enter(gate);
        int count = workers - idle - blocked;
        Gate.leave();
        return count;
    }

    public int getActiveThreadCount() {
        Gate.enter(gate);
        int count = workers - idle;
        Gate.leave();
        return count;
    }

    /** An estimate, as documented: steals are not counted. */
    public long getStealCount() {
        return 0;
    }

    private int count(boolean ofWorkers) {
        Gate.enter(gate);
        int count = 0;
        for (Queue queue : queues) if (queue.isExternal != ofWorkers) count += queue.size();
        Gate.leave();
        return count;
    }

    public long getQueuedTaskCount() {
        return count(true);
    }

    public int getQueuedSubmissionCount() {
        return count(false);
    }

    public boolean hasQueuedSubmissions() {
        return count(false) > 0;
    }

    protected ForkJoinTask<?> pollSubmission() {
        Gate.enter(gate);
        ForkJoinTask<?> task = null;
        for (Queue queue : queues) {
            if (!queue.isExternal || queue.isEmpty()) continue;
            task = queue.remove(queue.oldest);
            taken(queue);
            break;
        }
        Gate.leave();
        return task;
    }

    protected int drainTasksTo(Collection<? super ForkJoinTask<?>> target) {
        ArrayList<ForkJoinTask<?>> drained = new ArrayList<>();
        Gate.enter(gate);
        for (Queue queue : queues.clone()) {
            while (!queue.isEmpty()) {
                drained.add(queue.remove(queue.oldest));
                taken(queue);
            }
        }
        Gate.leave();
        target.addAll(drained);
        return drained.size();
    }

    @Override
    public String toString() {
        Gate.enter(gate);
        int state = gate.value;
        int size = workers;
        int active = workers - idle;
        int running = active - blocked;
        Gate.leave();
        int tasks = count(true);
        int submissions = count(false);
        String level = state == TERMINATED ? "Terminated" : state == STOPPED ? "Terminating"
            : state == SHUTDOWN ? "Shutting down" : "Running";
        return super.toString() + "[" + level + ", parallelism = " + parallelism + ", size = " + size + ", active = "
            + active + ", running = " + running + ", steals = 0, tasks = " + tasks + ", submissions = " + submissions
            + (Runtime.featureVersion() < 25 ? "" : ", delayed = " + getDelayedTaskCount()) + "]";
    }
}
