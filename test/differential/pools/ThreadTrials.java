import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** What java.lang.Thread itself offers. */
final class ThreadTrials {
    private ThreadTrials() {
    }

    interface Call {
        void run() throws Exception;
    }

    /** 1 when the call ends because the thread is interrupted, and its flag is reset. */
    private static int interrupted(Call call) throws InterruptedException {
        int[] found = new int[1];
        Thread thread = new Thread(() -> {
            try {
                call.run();
            } catch (InterruptedException e) {
                found[0] = Thread.currentThread().isInterrupted() ? 2 : 1;
            } catch (Exception e) {
                found[0] = 3;
            }
        });
        thread.start();
        thread.interrupt();
        thread.join();
        return found[0];
    }

    /** 0 when the sleep was over first. */
    static int interruptSleep() throws Exception {
        return interrupted(() -> Thread.sleep(1_000_000));
    }

    static int interruptWait() throws Exception {
        Object lock = new Object();
        return interrupted(() -> {
            synchronized (lock) {
                lock.wait();
            }
        });
    }

    static int interruptJoin() throws Exception {
        Thread main = Thread.currentThread();
        return interrupted(main::join);
    }

    static int interruptLock() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        return interrupted(lock::lockInterruptibly);
    }

    static int interruptCondition() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        return interrupted(() -> {
            lock.lock();
            try {
                condition.await();
            } finally {
                lock.unlock();
            }
        });
    }

    static int interruptOthers() throws Exception {
        int sum = interrupted(new Semaphore(0)::acquire);
        sum += interrupted(new CountDownLatch(1)::await);
        sum += interrupted(new CyclicBarrier(2)::await);
        sum += interrupted(new FutureTask<>(() -> 1)::get);
        return sum;
    }

    static int interruptQueues() throws Exception {
        int sum = interrupted(new LinkedBlockingQueue<>()::take);
        sum += interrupted(new ArrayBlockingQueue<>(1)::take);
        sum += interrupted(new SynchronousQueue<>()::take);
        return sum;
    }

    static int interruptRare() throws Exception {
        int sum = interrupted(new CompletableFuture<>()::get);
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.writeLock().lock();
        sum += interrupted(lock.readLock()::lockInterruptibly);
        Exchanger<Integer> exchanger = new Exchanger<>();
        sum += interrupted(() -> exchanger.exchange(1));
        Phaser phaser = new Phaser(1);
        sum += interrupted(() -> phaser.awaitAdvanceInterruptibly(0));
        return sum;
    }

    /** Parking ends, and leaves the flag. */
    static int interruptPark() throws Exception {
        int[] found = new int[1];
        Thread thread = new Thread(() -> {
            LockSupport.park();
            found[0] = Thread.interrupted() ? 1 : 2;
        });
        thread.start();
        thread.interrupt();
        thread.join();
        return found[0];
    }

    /** A join with a limit comes back before or after the end: 0 or 1. */
    static int timedJoin() throws Exception {
        Thread thread = new Thread(() -> pause(2));
        thread.start();
        thread.join(2);
        return thread.isAlive() ? 0 : 1;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What others see of a thread that wants a monitor: runnable or blocked. */
    static int states() throws Exception {
        Object lock = new Object();
        Thread thread = new Thread(() -> {
            synchronized (lock) {
                lock.hashCode();
            }
        });
        int fresh = thread.getState() == Thread.State.NEW ? 1000 : 0;
        int seen;
        synchronized (lock) {
            thread.start();
            seen = 100 * (1 + thread.getState().ordinal());
        }
        thread.join();
        return fresh + seen + thread.getState().ordinal();
    }

    /** The same of one that waits for a permit, for the end of another thread, or for either with a limit of time. */
    static int waitingStates() throws Exception {
        Semaphore none = new Semaphore(0);
        Thread waits = new Thread(none::acquireUninterruptibly);
        Thread joins = new Thread(() -> join(waits));
        Thread hopes = new Thread(() -> hope(none));
        waits.start();
        joins.start();
        hopes.start();
        int seen = 100 * waits.getState().ordinal() + 10 * joins.getState().ordinal() + hopes.getState().ordinal();
        none.release();
        joins.join();
        hopes.join();
        return seen;
    }

    private static void hope(Semaphore semaphore) {
        try {
            if (semaphore.tryAcquire(1, TimeUnit.MILLISECONDS)) {
                semaphore.release();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The thread's own handler, then its group's, then the default one. */
    static int handlers() throws Exception {
        StringBuffer log = new StringBuffer();
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> log.append(1));
        Runnable fails = () -> {
            throw new IllegalStateException();
        };
        Thread plain = new Thread(fails);
        plain.start();
        plain.join();
        ThreadGroup group = new ThreadGroup("group") {
            @Override
            public void uncaughtException(Thread thread, Throwable failure) {
                log.append(2);
            }
        };
        Thread member = new Thread(group, fails);
        member.start();
        member.join();
        Thread own = new Thread(group, fails);
        own.setUncaughtExceptionHandler((thread, failure) -> log.append(3));
        own.start();
        own.join();
        Thread.setDefaultUncaughtExceptionHandler(null);
        return Integer.parseInt(log.toString());
    }

    static int locals() throws Exception {
        ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 1);
        InheritableThreadLocal<Integer> inherited = new InheritableThreadLocal<>() {
            @Override
            protected Integer childValue(Integer value) {
                return value + 1;
            }
        };
        local.set(5);
        inherited.set(6);
        int[] found = new int[1];
        Thread child = new Thread(() -> {
            found[0] = 10 * local.get() + inherited.get();
            local.set(9);
            inherited.set(9);
        });
        child.start();
        child.join();
        return 100 * found[0] + 10 * local.get() + inherited.get();
    }

    /** Members of a group while one of two may have ended. */
    static int groups() throws Exception {
        ThreadGroup group = new ThreadGroup("group");
        CountDownLatch latch = new CountDownLatch(1);
        Thread one = new Thread(group, () -> await(latch));
        Thread two = new Thread(group, () -> { });
        one.start();
        two.start();
        int count = group.enumerate(new Thread[4]);
        latch.countDown();
        one.join();
        two.join();
        return 10 * count + group.activeCount();
    }

    /** A daemon does not keep the program. */
    static int daemons() {
        CountDownLatch never = new CountDownLatch(1);
        Thread daemon = new Thread(() -> await(never));
        daemon.setDaemon(true);
        daemon.start();
        return daemon.isDaemon() ? 1 : 0;
    }

    static final class Fields {
        volatile int number;
        volatile long large;
        volatile Object reference;
    }

    static int updaters() throws Exception {
        AtomicIntegerFieldUpdater<Fields> number = AtomicIntegerFieldUpdater.newUpdater(Fields.class, "number");
        AtomicLongFieldUpdater<Fields> large = AtomicLongFieldUpdater.newUpdater(Fields.class, "large");
        AtomicReferenceFieldUpdater<Fields, Object> reference =
            AtomicReferenceFieldUpdater.newUpdater(Fields.class, Object.class, "reference");
        Fields fields = new Fields();
        Thread other = new Thread(() -> {
            number.incrementAndGet(fields);
            large.addAndGet(fields, 1);
            reference.compareAndSet(fields, null, "other");
        });
        other.start();
        number.incrementAndGet(fields);
        large.addAndGet(fields, 1);
        reference.compareAndSet(fields, null, "main");
        other.join();
        return 100 * number.get(fields) + 10 * (int) large.get(fields) + ("main".equals(reference.get(fields)) ? 1 : 2);
    }
}
