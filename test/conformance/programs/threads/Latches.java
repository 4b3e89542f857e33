// CountDownLatch, CyclicBarrier, Semaphore and Exchanger-free coordination.
package threads;

import static java.lang.System.out;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

class Latches {
    public static void main(String[] args) throws Exception {
        CountDownLatch start = new CountDownLatch(1), done = new CountDownLatch(3);
        AtomicInteger sum = new AtomicInteger();
        for (int i = 1; i <= 3; i++) {
            int n = i;
            new Thread(() -> {
                try {
                    start.await();
                    sum.addAndGet(n);
                    done.countDown();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }).start();
        }
        out.println(sum + " " + done.getCount());
        start.countDown();
        done.await();
        out.println(sum + " " + done.getCount() + " " + done.await(1, TimeUnit.MILLISECONDS));
        AtomicInteger rounds = new AtomicInteger();
        CyclicBarrier barrier = new CyclicBarrier(3, rounds::incrementAndGet);
        Thread[] ts = new Thread[3];
        for (int i = 0; i < 3; i++) {
            ts[i] = new Thread(() -> {
                try {
                    for (int k = 0; k < 4; k++) barrier.await();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) t.join();
        out.println(rounds + " " + barrier.getParties() + barrier.getNumberWaiting() + barrier.isBroken());
        Semaphore s = new Semaphore(2);
        s.acquire();
        out.println(s.availablePermits() + " " + s.tryAcquire() + s.tryAcquire() + s.drainPermits());
        s.release(5);
        out.println(s.tryAcquire(3) + " " + s.availablePermits());
        BlockingQueue<Integer> q = new ArrayBlockingQueue<>(2);
        Thread producer = new Thread(() -> {
            try {
                for (int i = 0; i < 10; i++) q.put(i);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        producer.start();
        for (int i = 0; i < 10; i++) out.print(q.take() + " ");
        producer.join();
        out.println(q.poll() + " " + q.offer(1) + q.offer(2) + q.offer(3) + q.remainingCapacity() + q);
        LinkedBlockingQueue<String> lq = new LinkedBlockingQueue<>();
        lq.add("a");
        out.println(lq.poll(1, TimeUnit.SECONDS) + lq.poll(1, TimeUnit.MILLISECONDS) + lq.size());
    }
}
