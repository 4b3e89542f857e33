import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** java.util.concurrent.Executors, AbstractExecutorService and ExecutorCompletionService */
final class ExecutorsContracts extends Contract {
    /** Runs everything in the calling thread. */
    private static final class Direct extends AbstractExecutorService {
        boolean isOver;

        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public void shutdown() {
            isOver = true;
        }

        @Override
        public List<Runnable> shutdownNow() {
            isOver = true;
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return isOver;
        }

        @Override
        public boolean isTerminated() {
            return isOver;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return isOver;
        }
    }

    private static void end(ExecutorService pool) throws InterruptedException {
        pool.shutdown();
        pool.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    }

    private static Callable<Integer> failing(String message) {
        return () -> {
            throw new IllegalStateException(message);
        };
    }

    /** A pool of a fixed size has so many threads at most. */
    static void fixed() throws Exception {
        ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(1);
        same(1, pool.getCorePoolSize());
        same(1, pool.getMaximumPoolSize());
        pool.execute(() -> { });
        pool.execute(() -> { });
        end(pool);
        same(1, pool.getLargestPoolSize());
        thrown(IllegalArgumentException.class, () -> Executors.newFixedThreadPool(0));
    }

    /** A cached pool makes a thread when none is idle. */
    static void cached() throws Exception {
        ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newCachedThreadPool();
        CountDownLatch both = new CountDownLatch(2);
        Callable<Void> meet = () -> {
            both.countDown();
            both.await();
            return null;
        };
        pool.submit(meet);
        pool.submit(meet);
        both.await();
        end(pool);
        same(2, pool.getLargestPoolSize());
    }

    /** An executor of a single thread runs tasks one after the other and cannot be made another. */
    static void single() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        check(!(pool instanceof ThreadPoolExecutor), "nobody can configure it");
        StringBuilder log = new StringBuilder();
        pool.execute(() -> log.append(1));
        pool.submit(() -> log.append(2));
        end(pool);
        same("12", log.toString());
        check(pool.isTerminated(), "it has ended");
    }

    /** The default factory makes threads that are no daemons and have the usual priority. */
    static void factory() {
        Thread thread = Executors.defaultThreadFactory().newThread(() -> { });
        check(!thread.isDaemon(), "it keeps the program alive");
        same(Thread.NORM_PRIORITY, thread.getPriority());
        check(thread.getName().matches("pool-\\d+-thread-1"), thread.getName());
    }

    /** A Runnable becomes a Callable with a given result, or null. */
    static void callable() throws Exception {
        int[] ran = new int[1];
        Runnable count = () -> ran[0]++;
        same(null, Executors.callable(count).call());
        same("r", Executors.callable(count, "r").call());
        same(2, ran[0]);
        thrown(NullPointerException.class, () -> Executors.callable(null, 1));
    }

    /** A wrapped executor hides what it is. */
    static void unconfigurable() throws Exception {
        ExecutorService pool = Executors.unconfigurableExecutorService(Executors.newFixedThreadPool(1));
        check(!(pool instanceof ThreadPoolExecutor), "it is hidden");
        same(3, pool.submit(() -> 3).get());
        end(pool);
    }

    /** A single thread serves a schedule too. */
    static void singleScheduled() throws Exception {
        ScheduledExecutorService pool = Executors.newSingleThreadScheduledExecutor();
        same(4, pool.schedule(() -> 4, 1, TimeUnit.MICROSECONDS).get());
        end(pool);
    }

    /** InvokeAll returns when all have ended, with futures in the order of the tasks. */
    static void invokeAll() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Future<Integer>> futures = pool.invokeAll(List.of(() -> 1, failing("x")));
        check(futures.get(0).isDone() && futures.get(1).isDone(), "all have ended");
        same(1, futures.get(0).get());
        same("x", thrown(ExecutionException.class, futures.get(1)::get).getCause().getMessage());
        end(pool);
    }

    /** InvokeAll of no tasks gives no futures. */
    static void invokeAllOfNone() throws Exception {
        ExecutorService direct = new Direct();
        same(0, direct.invokeAll(new ArrayList<Callable<Integer>>()).size());
        thrown(NullPointerException.class, () -> direct.invokeAll(null));
    }

    /** InvokeAll with a time limit cancels what has not ended by then. */
    static String invokeAllTimed() throws Exception {
        Direct direct = new Direct();
        int[] ran = new int[1];
        Callable<Integer> task = () -> ++ran[0];
        List<Future<Integer>> futures = direct.invokeAll(List.of(task, task), LONG_MILLIS, TimeUnit.MILLISECONDS);
        same(2, futures.size());
        int cancelled = 0;
        for (Future<Integer> future : futures) {
            check(future.isDone(), "one way or the other");
            if (future.isCancelled()) cancelled++;
        }
        same(2, ran[0] + cancelled);
        return cancelled + " cancelled";
    }

    /** InvokeAll without time runs nothing. */
    static void invokeAllNoTime() throws Exception {
        int[] ran = new int[1];
        Callable<Integer> task = () -> ++ran[0];
        List<Future<Integer>> futures = new Direct().invokeAll(List.of(task), 0, TimeUnit.SECONDS);
        check(futures.get(0).isCancelled(), "there was no time");
        same(0, ran[0]);
    }

    /** InvokeAny gives the result of a task that has ended well. */
    static String invokeAny() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        int result = pool.invokeAny(List.of(() -> 1, () -> 2));
        end(pool);
        return "" + result;
    }

    /** InvokeAny passes over tasks that fail. */
    static void invokeAnyOfFailing() throws Exception {
        same(2, new Direct().invokeAny(List.of(failing("x"), () -> 2)));
    }

    /** When all tasks fail invokeAny tells of one. */
    static void invokeAnyFails() {
        ExecutionException e = thrown(ExecutionException.class,
            () -> new Direct().invokeAny(List.of(failing("a"), failing("b"))));
        same("b", e.getCause().getMessage());
        thrown(IllegalArgumentException.class, () -> new Direct().invokeAny(new ArrayList<Callable<Integer>>()));
    }

    /** InvokeAny with a time limit gives up when no task has ended well by then. */
    static String invokeAnyTimed() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        String end;
        try {
            end = "" + pool.invokeAny(List.of(() -> 1), LONG_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            end = "too late";
        }
        end(pool);
        return end;
    }

    /** A completion service gives out futures in the order in which they end. */
    static void completion() throws Exception {
        ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>((Executor) Runnable::run);
        same(null, service.poll());
        Future<Integer> first = service.submit(() -> 1);
        service.submit(failing("x"));
        Future<Integer> taken = service.take();
        same(first, taken);
        same(1, taken.get());
        thrown(ExecutionException.class, service.poll()::get);
        same(null, service.poll());
        thrown(NullPointerException.class, () -> service.submit(null));
    }

    /** Who takes from a completion service waits until a task has ended. */
    static String completionWaits() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(pool);
        service.submit(() -> 1);
        service.submit(() -> 2);
        String order = "" + service.take().get() + service.take().get();
        end(pool);
        return order;
    }
}
