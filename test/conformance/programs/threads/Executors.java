// Executor services with futures joined in order: results, exceptions, cancellation, shutdown.
package threads;

import static java.lang.System.out;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

class Executors {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = java.util.concurrent.Executors.newFixedThreadPool(3);
        List<Future<Integer>> fs = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            int n = i;
            fs.add(pool.submit(() -> n * n));
        }
        for (Future<Integer> f : fs) out.print(f.get() + " ");
        out.println(fs.get(0).isDone());
        Future<Object> failing = pool.submit((Callable<Object>) () -> { throw new java.io.IOException("inside"); });
        try {
            failing.get();
        } catch (ExecutionException e) {
            out.println(e.getMessage() + " | " + e.getCause());
        }
        List<Callable<String>> tasks = List.of(() -> "x", () -> "y", () -> "z");
        for (Future<String> f : pool.invokeAll(tasks)) out.print(f.get());
        out.println(pool.submit(() -> { }).get());
        pool.shutdown();
        out.println(pool.awaitTermination(10, TimeUnit.SECONDS) + " " + pool.isShutdown() + pool.isTerminated());
        try {
            pool.submit(() -> 1);
        } catch (RejectedExecutionException e) {
            out.println("rejected");
        }
        ExecutorService single = java.util.concurrent.Executors.newSingleThreadExecutor(r -> new Thread(r, "single"));
        StringBuilder order = new StringBuilder();
        for (int i = 0; i < 5; i++) {
            int n = i;
            single.execute(() -> order.append(n));
        }
        out.println(single.submit(() -> Thread.currentThread().getName()).get() + order);
        single.shutdown();
        FutureTask<String> task = new FutureTask<>(() -> "task");
        new Thread(task).start();
        out.println(task.get() + task.isDone() + task.isCancelled());
        FutureTask<String> never = new FutureTask<>(() -> "never");
        out.println(never.cancel(true) + "" + never.isCancelled());
        try {
            never.get();
        } catch (CancellationException e) {
            out.println("cancelled");
        }
    }
}
