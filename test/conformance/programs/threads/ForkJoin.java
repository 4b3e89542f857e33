// Fork-join pools: recursion, exceptions, completers, tags, adapters, names, shutdown, parallel streams.
package threads;

import static java.lang.System.out;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class ForkJoin {
    static final class Fib extends RecursiveTask<Integer> {
        final int n;

        Fib(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n;
            Fib left = new Fib(n - 1);
            left.fork();
            return new Fib(n - 2).compute() + left.join();
        }
    }

    static final class Fill extends RecursiveAction {
        final int[] into;
        final int from;
        final int to;

        Fill(int[] into, int from, int to) {
            this.into = into;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from < 4) {
                for (int i = from; i < to; i++) into[i] = i * i;
                return;
            }
            int middle = (from + to) / 2;
            invokeAll(new Fill(into, from, middle), new Fill(into, middle, to));
        }
    }

    static final class Sum extends CountedCompleter<Long> {
        final int from;
        final int to;
        Sum left;
        Sum right;
        long sum;

        Sum(CountedCompleter<?> parent, int from, int to) {
            super(parent);
            this.from = from;
            this.to = to;
        }

        @Override
        public void compute() {
            if (to - from < 3) {
                for (int i = from; i < to; i++) sum += i;
            } else {
                int middle = (from + to) / 2;
                setPendingCount(2);
                left = new Sum(this, from, middle);
                right = new Sum(this, middle, to);
                left.fork();
                right.fork();
            }
            tryComplete();
        }

        @Override
        public void onCompletion(CountedCompleter<?> caller) {
            if (left != null) sum = left.sum + right.sum;
        }

        @Override
        public Long getRawResult() {
            return sum;
        }
    }

    static final class Fails extends RecursiveAction {
        @Override
        protected void compute() {
            throw new ArithmeticException("no");
        }
    }

    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(3);
        out.println(pool.invoke(new Fib(12)) + " " + ForkJoinPool.commonPool().invoke(new Fib(10)) + " " + new Fib(8).invoke());
        int[] filled = new int[20];
        pool.invoke(new Fill(filled, 0, 20));
        out.println(Arrays.toString(filled));
        out.println(pool.invoke(new Sum(null, 0, 50)));
        out.println(pool.submit(() -> "called").get() + " " + pool.submit(() -> { }, "given").join());
        out.println(pool.submit(() -> {
            Thread t = Thread.currentThread();
            boolean named = t.getName().matches("ForkJoinPool-1-worker-[0-9]+");
            return (t instanceof ForkJoinWorkerThread) + " " + named + " " + t.isDaemon() + " "
                + (ForkJoinTask.getPool() == pool) + " " + ForkJoinTask.inForkJoinPool();
        }).get());
        exceptions(pool);
        states(pool);
        List<Callable<Integer>> calls = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int k = i;
            calls.add(() -> k);
        }
        int sum = 0;
        for (Future<Integer> f : pool.invokeAll(calls)) sum += f.get();
        out.println(sum + " " + (pool.invokeAny(calls) < 5));
        streams();
        end(pool);
    }

    static void exceptions(ForkJoinPool pool) throws Exception {
        ForkJoinTask<?> fails = pool.submit(new Fails());
        try {
            fails.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            while (cause.getCause() != null) cause = cause.getCause();
            out.println(e.getCause().getClass().getSimpleName() + " " + cause.getMessage());
        }
        try {
            fails.join();
        } catch (ArithmeticException e) {
            out.println("joined");
        }
        out.println(fails.isCompletedAbnormally() + " " + fails.isCompletedNormally() + " " + fails.isCancelled()
            + " " + (fails.getException() instanceof ArithmeticException));
        try {
            new Fails().invoke();
        } catch (ArithmeticException e) {
            out.println("invoked " + e.getMessage());
        }
        ForkJoinTask<?> cancelled = new Fib(3);
        out.println(cancelled.cancel(true) + " " + cancelled.isCancelled() + " " + cancelled.isDone());
        try {
            cancelled.join();
        } catch (CancellationException e) {
            out.println("cancelled");
        }
        try {
            ForkJoinTask.adapt(() -> { }).get(1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            out.println("timed out");
        }
    }

    static void states(ForkJoinPool pool) {
        Fib task = new Fib(1);
        out.println(task.isDone() + " " + task.getRawResult() + " " + task.getForkJoinTaskTag());
        out.println(task.setForkJoinTaskTag((short) 7) + " " + task.compareAndSetForkJoinTaskTag((short) 7, (short) -3)
            + " " + task.compareAndSetForkJoinTaskTag((short) 7, (short) 1) + " " + task.getForkJoinTaskTag());
        task.complete(40);
        out.println(task.join() + " " + task.isCompletedNormally());
        task.reinitialize();
        out.println(task.isDone() + " " + task.invoke());
        task.reinitialize();
        task.completeExceptionally(new IllegalStateException("x"));
        try {
            task.join();
        } catch (IllegalStateException e) {
            out.println(e.getMessage());
        }
        out.println(pool.getParallelism() + " " + pool.getAsyncMode() + " " + pool.isShutdown() + " "
            + (ForkJoinPool.commonPool() == ForkJoinPool.commonPool()));
        AtomicInteger n = new AtomicInteger();
        for (int i = 0; i < 10; i++) pool.execute(n::incrementAndGet);
        out.println(pool.awaitQuiescence(10, TimeUnit.SECONDS) + " " + n);
    }

    static void streams() {
        out.println(IntStream.rangeClosed(1, 100).parallel().sum());
        out.println(IntStream.range(0, 30).boxed().parallel().filter(i -> i % 3 == 0).map(i -> "" + i)
            .collect(Collectors.joining(",")));
        int[] numbers = IntStream.range(0, 20_000).map(i -> (i * 7919) % 20_011).toArray();
        Arrays.parallelSort(numbers);
        boolean sorted = true;
        for (int i = 1; i < numbers.length; i++) sorted &= numbers[i - 1] <= numbers[i];
        out.println(sorted);
        StringBuffer order = new StringBuffer();
        IntStream.range(0, 10).parallel().forEachOrdered(order::append);
        out.println(order);
    }

    static void end(ForkJoinPool pool) throws Exception {
        pool.shutdown();
        out.println(pool.awaitTermination(10, TimeUnit.SECONDS) + " " + pool.isTerminated() + " " + pool.isShutdown());
        try {
            pool.submit(() -> 1);
        } catch (RejectedExecutionException e) {
            out.println("rejected");
        }
        ForkJoinPool.commonPool().shutdown();
        out.println(ForkJoinPool.commonPool().isShutdown());
        ForkJoinPool async = new ForkJoinPool(1, ForkJoinPool.defaultForkJoinWorkerThreadFactory,
            (t, e) -> out.println("handler " + e.getMessage()), true);
        async.execute((Runnable) () -> {
            throw new IllegalStateException("from execute");
        });
        async.submit(() -> 0).get();
        async.shutdownNow();
        out.println(async.awaitTermination(10, TimeUnit.SECONDS));
    }
}
