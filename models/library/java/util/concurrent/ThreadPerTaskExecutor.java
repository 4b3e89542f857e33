package java.util.concurrent;

import deadwood.internal.Gate;
import java.util.List;

/** A new thread for each task, as one gate whose value is the state: to start a task's thread is one step, and so is its end. */
final class ThreadPerTaskExecutor extends AbstractExecutorService {
    private static final int RUNNING = 0;
    private static final int SHUTDOWN = 1;
    private static final int TERMINATED = 2;

    private final ThreadFactory factory;
    private final Gate gate = new Gate(RUNNING);
    private Thread[] threads = new Thread[0];

    private ThreadPerTaskExecutor(ThreadFactory factory) {
        if (factory == null) throw new NullPointerException();
        this.factory = factory;
    }

    static ThreadPerTaskExecutor create(ThreadFactory factory) {
        return new ThreadPerTaskExecutor(factory);
    }

    @Override
    public void execute(Runnable task) {
        if (task == null) throw new NullPointerException();
        if (isShutdown()) throw new RejectedExecutionException();
        Thread thread = factory.newThread(() -> {
            try {
                task.run();
            } finally {
                ended(Thread.currentThread());
            }
        });
        if (thread == null) throw new RejectedExecutionException();
        Gate.enter(gate);
        try {
            if (gate.value != RUNNING) throw new RejectedExecutionException();
            thread.start();
            Thread[] more = new Thread[threads.length + 1];
            System.arraycopy(threads, 0, more, 0, threads.length);
            more[threads.length] = thread;
            threads = more;
        } finally {
            Gate.leave();
        }
    }

    private void ended(Thread thread) {
        Gate.enter(gate);
        int at = 0;
        while (threads[at] != thread) at++;
        Thread[] fewer = new Thread[threads.length - 1];
        System.arraycopy(threads, 0, fewer, 0, at);
        System.arraycopy(threads, at + 1, fewer, at, fewer.length - at);
        threads = fewer;
        if (gate.value == SHUTDOWN && fewer.length == 0) gate.value = TERMINATED;
        Gate.leave();
    }

    private void shutdown(boolean interrupts) {
        Gate.enter(gate);
        if (gate.value == RUNNING) gate.value = threads.length == 0 ? TERMINATED : SHUTDOWN;
        if (interrupts) for (Thread thread : threads) thread.interrupt();
        Gate.leave();
    }

    @Override
    public void shutdown() {
        shutdown(false);
    }

    @Override
    public List<Runnable> shutdownNow() {
        shutdown(true);
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return gate.value != RUNNING;
    }

    @Override
    public boolean isTerminated() {
        return gate.value == TERMINATED;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        if (!Gate.pass(gate, Gate.AT_LEAST | Gate.PATIENT, TERMINATED, true, unit.toNanos(timeout))) return false;
        Gate.leave();
        return true;
    }
}
