import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Delayed and periodic tasks. Orders are written as decimal digits. */
final class TimedTrials {
    private TimedTrials() {
    }

    private static final class Log {
        private int digits;

        synchronized void add(int digit) {
            digits = 10 * digits + digit;
            notifyAll();
        }

        synchronized int get() {
            return digits;
        }

        synchronized int await(int least) throws InterruptedException {
            while (digits < least) {
                wait();
            }
            return digits;
        }
    }

    private static int end(ScheduledExecutorService executor, Log log) throws InterruptedException {
        executor.shutdown();
        executor.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        return log.get();
    }

    /** One thread and one delay: in the order in which they came. */
    static int sameDelay() throws Exception {
        Log log = new Log();
        ScheduledExecutorService executor = Executors.newScheduledThreadPool(1);
        executor.schedule(() -> log.add(1), 1, TimeUnit.MILLISECONDS);
        executor.schedule(() -> log.add(2), 1, TimeUnit.MILLISECONDS);
        return end(executor, log);
    }

    /** Two threads run them at the same time. */
    static int twoThreads() throws Exception {
        Log log = new Log();
        ScheduledExecutorService executor = Executors.newScheduledThreadPool(2);
        executor.schedule(() -> log.add(1), 1, TimeUnit.MILLISECONDS);
        executor.schedule(() -> log.add(2), 1, TimeUnit.MILLISECONDS);
        return end(executor, log);
    }

    /** The first task keeps the thread until all are there: then the delays decide. */
    static int byDelay() throws Exception {
        Log log = new Log();
        CountDownLatch ready = new CountDownLatch(1);
        ScheduledExecutorService executor = Executors.newScheduledThreadPool(1);
        executor.execute(() -> await(ready));
        executor.schedule(() -> log.add(3), 300, TimeUnit.MILLISECONDS);
        executor.schedule(() -> log.add(1), 1, TimeUnit.MILLISECONDS);
        executor.schedule(() -> log.add(2), 100, TimeUnit.MILLISECONDS);
        ready.countDown();
        return end(executor, log);
    }

    /** A sleep in between leaves open which comes first. */
    static int afterSleep() throws Exception {
        Log log = new Log();
        CountDownLatch ready = new CountDownLatch(1);
        ScheduledExecutorService executor = Executors.newScheduledThreadPool(1);
        executor.execute(() -> await(ready));
        executor.schedule(() -> log.add(1), 20, TimeUnit.MILLISECONDS);
        Thread.sleep(30);
        executor.schedule(() -> log.add(2), 5, TimeUnit.MILLISECONDS);
        ready.countDown();
        return end(executor, log);
    }

    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** 1 the task ran, 2 it was cancelled, 3 it was cancelled while it ran. */
    static int cancelled() throws Exception {
        Log log = new Log();
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1);
        ScheduledFuture<?> task = executor.schedule(() -> log.add(1), 1, TimeUnit.MILLISECONDS);
        boolean isCancelled = task.cancel(false);
        int left = end(executor, log);
        return (isCancelled ? 2 : 0) + left;
    }

    /** Delayed tasks run after a shutdown unless the policy says otherwise. */
    static int policy() throws Exception {
        Log log = new Log();
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1);
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        ScheduledFuture<?> task = executor.schedule(() -> log.add(1), 100, TimeUnit.DAYS);
        int left = end(executor, log);
        return (task.isCancelled() ? 2 : 0) + left;
    }

    static int periodic() throws Exception {
        Log log = new Log();
        ScheduledExecutorService executor = Executors.newScheduledThreadPool(1);
        executor.scheduleWithFixedDelay(() -> {
            if (log.get() == 11) {
                throw new IllegalStateException("enough");
            }
            log.add(1);
        }, 1, 1, TimeUnit.MILLISECONDS);
        log.await(11);
        return end(executor, log);
    }

    static int timerOrder() throws Exception {
        Log log = new Log();
        Timer timer = new Timer(true);
        CountDownLatch ready = new CountDownLatch(1);
        timer.schedule(task(() -> await(ready)), 0);
        timer.schedule(task(() -> log.add(2)), 100);
        timer.schedule(task(() -> log.add(1)), 1);
        ready.countDown();
        return log.await(10);
    }

    private static TimerTask task(Runnable action) {
        return new TimerTask() {
            @Override
            public void run() {
                action.run();
            }
        };
    }

    /** 1: the task ran, and to cancel it came too late. 2: it was cancelled. */
    static int timerCancel() throws Exception {
        Log log = new Log();
        Timer timer = new Timer();
        TimerTask task = task(() -> log.add(1));
        timer.schedule(task, 1);
        boolean wasInTime = task.cancel();
        timer.schedule(task(timer::cancel), 3);
        return wasInTime ? 2 : log.await(1);
    }

    static int timerPeriod() throws Exception {
        Log log = new Log();
        Timer timer = new Timer();
        timer.schedule(task(() -> {
            log.add(1);
            if (log.get() == 11) {
                timer.cancel();
            }
        }), 1, 1);
        return log.await(11);
    }

    static int onTimeout() {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        future.completeOnTimeout(1, 1, TimeUnit.MILLISECONDS);
        future.complete(2);
        return future.join();
    }

    static int orTimeout() {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        future.orTimeout(1, TimeUnit.MILLISECONDS);
        return future.handle((value, failure) -> failure instanceof TimeoutException ? 1 : 0).join();
    }
}
