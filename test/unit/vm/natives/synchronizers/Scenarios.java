import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** Small programs whose `result` says what happened; the test knows all that can. */
public class Scenarios {
    static volatile int result;
    static volatile int second;
    static final ReentrantLock lock = new ReentrantLock();

    interface Body {
        void run() throws Exception;
    }

    static Thread start(Body body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (Exception e) {
                throw new RuntimeException(e);
            }
        });
        thread.start();
        return thread;
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "order" -> order();
            case "tryLock" -> tryLock();
            case "timedLock" -> timedLock();
            case "interruptedLock" -> interruptedLock();
            case "signal" -> signal();
            case "signalOrInterrupt" -> signalOrInterrupt();
            case "timedAwait" -> timedAwait();
            case "latch" -> latch();
            case "semaphore" -> semaphore();
            case "barrier" -> barrier();
            case "barrierInterrupted" -> barrierInterrupted();
            case "readerBehindWriter" -> readerBehindWriter();
            case "stamped" -> stamped();
            case "cancel" -> cancel();
            case "queue" -> queue();
            case "exchange" -> exchange();
            case "handover" -> handover();
            case "pool" -> pool();
            case "poolLeftAlone" -> Executors.newFixedThreadPool(1).submit(() -> result = 1).get();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    static void order() throws Exception {
        Body body = () -> {
            lock.lock();
            result = result * 10 + 1;
            result = result * 10 + 2;
            lock.unlock();
        };
        Thread other = start(body);
        body.run();
        other.join();
    }

    static void tryLock() throws Exception {
        Thread other = start(() -> {
            lock.lock();
            lock.unlock();
        });
        boolean got = lock.tryLock();
        result = got ? 1 : 2;
        if (got) lock.unlock();
        other.join();
    }

    static void timedLock() throws Exception {
        lock.lock();
        Thread other = start(() -> result = lock.tryLock(1, TimeUnit.MILLISECONDS) ? 1 : 2);
        lock.unlock();
        other.join();
    }

    static void interruptedLock() throws Exception {
        lock.lock();
        Thread other = start(() -> {
            try {
                lock.lockInterruptibly();
                result = 1;
            } catch (InterruptedException e) {
                result = Thread.currentThread().isInterrupted() ? 3 : 2;
            }
        });
        other.interrupt();
        lock.unlock();
        other.join();
    }

    /** The one that has waited longer is woken; both come to wait before the signal. */
    static void signal() throws Exception {
        Condition condition = lock.newCondition();
        int[] waiting = new int[2];
        int[] count = new int[1];
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int me = i;
            threads[i] = start(() -> {
                lock.lock();
                waiting[count[0]++] = me;
                condition.await();
                if (result == 0) result = waiting[0] == me ? 1 : 2;
                condition.signal();
                lock.unlock();
            });
        }
        for (boolean done = false; !done;) {
            lock.lock();
            done = count[0] == 2;
            if (done) condition.signal();
            lock.unlock();
        }
        threads[0].join();
        threads[1].join();
    }

    static void signalOrInterrupt() throws Exception {
        Condition condition = lock.newCondition();
        lock.lock();
        Thread main = Thread.currentThread();
        Thread other = start(() -> {
            lock.lock();
            main.interrupt();
            condition.signal();
            lock.unlock();
        });
        try {
            condition.await();
            result = Thread.interrupted() ? 1 : 2;
        } catch (InterruptedException e) {
            result = Thread.interrupted() ? 3 : 4;
        }
        result += lock.isHeldByCurrentThread() ? 10 : 20;
        lock.unlock();
        other.join();
    }

    static void timedAwait() throws Exception {
        Condition condition = lock.newCondition();
        lock.lock();
        Thread other = start(() -> {
            lock.lock();
            result = 10;
            condition.signalAll();
            lock.unlock();
        });
        boolean signalled = condition.await(1, TimeUnit.SECONDS);
        result += signalled ? 1 : 2;
        lock.unlock();
        other.join();
    }

    static void latch() throws Exception {
        CountDownLatch latch = new CountDownLatch(2);
        start(() -> {
            result++;
            latch.countDown();
        });
        start(() -> {
            latch.countDown();
        });
        boolean open = latch.await(1, TimeUnit.SECONDS);
        latch.await();
        result += open ? 10 : 20;
    }

    static void semaphore() throws Exception {
        Semaphore semaphore = new Semaphore(1);
        Thread other = start(() -> {
            semaphore.acquire(2);
            result = result * 10 + 1;
        });
        result = result * 10 + (semaphore.tryAcquire() ? 2 : 3);
        semaphore.release(2);
        other.join();
    }

    static void barrier() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2, () -> result = result * 10 + 3);
        Thread other = start(() -> {
            barrier.await();
            barrier.await();
        });
        barrier.await();
        barrier.await();
        other.join();
    }

    static void barrierInterrupted() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2);
        Thread main = Thread.currentThread();
        Thread other = start(() -> {
            try {
                barrier.await();
                second = 10;
            } catch (BrokenBarrierException e) {
                second = 20;
            }
        });
        Thread third = start(main::interrupt);
        int mine;
        try {
            barrier.await();
            mine = 1;
        } catch (InterruptedException e) {
            mine = 2;
        }
        while (third.isAlive()) Thread.yield();
        Thread.interrupted();
        other.join();
        result = mine + second;
    }

    /** A reader that comes after a waiting writer waits too, here for ever. */
    static void readerBehindWriter() throws Exception {
        ReentrantReadWriteLock both = new ReentrantReadWriteLock();
        both.readLock().lock();
        start(() -> both.writeLock().lock());
        Thread reader = start(() -> {
            both.readLock().lock();
            both.readLock().unlock();
        });
        reader.join();
        both.readLock().lock();
        both.readLock().unlock();
        both.readLock().unlock();
        result = 1;
    }

    static void stamped() throws Exception {
        StampedLock stamps = new StampedLock();
        Thread other = start(() -> {
            long stamp = stamps.writeLock();
            stamps.unlockWrite(stamp);
        });
        long stamp = stamps.tryOptimisticRead();
        result = stamp == 0 ? 1 : stamps.validate(stamp) ? 2 : 3;
        other.join();
    }

    static void cancel() throws Exception {
        FutureTask<Integer> task = new FutureTask<>(() -> 7);
        Thread other = start(task::run);
        boolean cancelled = task.cancel(false);
        try {
            result = task.get() + (cancelled ? 100 : 0);
        } catch (CancellationException e) {
            result = cancelled ? 1 : 2;
        }
        other.join();
    }

    static void queue() throws Exception {
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        Thread other = start(() -> {
            queue.put(1);
            queue.put(2);
        });
        Thread third = start(() -> queue.put(3));
        for (int i = 0; i < 3; i++) result = result * 10 + queue.take();
        other.join();
        third.join();
    }

    static void exchange() throws Exception {
        Exchanger<Integer> exchanger = new Exchanger<>();
        Thread other = start(() -> second = exchanger.exchange(1));
        int got = exchanger.exchange(2);
        other.join();
        result = got * 10 + second;
    }

    static void handover() throws Exception {
        SynchronousQueue<Integer> queue = new SynchronousQueue<>();
        Thread other = start(() -> second = queue.offer(1) ? 10 : 20);
        Integer got = queue.poll(1, TimeUnit.SECONDS);
        other.join();
        result = second + (got == null ? 0 : got);
    }

    static void pool() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        List<Runnable> left = new ArrayList<>();
        pool.execute(() -> second += 1);
        pool.execute(() -> second += 10);
        left.addAll(pool.shutdownNow());
        boolean ended = pool.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        result = second + 100 * left.size() + (ended ? 0 : 1000);
    }
}
