package java.util.concurrent;

import deadwood.internal.Time;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;

/** What executors have in common. Deadlines are kept by the models' time, so that they need no clock in a checked run. */
public abstract class AbstractExecutorService implements ExecutorService {
    public AbstractExecutorService() {
    }

    protected <T> RunnableFuture<T> newTaskFor(Runnable runnable, T value) {
        return new FutureTask<T>(runnable, value);
    }

    protected <T> RunnableFuture<T> newTaskFor(Callable<T> callable) {
        return new FutureTask<T>(callable);
    }

    @Override
    public Future<?> submit(Runnable task) {
        if (task == null) throw new NullPointerException();
        RunnableFuture<Void> future = newTaskFor(task, null);
        execute(future);
        return future;
    }

    @Override
    public <T> Future<T> submit(Runnable task, T result) {
        if (task == null) throw new NullPointerException();
        RunnableFuture<T> future = newTaskFor(task, result);
        execute(future);
        return future;
    }

    @Override
    public <T> Future<T> submit(Callable<T> task) {
        if (task == null) throw new NullPointerException();
        RunnableFuture<T> future = newTaskFor(task);
        execute(future);
        return future;
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks) throws InterruptedException, ExecutionException {
        try {
            return any(tasks, false, 0);
        } catch (TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
        throws InterruptedException, ExecutionException, TimeoutException {
        return any(tasks, true, unit.toNanos(timeout));
    }

    /** Hands over one task more whenever none has ended yet; all that are left are cancelled in the end. */
    private <T> T any(Collection<? extends Callable<T>> tasks, boolean isTimed, long nanos)
        throws InterruptedException, ExecutionException, TimeoutException {
        if (tasks.isEmpty()) throw new IllegalArgumentException();
        long start = Time.nanos();
        ArrayList<Future<T>> futures = new ArrayList<>(tasks.size());
        ExecutorCompletionService<T> ends = new ExecutorCompletionService<>(this);
        Iterator<? extends Callable<T>> left = tasks.iterator();
        ExecutionException failure = null;
        int pending = 0;
        try {
            while (pending > 0 || left.hasNext()) {
                Future<T> ended = pending == 0 ? null : ends.poll();
                if (ended == null && left.hasNext()) {
                    futures.add(ends.submit(left.next()));
                    pending++;
                    continue;
                }
                if (ended == null && isTimed) {
                    ended = ends.poll(nanos - (Time.nanos() - start), TimeUnit.NANOSECONDS);
                    if (ended == null) throw new TimeoutException();
                } else if (ended == null) {
                    ended = ends.take();
                }
                pending--;
                try {
                    return ended.get();
                } catch (ExecutionException thrown) {
                    failure = thrown;
                } catch (RuntimeException thrown) {
                    failure = new ExecutionException(thrown);
                }
            }
            throw failure;
        } finally {
            for (Future<T> future : futures) future.cancel(true);
        }
    }

    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks) throws InterruptedException {
        ArrayList<Future<T>> futures = new ArrayList<>(tasks.size());
        boolean isWell = false;
        try {
            for (Callable<T> task : tasks) {
                RunnableFuture<T> future = newTaskFor(task);
                futures.add(future);
                execute(future);
            }
            for (Future<T> future : futures) {
                try {
                    future.get();
                } catch (CancellationException | ExecutionException ended) {
                    // However it ended, it has.
                }
            }
            isWell = true;
            return futures;
        } finally {
            if (!isWell) for (Future<T> future : futures) future.cancel(true);
        }
    }

    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
        throws InterruptedException {
        long nanos = unit.toNanos(timeout);
        long start = Time.nanos();
        ArrayList<Future<T>> futures = new ArrayList<>(tasks.size());
        int ended = 0;
        try {
            for (Callable<T> task : tasks) futures.add(newTaskFor(task));
            for (int i = 0; i < futures.size(); i++) {
                if (i == 0 ? nanos <= 0 : isOver(nanos, start)) return futures;
                execute((Runnable) futures.get(i));
            }
            for (; ended < futures.size(); ended++) {
                try {
                    futures.get(ended).get(nanos - (Time.nanos() - start), TimeUnit.NANOSECONDS);
                } catch (CancellationException | ExecutionException gone) {
                    // However it ended, it has.
                } catch (TimeoutException late) {
                    break;
                }
            }
            return futures;
        } finally {
            for (; ended < futures.size(); ended++) futures.get(ended).cancel(true);
        }
    }

    /** Whether the time is over. In a checked run it may be at any moment. */
    private static boolean isOver(long nanos, long start) {
        if (!Time.isAbstract()) return Time.nanos() - start >= nanos;
        return nanos != Long.MAX_VALUE && Time.choose(2) == 1;
    }

    /** As executors of Java 19 and later have it: without a limit of time, which would be one more choice. */
    public void close() {
        boolean isInterrupted = false;
        boolean isOver = isTerminated();
        if (!isOver) shutdown();
        while (!isOver) {
            try {
                isOver = awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                if (!isInterrupted) shutdownNow();
                isInterrupted = true;
            }
        }
        if (isInterrupted) Thread.currentThread().interrupt();
    }
}
