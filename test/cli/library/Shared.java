import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/** Each synchronizer used rightly and wrongly, by two threads and as briefly as possible. */
public class Shared {
    static int value;

    public static void main(String[] args) throws Exception {
        boolean isRight = args[1].equals("right");
        switch (args[0]) {
            case "lock" -> lock(isRight);
            case "locks" -> locks(isRight);
            case "semaphore" -> semaphore(isRight ? 1 : 2);
            case "latch" -> latch(isRight ? 1 : 2);
            case "queue" -> queue(isRight);
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    static Thread start(Runnable action) {
        Thread thread = new Thread(action);
        thread.start();
        return thread;
    }

    /** Without the lock an update is lost. */
    static void lock(boolean isRight) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Runnable increment = () -> {
            if (isRight) lock.lock();
            value++;
            if (isRight) lock.unlock();
        };
        Thread other = start(increment);
        increment.run();
        other.join();
        if (value != 2) throw new IllegalStateException("lost update");
    }

    /** In opposite order they make a deadlock. */
    static void locks(boolean isRight) throws Exception {
        ReentrantLock first = new ReentrantLock();
        ReentrantLock second = new ReentrantLock();
        Thread other = start(() -> both(first, second));
        if (isRight) both(first, second);
        else both(second, first);
        other.join();
    }

    static void both(ReentrantLock a, ReentrantLock b) {
        a.lock();
        b.lock();
        b.unlock();
        a.unlock();
    }

    /** With two permits there is no mutual exclusion. */
    static void semaphore(int permits) throws Exception {
        Semaphore semaphore = new Semaphore(permits);
        Runnable increment = () -> {
            semaphore.acquireUninterruptibly();
            value++;
            semaphore.release();
        };
        Thread other = start(increment);
        increment.run();
        other.join();
        if (value != 2) throw new IllegalStateException("lost update");
    }

    /** Counted down once: who waits for two waits for ever. */
    static void latch(int count) throws Exception {
        CountDownLatch latch = new CountDownLatch(count);
        start(() -> {
            value = 1;
            latch.countDown();
        });
        latch.await();
        if (value != 1) throw new IllegalStateException("too early");
    }

    /** The second item does not fit into a queue for one that nobody takes from. */
    static void queue(boolean isRight) throws Exception {
        ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        queue.put(1);
        Thread other = start(() -> {
            if (isRight) value = queue.poll();
            else value = queue.peek();
        });
        if (isRight) queue.offer(2);
        else queue.put(2);
        other.join();
        if (value != 1) throw new IllegalStateException("out of order");
    }
}
