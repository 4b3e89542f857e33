import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Trials with tasks that are cancelled, pools that are looked at, and executors that are shut down. */
final class TaskTrials {
    private TaskTrials() {
    }

    /** What a task sees of its end (2) and of the interrupt (1): the end comes first. */
    static int cancelSeenInside() throws Exception {
        int[] seen = new int[1];
        FutureTask<?>[] self = new FutureTask<?>[1];
        FutureTask<Integer> task = new FutureTask<>(() -> {
            int isDone = self[0].isDone() ? 2 : 0;
            return seen[0] = isDone + (Thread.currentThread().isInterrupted() ? 1 : 0);
        });
        self[0] = task;
        Thread runner = new Thread(task);
        runner.start();
        task.cancel(true);
        runner.join();
        return seen[0];
    }

    /** Whether the task was cancelled (4), ran (2), and left an interrupt (1): it comes before `run` returns or never. */
    static int cancelSeenOutside() throws Exception {
        int[] seen = new int[1];
        FutureTask<Integer> task = new FutureTask<>(() -> seen[0] = 2);
        Thread runner = new Thread(() -> {
            task.run();
            if (Thread.currentThread().isInterrupted()) seen[0]++;
        });
        runner.start();
        boolean isCancelled = task.cancel(true);
        runner.join();
        return seen[0] + (isCancelled ? 4 : 0);
    }

    /** 1: the task is neither in the queue nor is anybody busy with it. */
    static int nowhere() throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        CountDownLatch end = new CountDownLatch(1);
        pool.prestartCoreThread();
        pool.execute(() -> TimedTrials.await(end));
        boolean isIdle = pool.getQueue().isEmpty() && pool.getActiveCount() == 0;
        end.countDown();
        pool.shutdown();
        return isIdle ? 1 : 0;
    }

    /** Workers that have not come to ask for a task count as busy ones. */
    static int prestarted() {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        pool.prestartCoreThread();
        int active = pool.getActiveCount();
        pool.shutdown();
        return active;
    }

    /** Counts up whenever afterExecute is called: it is told of what it throws itself. */
    static int afterExecuteThrows() throws Exception {
        int[] calls = new int[1];
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), run -> {
            Thread thread = new Thread(run);
            thread.setUncaughtExceptionHandler((where, thrown) -> { });
            return thread;
        }) {
            @Override
            protected void afterExecute(Runnable task, Throwable thrown) {
                calls[0]++;
                if (thrown == null) throw new IllegalStateException();
            }
        };
        pool.execute(() -> { });
        pool.shutdown();
        pool.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        return calls[0];
    }

    /** Tasks that are due are no delayed tasks any more, whatever the policy. */
    static int dueAtShutdown() throws Exception {
        int[] ran = new int[1];
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
        pool.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        pool.execute(() -> ran[0]++);
        pool.execute(() -> ran[0]++);
        pool.shutdown();
        pool.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        return ran[0];
    }

    /** The second task is due at the shutdown only if the first one is. */
    static int delayedAtShutdown() throws Exception {
        int[] ran = new int[1];
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
        pool.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        pool.schedule(() -> ran[0] += 1, 5, TimeUnit.MILLISECONDS);
        pool.schedule(() -> ran[0] += 2, 50_000, TimeUnit.MILLISECONDS);
        pool.shutdown();
        pool.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        return ran[0];
    }

    /** What the shutdown drops is cancelled before the pool has ended. */
    static int droppedAtShutdown() throws Exception {
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
        Future<?> dropped = pool.scheduleAtFixedRate(() -> { }, 100, 100, TimeUnit.SECONDS);
        Thread other = new Thread(pool::shutdown);
        other.start();
        pool.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        int isCancelled = dropped.isCancelled() ? 1 : 0;
        other.join();
        return isCancelled;
    }

    /** A repeated task that comes while the pool is shut down: 1 rejected, 2 cancelled. */
    static int scheduledAtShutdown() throws Exception {
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
        Thread other = new Thread(pool::shutdown);
        other.start();
        try {
            Future<?> late = pool.scheduleAtFixedRate(() -> { }, 100, 100, TimeUnit.SECONDS);
            other.join();
            // It may be running right now.
            pool.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
            return late.isCancelled() ? 2 : 3;
        } catch (RejectedExecutionException e) {
            return 1;
        }
    }

    /** Tasks that the time was not enough for are never handed over. */
    static int allInTheCaller() throws Exception {
        int[] ran = new int[1];
        AbstractExecutorService direct = new AbstractExecutorService() {
            @Override
            public void execute(Runnable task) {
                task.run();
            }

            @Override
            public void shutdown() {
            }

            @Override
            public List<Runnable> shutdownNow() {
                return List.of();
            }

            @Override
            public boolean isShutdown() {
                return false;
            }

            @Override
            public boolean isTerminated() {
                return false;
            }

            @Override
            public boolean awaitTermination(long timeout, TimeUnit unit) {
                return false;
            }
        };
        Callable<Integer> task = () -> ++ran[0];
        List<Future<Integer>> futures = direct.invokeAll(List.of(task, task), 1, TimeUnit.SECONDS);
        return ran[0] * 10 + (futures.get(1).isCancelled() ? 1 : 0);
    }
}
