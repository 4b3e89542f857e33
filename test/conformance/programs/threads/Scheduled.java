// Scheduled executors: order by delay, periods, cancellation, policies at shutdown, time-outs of futures.
package threads;

import static java.lang.System.out;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class Scheduled {
    static final TimeUnit MS = TimeUnit.MILLISECONDS;

    public static void main(String[] args) throws Exception {
        order();
        periods();
        cancel();
        policies();
        futures();
    }

    static void order() throws Exception {
        ScheduledExecutorService e = Executors.newScheduledThreadPool(1);
        StringBuffer log = new StringBuffer();
        CountDownLatch ready = new CountDownLatch(1);
        long start = System.nanoTime();
        e.execute(() -> {
            try {
                ready.await();
            } catch (InterruptedException x) {
                log.append(x);
            }
        });
        e.schedule(() -> log.append("third "), 600, MS);
        e.schedule(() -> log.append("first "), 1, MS);
        ScheduledFuture<Integer> f = e.schedule(() -> {
            log.append("second ");
            return 5;
        }, 200, MS);
        ready.countDown();
        out.println(f.get() + " " + f.isDone() + " " + (System.nanoTime() - start >= 200_000_000));
        out.println(f.getDelay(MS) <= 0);
        e.shutdown();
        out.println(e.awaitTermination(10, TimeUnit.SECONDS) + " " + e.isTerminated() + " " + log);
        try {
            e.schedule(() -> 1, 1, MS);
        } catch (RejectedExecutionException x) {
            out.println("rejected");
        }
    }

    static void periods() throws Exception {
        ScheduledExecutorService e = Executors.newSingleThreadScheduledExecutor();
        CountDownLatch beats = new CountDownLatch(3);
        ScheduledFuture<?> rate = e.scheduleAtFixedRate(beats::countDown, 5, 5, MS);
        beats.await();
        out.println(rate.cancel(false) + " " + rate.isCancelled());
        AtomicInteger runs = new AtomicInteger();
        ScheduledFuture<?> fails = e.scheduleWithFixedDelay(() -> {
            if (runs.incrementAndGet() == 3) throw new IllegalStateException("third");
        }, 0, 1, MS);
        try {
            fails.get();
        } catch (Exception x) {
            out.println(x.getCause().getMessage() + " " + runs);
        }
        e.shutdownNow();
        out.println(e.awaitTermination(10, TimeUnit.SECONDS));
        try {
            e.scheduleAtFixedRate(() -> { }, 1, 0, MS);
        } catch (IllegalArgumentException x) {
            out.println("period");
        }
    }

    static void cancel() throws Exception {
        ScheduledThreadPoolExecutor e = new ScheduledThreadPoolExecutor(1);
        ScheduledFuture<?> far = e.schedule(() -> out.println("never"), 1, TimeUnit.DAYS);
        out.println(e.getQueue().size() + " " + far.isDone());
        far.cancel(true);
        out.println(e.getQueue().size() + " " + far.isDone() + " " + far.isCancelled());
        e.purge();
        e.setRemoveOnCancelPolicy(true);
        ScheduledFuture<?> other = e.schedule(() -> out.println("never"), 1, TimeUnit.DAYS);
        other.cancel(false);
        out.println(e.getQueue().size() + " " + e.getRemoveOnCancelPolicy());
        try {
            other.get();
        } catch (CancellationException x) {
            out.println("cancelled");
        }
        ScheduledFuture<?> soon = e.schedule(() -> { }, 1, TimeUnit.HOURS);
        ScheduledFuture<?> later = e.schedule(() -> { }, 2, TimeUnit.HOURS);
        out.println(soon.compareTo(later) + " " + later.compareTo(soon) + " " + (e.getQueue().peek() == soon));
        out.println(e.shutdownNow().size());
    }

    static void policies() throws Exception {
        ScheduledThreadPoolExecutor e = new ScheduledThreadPoolExecutor(1);
        out.println(e.getExecuteExistingDelayedTasksAfterShutdownPolicy() + " "
            + e.getContinueExistingPeriodicTasksAfterShutdownPolicy());
        e.schedule(() -> out.println("after shutdown"), 20, MS);
        ScheduledFuture<?> periodic = e.scheduleAtFixedRate(() -> { }, 1, 1, TimeUnit.HOURS);
        e.shutdown();
        out.println(e.awaitTermination(10, TimeUnit.SECONDS) + " " + periodic.isCancelled());
        ScheduledThreadPoolExecutor strict = new ScheduledThreadPoolExecutor(1);
        strict.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        ScheduledFuture<?> dropped = strict.schedule(() -> out.println("never"), 1, TimeUnit.HOURS);
        strict.shutdown();
        out.println(strict.awaitTermination(10, TimeUnit.SECONDS) + " " + dropped.isCancelled());
    }

    static void futures() throws Exception {
        out.println(new CompletableFuture<Integer>().completeOnTimeout(3, 10, MS).get());
        try {
            new CompletableFuture<Integer>().orTimeout(10, MS).join();
        } catch (CompletionException x) {
            out.println(x.getCause().getClass().getSimpleName());
        }
        Executor late = CompletableFuture.delayedExecutor(20, MS);
        long start = System.nanoTime();
        out.println(CompletableFuture.supplyAsync(() -> "late", late).get() + " "
            + (System.nanoTime() - start >= 20_000_000));
        CompletableFuture<Integer> quick = new CompletableFuture<Integer>().orTimeout(1, TimeUnit.HOURS);
        quick.complete(9);
        out.println(quick.join());
    }
}
