import deadwood.Verify;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Timer;
import java.util.TimerTask;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Every place where the library calls code of the program. The callback looks
 * twice at what another thread writes, throws, or waits for the other thread:
 * it must be interleaved, whatever called it, and so must what comes after it.
 */
public final class Callbacks {
    /** What the callback does. */
    enum Mode { LOOK, THROW, BLOCK, NEST }

    static final class Expected extends RuntimeException {
        private static final long serialVersionUID = 0L;
    }

    /** One operation of the library that calls the probe at least once. */
    interface Operation {
        void run(Probe probe) throws Exception;
    }

    static volatile int result;

    /** Written once, by the other thread. */
    private volatile int x;
    private final ReentrantLock lock = new ReentrantLock();

    final class Probe {
        private final Mode mode;
        private boolean wasCalled;
        private volatile int seen;

        Probe(Mode mode) {
            this.mode = mode;
        }

        /** The callback; only its first call counts. */
        int call() {
            if (wasCalled) return 0;
            wasCalled = true;
            if (mode == Mode.THROW) throw new Expected();
            if (mode == Mode.BLOCK) await();
            if (mode == Mode.NEST) lookLocked();
            else look(mode == Mode.BLOCK ? 300 : 100);
            return 0;
        }

        private void await() {
            synchronized (Callbacks.this) {
                while (x == 0) {
                    try {
                        Callbacks.this.wait();
                    } catch (InterruptedException ignored) {
                        // A pool that is stopped interrupts who waits; this one waits on.
                    }
                }
            }
        }

        /** Another operation of the library, from inside the first. */
        private void lookLocked() {
            lock.lock();
            try {
                look(400);
            } finally {
                lock.unlock();
            }
        }

        private void look(int base) {
            int first = x;
            int second = x;
            seen = base + first * 10 + second;
        }
    }

    /** A key, element or task all of whose methods call the probe. */
    static final class Own implements CharSequence, Delayed, Runnable {
        private final Probe probe;
        private final int number;

        Own(Probe probe, int number) {
            this.probe = probe;
            this.number = number;
        }

        @Override
        public int compareTo(Delayed other) {
            return probe.call() + Integer.compare(number, ((Own) other).number);
        }

        @Override
        public boolean equals(Object other) {
            return probe.call() == 0 && other instanceof Own own && own.number == number;
        }

        @Override
        public int hashCode() {
            return probe.call() + 7;
        }

        @Override
        public String toString() {
            return "own" + probe.call();
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return probe.call();
        }

        @Override
        public int length() {
            return 1;
        }

        @Override
        public char charAt(int index) {
            return (char) ('a' + probe.call());
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return this;
        }

        @Override
        public void run() {
            probe.call();
        }
    }

    /** A thread whose methods call the probe. */
    static class OwnThread extends Thread {
        private final Probe onStart;
        private final Probe onInterrupt;

        OwnThread(Runnable task, Probe onStart, Probe onInterrupt) {
            super(task);
            this.onStart = onStart;
            this.onInterrupt = onInterrupt;
        }

        @Override
        public void start() {
            if (onStart != null) onStart.call();
            super.start();
        }

        @Override
        public void interrupt() {
            super.interrupt();
            if (onInterrupt != null) onInterrupt.call();
        }
    }

    static final class OwnWorker extends ForkJoinWorkerThread {
        private final Probe onStart;

        OwnWorker(ForkJoinPool pool, Probe onStart) {
            super(pool);
            this.onStart = onStart;
        }

        @Override
        public void start() {
            onStart.call();
            super.start();
        }
    }

    private Callbacks() {
    }

    // ---- pools ----

    private static void inPool(ThreadPoolExecutor pool, Runnable... tasks) throws InterruptedException {
        try {
            for (Runnable task : tasks) pool.execute(task);
        } finally {
            pool.shutdown();
            pool.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        }
    }

    private static ThreadPoolExecutor pool(BlockingQueue<Runnable> queue, ThreadFactory factory) {
        return new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, queue, factory);
    }

    private static ThreadPoolExecutor pool() {
        return pool(new LinkedBlockingQueue<>(), Thread::new);
    }

    private static final Runnable NOTHING = () -> {
    };

    /** An interrupt that comes from a cancelled task. */
    private static void cancelled(Probe probe) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch forever = new CountDownLatch(1);
        FutureTask<Void> task = new FutureTask<>(() -> {
            begun.countDown();
            forever.await();
            return null;
        });
        Thread runner = new OwnThread(task, null, probe);
        runner.start();
        begun.await();
        try {
            task.cancel(true);
        } finally {
            runner.join();
            if (!task.isCancelled()) throw new AssertionError("the task is not cancelled");
        }
    }

    /** Something is in the pool's queue while its only thread is busy. */
    private static void queued(BlockingQueue<Runnable> queue, Probe probe) throws InterruptedException {
        CountDownLatch open = new CountDownLatch(1);
        ThreadPoolExecutor pool = pool(queue, Thread::new);
        pool.execute(() -> {
            try {
                open.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        try {
            pool.execute(new Quiet(probe, 1));
            pool.execute(new Quiet(probe, 2));
        } finally {
            open.countDown();
            inPool(pool);
        }
    }

    /** A task that calls the probe when it is compared, and does nothing when it is run. */
    record Quiet(Probe probe, int number) implements Runnable, Comparable<Quiet> {
        @Override
        public int compareTo(Quiet other) {
            return probe.call() + Integer.compare(number, other.number);
        }

        @Override
        public void run() {
        }
    }

    private static void inGroup(Probe probe) throws InterruptedException {
        ThreadGroup group = new ThreadGroup("own");
        CountDownLatch forever = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        Thread waiting = new Thread(group, null, "waiting") {
            @Override
            public void run() {
                begun.countDown();
                try {
                    forever.await();
                } catch (InterruptedException expected) {
                    // This is what ends it.
                }
            }

            @Override
            public void interrupt() {
                super.interrupt();
                probe.call();
            }
        };
        waiting.start();
        begun.await();
        try {
            group.interrupt();
        } finally {
            waiting.join();
        }
    }

    private static void failing(Probe probe, boolean isDefault) throws InterruptedException {
        Thread thread = new Thread(() -> {
            throw new Expected();
        });
        Thread.UncaughtExceptionHandler handler = (failed, cause) -> probe.call();
        thread.setUncaughtExceptionHandler(isDefault ? null : handler);
        if (isDefault) Thread.setDefaultUncaughtExceptionHandler(handler);
        thread.start();
        thread.join();
        Thread.setDefaultUncaughtExceptionHandler(null);
    }

    private static void timed(Probe probe) throws InterruptedException {
        Timer timer = new Timer(true);
        CountDownLatch done = new CountDownLatch(1);
        Thread.setDefaultUncaughtExceptionHandler((thread, expected) -> {
        });
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                try {
                    probe.call();
                } finally {
                    done.countDown();
                }
            }
        }, 0);
        done.await();
        timer.cancel();
    }

    private static void barrier(Probe probe) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(1, probe::call);
        try {
            barrier.await();
        } catch (Expected thrown) {
            if (!barrier.isBroken()) throw new AssertionError("the barrier is not broken");
            throw thrown;
        }
    }

    private static void recursive(Probe probe) {
        ForkJoinPool pool = new ForkJoinPool(1);
        try {
            pool.invoke(new RecursiveAction() {
                private static final long serialVersionUID = 0L;

                @Override
                protected void compute() {
                    probe.call();
                }
            });
        } finally {
            pool.shutdown();
        }
    }

    private static void foreign(Probe probe) throws InterruptedException {
        ForkJoinPool pool = new ForkJoinPool(1, own -> new OwnWorker(own, probe), null, false);
        try {
            pool.submit(NOTHING);
        } finally {
            pool.shutdownNow();
        }
    }

    private static void advanced(Probe probe) {
        Phaser phaser = new Phaser(1) {
            @Override
            protected boolean onAdvance(int phase, int parties) {
                probe.call();
                return false;
            }
        };
        phaser.arrive();
    }

    private static <T extends BlockingQueue<Own>> void removed(T queue, Probe probe) {
        queue.add(new Own(probe, 1));
        try {
            queue.remove(new Own(probe, 2));
        } catch (Expected thrown) {
            // The lock is free again.
            if (queue.size() != 1) throw new AssertionError("something was removed");
            throw thrown;
        }
    }

    private static void computed(Probe probe) {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        try {
            map.compute(1, (key, value) -> probe.call());
        } catch (Expected thrown) {
            map.put(1, 2);
            throw thrown;
        }
    }

    static Operation operation(String name) {
        switch (name) {
            case "pool factory":
                return probe -> inPool(pool(new LinkedBlockingQueue<>(), task -> {
                    probe.call();
                    return new Thread(task);
                }), NOTHING);
            case "pool start":
                return probe ->
                    inPool(pool(new LinkedBlockingQueue<>(), task -> new OwnThread(task, probe, null)), NOTHING);
            case "pool compare":
                return probe -> queued(new PriorityBlockingQueue<>(), probe);
            case "pool task":
                return probe -> inPool(quiet(), new Own(probe, 1));
            case "pool before":
                return probe -> inPool(hooked(probe, 0), NOTHING);
            case "pool after":
                return probe -> inPool(hooked(probe, 1), NOTHING);
            case "pool terminated":
                return probe -> inPool(hooked(probe, 2));
            case "pool rejected":
                return probe -> {
                    RejectedExecutionHandler handler = (task, rejecting) -> probe.call();
                    ThreadPoolExecutor pool = pool();
                    pool.setRejectedExecutionHandler(handler);
                    pool.shutdown();
                    pool.execute(NOTHING);
                };
            case "pool submit":
                return probe -> {
                    ExecutorService pool = Executors.newFixedThreadPool(1);
                    try {
                        pool.submit(probe::call).get();
                    } catch (java.util.concurrent.ExecutionException wrapped) {
                        throw (Expected) wrapped.getCause();
                    } finally {
                        pool.shutdown();
                    }
                };
            case "scheduled decorate":
                return probe -> {
                    ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1) {
                        @Override
                        protected <V> java.util.concurrent.RunnableScheduledFuture<V> decorateTask(
                            Runnable task, java.util.concurrent.RunnableScheduledFuture<V> future) {
                            probe.call();
                            return future;
                        }
                    };
                    try {
                        pool.schedule(NOTHING, 1, TimeUnit.SECONDS);
                    } finally {
                        pool.shutdownNow();
                    }
                };
            case "scheduled task":
                return probe -> {
                    ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
                    try {
                        pool.schedule(probe::call, 1, TimeUnit.MICROSECONDS).get();
                    } catch (java.util.concurrent.ExecutionException wrapped) {
                        throw (Expected) wrapped.getCause();
                    } finally {
                        pool.shutdown();
                    }
                };
            case "task interrupt":
                return Callbacks::cancelled;
            case "task done":
                return probe -> new FutureTask<Void>(NOTHING, null) {
                    @Override
                    protected void done() {
                        probe.call();
                    }
                }.run();
            case "group interrupt":
                return Callbacks::inGroup;
            case "thread handler":
                return probe -> failing(probe, false);
            case "default handler":
                return probe -> failing(probe, true);
            case "timer task":
                return Callbacks::timed;
            case "barrier action":
                return Callbacks::barrier;
            case "phaser advance":
                return Callbacks::advanced;
            case "fork compute":
                return Callbacks::recursive;
            case "fork worker start":
                return Callbacks::foreign;
            case "fork blocker":
                return probe -> ForkJoinPool.managedBlock(new ForkJoinPool.ManagedBlocker() {
                    @Override
                    public boolean block() {
                        return true;
                    }

                    @Override
                    public boolean isReleasable() {
                        probe.call();
                        return true;
                    }
                });
            case "future apply":
                return probe -> joined(CompletableFuture.completedFuture(1).thenApply(one -> probe.call()));
            case "future dependent":
                return probe -> {
                    CompletableFuture<Integer> source = new CompletableFuture<>();
                    CompletableFuture<Integer> dependent = source.thenApply(one -> probe.call());
                    source.complete(1);
                    joined(dependent);
                };
            default:
                return collection(name);
        }
    }

    private static void joined(CompletableFuture<?> future) {
        try {
            future.join();
        } catch (java.util.concurrent.CompletionException wrapped) {
            throw (Expected) wrapped.getCause();
        }
    }

    /** A pool that says nothing when a task fails. */
    private static ThreadPoolExecutor quiet() {
        return pool(new LinkedBlockingQueue<>(), Callbacks::silent);
    }

    private static Thread silent(Runnable task) {
        Thread thread = new Thread(task);
        thread.setUncaughtExceptionHandler((failed, expected) -> {
        });
        return thread;
    }

    private static ThreadPoolExecutor hooked(Probe probe, int which) {
        return new ThreadPoolExecutor(
            1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), Callbacks::silent) {
            @Override
            protected void beforeExecute(Thread thread, Runnable task) {
                if (which == 0) probe.call();
            }

            @Override
            protected void afterExecute(Runnable task, Throwable thrown) {
                if (which == 1) probe.call();
            }

            @Override
            protected void terminated() {
                if (which == 2) probe.call();
            }
        };
    }

    private static Operation collection(String name) {
        switch (name) {
            case "map hash":
                return probe -> new ConcurrentHashMap<Own, Integer>().put(new Own(probe, 1), 1);
            case "map equals":
                return probe -> {
                    Map<Own, Integer> map = new ConcurrentHashMap<>();
                    map.put(new Own(silence(), 1), 1);
                    map.put(new Own(probe, 1), 1);
                };
            case "map compute":
                return Callbacks::computed;
            case "map absent":
                return probe -> new ConcurrentHashMap<Integer, Integer>().computeIfAbsent(1, key -> probe.call());
            case "map merge":
                return probe -> {
                    Map<Integer, Integer> map = new ConcurrentHashMap<>();
                    map.put(1, 1);
                    map.merge(1, 1, (a, b) -> probe.call());
                };
            case "map each":
                return probe -> {
                    ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
                    map.put(1, 1);
                    map.forEach((key, value) -> probe.call());
                };
            case "skip list compare":
                return probe -> {
                    Map<Own, Integer> map = new ConcurrentSkipListMap<>();
                    map.put(new Own(silence(), 1), 1);
                    map.put(new Own(probe, 2), 1);
                };
            case "priority compare":
                return probe -> {
                    PriorityBlockingQueue<Own> queue = new PriorityBlockingQueue<>();
                    queue.add(new Own(silence(), 1));
                    try {
                        queue.add(new Own(probe, 2));
                    } catch (Expected thrown) {
                        queue.poll();
                        throw thrown;
                    }
                };
            case "priority comparator":
                return probe -> {
                    Comparator<Integer> comparator = (a, b) -> probe.call();
                    PriorityBlockingQueue<Integer> queue = new PriorityBlockingQueue<>(2, comparator);
                    queue.add(1);
                    queue.add(2);
                };
            case "delay":
                return probe -> {
                    DelayQueue<Own> queue = new DelayQueue<>();
                    queue.add(new Own(probe, 1));
                    queue.poll();
                };
            case "array remove":
                return probe -> removed(new ArrayBlockingQueue<>(2), probe);
            case "linked remove":
                return probe -> removed(new LinkedBlockingQueue<>(), probe);
            case "deque remove":
                return probe -> removed(new LinkedBlockingDeque<>(), probe);
            case "concurrent linked remove":
                return probe -> {
                    ConcurrentLinkedQueue<Own> queue = new ConcurrentLinkedQueue<>();
                    queue.add(new Own(probe, 1));
                    queue.remove(new Own(probe, 2));
                };
            case "concurrent deque contains":
                return probe -> {
                    ConcurrentLinkedDeque<Own> queue = new ConcurrentLinkedDeque<>();
                    queue.add(new Own(probe, 1));
                    queue.contains(new Own(probe, 2));
                };
            case "copy absent":
                return probe -> {
                    CopyOnWriteArrayList<Own> list = new CopyOnWriteArrayList<>();
                    list.add(new Own(probe, 1));
                    list.addIfAbsent(new Own(probe, 2));
                };
            case "copy removed":
                return probe -> {
                    CopyOnWriteArrayList<Own> list = new CopyOnWriteArrayList<>();
                    list.add(new Own(probe, 1));
                    try {
                        list.removeIf(own -> probe.call() == 1);
                    } catch (Expected thrown) {
                        list.add(new Own(probe, 2));
                        throw thrown;
                    }
                };
            case "drain into":
                return probe -> {
                    LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
                    queue.add(1);
                    queue.drainTo(new ArrayList<>() {
                        private static final long serialVersionUID = 0L;

                        @Override
                        public boolean add(Integer element) {
                            probe.call();
                            return super.add(element);
                        }
                    });
                };
            case "atomic update":
                return probe -> new AtomicInteger().updateAndGet(old -> probe.call());
            case "reference accumulate":
                return probe -> new AtomicReference<Integer>(1).accumulateAndGet(2, (a, b) -> probe.call());
            case "accumulator":
                return probe -> new LongAccumulator((a, b) -> probe.call(), 0).accumulate(1);
            default:
                return plain(name);
        }
    }

    /** A probe that does nothing. */
    private static Probe silence() {
        Probe probe = new Callbacks().new Probe(Mode.LOOK);
        probe.wasCalled = true;
        return probe;
    }

    private static Operation plain(String name) {
        switch (name) {
            case "thread local":
                return probe -> ThreadLocal.withInitial(probe::call).get();
            case "initial value":
                return probe -> new ThreadLocal<Integer>() {
                    @Override
                    protected Integer initialValue() {
                        return probe.call();
                    }
                }.get();
            case "inherited value":
                return probe -> {
                    InheritableThreadLocal<Integer> local = new InheritableThreadLocal<>() {
                        @Override
                        protected Integer childValue(Integer parent) {
                            return probe.call();
                        }
                    };
                    local.set(1);
                    new Thread(NOTHING);
                };
            case "class value":
                return probe -> new ClassValue<Integer>() {
                    @Override
                    protected Integer computeValue(Class<?> type) {
                        return probe.call();
                    }
                }.get(Object.class);
            case "append object":
                return probe -> new StringBuilder().append((Object) new Own(probe, 1));
            case "append sequence":
                return probe -> new StringBuilder().append((CharSequence) new Own(probe, 1));
            case "buffer sequence":
                return probe -> new StringBuffer().append((CharSequence) new Own(probe, 1));
            case "insert object":
                return probe -> new StringBuilder("x").insert(0, (Object) new Own(probe, 1));
            case "concatenation":
                return probe -> Objects.requireNonNull("x" + new Own(probe, 1));
            case "value of":
                return probe -> String.valueOf(new Own(probe, 1));
            case "join":
                return probe -> String.join(",", new Own(probe, 1), "x");
            case "contains":
                return probe -> "x".contains(new Own(probe, 1));
            case "content equals":
                return probe -> "x".contentEquals(new Own(probe, 1));
            case "print":
                return probe -> new java.io.PrintStream(new java.io.ByteArrayOutputStream()).print(new Own(probe, 1));
            case "stack trace":
                return probe -> new RuntimeException() {
                    private static final long serialVersionUID = 0L;

                    @Override
                    public String getMessage() {
                        return "" + probe.call();
                    }
                }.printStackTrace(new java.io.PrintStream(new java.io.ByteArrayOutputStream()));
            case "hash map":
                return probe -> new HashMap<Own, Integer>().put(new Own(probe, 1), 1);
            case "sort":
                return probe -> Arrays.sort(new Object[] {new Own(probe, 2), new Own(probe, 1)});
            case "synchronized collection":
                return probe -> Collections.synchronizedList(new ArrayList<>(List.of(new Own(probe, 1))))
                    .contains(new Own(probe, 2));
            case "proxy":
                return probe -> ((Runnable) java.lang.reflect.Proxy.newProxyInstance(
                    Callbacks.class.getClassLoader(), new Class<?>[] {Runnable.class}, (self, method, args) -> {
                        probe.call();
                        return null;
                    })).run();
            case "reflection":
                return probe -> {
                    try {
                        Probe.class.getDeclaredMethod("call").invoke(probe);
                    } catch (java.lang.reflect.InvocationTargetException wrapped) {
                        throw (Expected) wrapped.getCause();
                    }
                };
            default:
                throw new IllegalArgumentException(name);
        }
    }

    /** What came of it: 1 and two digits that the callback saw; 2 and those seen after it threw; 3 after it waited; 4 under a lock. */
    private static int once(String name, Mode mode) throws Exception {
        Callbacks self = new Callbacks();
        Probe probe = self.new Probe(mode);
        Operation operation = operation(name);
        Thread other = new Thread(() -> {
            synchronized (self) {
                self.lock.lock();
                self.x = 1;
                self.lock.unlock();
                self.notifyAll();
            }
        });
        other.start();
        try {
            operation.run(probe);
        } catch (Expected thrown) {
            // In a pool's own thread nobody gets to see it.
        }
        if (!probe.wasCalled) throw new AssertionError("nothing was called");
        if (mode == Mode.THROW) probe.look(200);
        other.join();
        return probe.seen;
    }

    /** For the checker: the name of an operation; all modes are tried. For a JVM: how often, then names. */
    public static void main(String[] args) throws Exception {
        if (args.length == 1) {
            result = once(args[0], Mode.values()[Verify.getInt(0, 3)]);
            return;
        }
        int times = Integer.parseInt(args[0]);
        for (int i = 1; i < args.length; i++) {
            TreeSet<Integer> outcomes = new TreeSet<>();
            for (int n = 0; n < times; n++) outcomes.add(once(args[i], Mode.values()[n % 4]));
            System.out.println(args[i] + " " + outcomes);
        }
        System.exit(0);
    }
}
