package java.util.concurrent;

import jdk.internal.misc.Unsafe;

/** A worker of a fork-join pool: a daemon with a queue of its own. */
public class ForkJoinWorkerThread extends Thread {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long LOCALS = UNSAFE.objectFieldOffset(Thread.class, "threadLocals");
    private static final long INHERITABLE_LOCALS = UNSAFE.objectFieldOffset(Thread.class, "inheritableThreadLocals");

    final ForkJoinPool pool;
    final ForkJoinPool.Queue queue = new ForkJoinPool.Queue(this, false);
    /** What a task leaves in thread-local variables is gone before the next one. */
    final boolean forgetsLocals;

    protected ForkJoinWorkerThread(ForkJoinPool pool) {
        this(null, pool, false, false);
    }

    protected ForkJoinWorkerThread(ThreadGroup group, ForkJoinPool pool, boolean preserveThreadLocals) {
        this(group, pool, false, !preserveThreadLocals);
    }

    ForkJoinWorkerThread(ThreadGroup group, ForkJoinPool pool, boolean useSystemClassLoader, boolean forgetsLocals) {
        super(group, null, pool.nextWorkerName(), 0L, !forgetsLocals);
        this.pool = pool;
        this.forgetsLocals = forgetsLocals;
        if (pool.handler != null) super.setUncaughtExceptionHandler(pool.handler);
        if (useSystemClassLoader) super.setContextClassLoader(ClassLoader.getSystemClassLoader());
        super.setDaemon(true);
    }

    public ForkJoinPool getPool() {
        return pool;
    }

    public int getPoolIndex() {
        return pool.indexOf(this);
    }

    public int getQueuedTaskCount() {
        return pool.queuedBy(this);
    }

    protected void onStart() {
    }

    protected void onTermination(Throwable exception) {
    }

    @Override
    public void run() {
        Throwable failure = null;
        try {
            onStart();
            pool.work(this);
        } catch (Throwable thrown) {
            failure = thrown;
        }
        try {
            onTermination(failure);
        } catch (Throwable thrown) {
            if (failure == null) failure = thrown;
        }
        pool.retire(this);
        if (failure != null) ForkJoinTask.<RuntimeException>sneak(failure);
    }

    /** Inside a section. */
    final void forgetLocals() {
        UNSAFE.putReference(this, LOCALS, null);
        UNSAFE.putReference(this, INHERITABLE_LOCALS, null);
    }

    /** True when the running thread is a worker with something in its queue. */
    static boolean hasKnownQueuedWork() {
        ForkJoinWorkerThread worker = ForkJoinPool.currentWorker();
        return worker != null && worker.pool.queuedBy(worker) > 0;
    }
}
