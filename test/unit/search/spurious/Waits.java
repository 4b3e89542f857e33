import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Ways to wait, each with and without looking again. `result` tells what came of it. */
public class Waits {
    static final Object MONITOR = new Object();
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition CONDITION = LOCK.newCondition();
    static volatile boolean isReady;
    static int result;

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "wait" -> wait(false);
            case "waitLoop" -> wait(true);
            case "naive" -> {
                wait(false);
                if (result == 2) throw new IllegalStateException("not ready");
            }
            case "await" -> await(false);
            case "awaitLoop" -> await(true);
            case "awaitUninterruptibly" -> awaitUninterruptibly();
            case "awaitFor" -> awaitFor();
            case "awaitNanos" -> awaitNanos();
            case "awaitTwo" -> awaitTwo();
            case "park" -> park(false);
            case "parkLoop" -> park(true);
            case "forgotten" -> forgotten();
            case "forgottenAwait" -> forgottenAwait();
            case "forgottenPark" -> forgottenPark();
            case "daemon" -> daemon();
            case "join" -> join();
            case "latch" -> latch();
            case "barrier" -> barrier();
            case "handover" -> handover();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    static void wait(boolean loops) throws Exception {
        Thread other = new Thread(() -> {
            synchronized (MONITOR) {
                isReady = true;
                MONITOR.notify();
            }
        });
        other.start();
        synchronized (MONITOR) {
            if (loops) while (!isReady) MONITOR.wait();
            else if (!isReady) MONITOR.wait();
            result = isReady ? 1 : 2;
        }
        other.join();
    }

    static Thread signaller() {
        Thread other = new Thread(() -> {
            LOCK.lock();
            isReady = true;
            CONDITION.signal();
            LOCK.unlock();
        });
        other.start();
        return other;
    }

    static void await(boolean loops) throws Exception {
        LOCK.lock();
        Thread other = signaller();
        if (loops) while (!isReady) CONDITION.await();
        else if (!isReady) CONDITION.await();
        result = isReady ? 1 : 2;
        LOCK.unlock();
        other.join();
    }

    static void awaitUninterruptibly() throws Exception {
        LOCK.lock();
        Thread other = signaller();
        CONDITION.awaitUninterruptibly();
        result = isReady ? 1 : 2;
        LOCK.unlock();
        other.join();
    }

    /** True without a signal is what only a wake-up for no reason gives. */
    static void awaitFor() throws Exception {
        LOCK.lock();
        Thread other = signaller();
        boolean isInTime = CONDITION.await(1, TimeUnit.SECONDS);
        result = (isInTime ? 10 : 20) + (isReady ? 1 : 2);
        LOCK.unlock();
        other.join();
    }

    static void awaitNanos() throws Exception {
        LOCK.lock();
        Thread other = signaller();
        boolean hasTimeLeft = CONDITION.awaitNanos(1000) > 0;
        result = (hasTimeLeft ? 10 : 20) + (isReady ? 1 : 2);
        LOCK.unlock();
        other.join();
    }

    /** Two wait and one is signalled: the other waits for ever. */
    static void awaitTwo() throws Exception {
        Runnable waits = () -> {
            LOCK.lock();
            CONDITION.awaitUninterruptibly();
            result++;
            LOCK.unlock();
        };
        LOCK.lock();
        Thread first = new Thread(waits);
        Thread second = new Thread(waits);
        first.start();
        second.start();
        LOCK.unlock();
        signaller().join();
    }

    static void park(boolean loops) throws Exception {
        Thread main = Thread.currentThread();
        Thread other = new Thread(() -> {
            isReady = true;
            LockSupport.unpark(main);
        });
        other.start();
        if (loops) while (!isReady) LockSupport.park();
        else LockSupport.park();
        result = isReady ? 1 : 2;
        other.join();
    }

    static void forgotten() throws Exception {
        synchronized (MONITOR) {
            MONITOR.wait();
        }
    }

    static void forgottenAwait() throws Exception {
        LOCK.lock();
        CONDITION.await();
    }

    static void forgottenPark() {
        LockSupport.park();
    }

    static void daemon() {
        Thread daemon = new Thread(LockSupport::park);
        daemon.setDaemon(true);
        daemon.start();
        result = 1;
    }

    static void join() throws Exception {
        Thread other = new Thread(() -> isReady = true);
        other.start();
        other.join();
        result = isReady ? 1 : 2;
    }

    static void latch() throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        Thread other = new Thread(() -> {
            isReady = true;
            latch.countDown();
        });
        other.start();
        latch.await();
        result = isReady ? 1 : 2;
        other.join();
    }

    static void barrier() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2);
        Thread other = new Thread(() -> {
            isReady = true;
            try {
                barrier.await();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        barrier.await();
        result = isReady ? 1 : 2;
        other.join();
    }

    static void handover() throws Exception {
        SynchronousQueue<Integer> queue = new SynchronousQueue<>();
        Thread other = new Thread(() -> {
            try {
                queue.put(1);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        result = queue.take();
        other.join();
    }
}
