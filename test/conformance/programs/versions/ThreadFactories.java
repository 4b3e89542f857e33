// Thread builders and their factories, executors with a thread per task, close().
// @min-jdk 21
package versions;

import static java.lang.System.out;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

class ThreadFactories {
    public static void main(String[] args) throws Exception {
        ThreadFactory virtual = Thread.ofVirtual().name("v-", 0).factory();
        Thread a = virtual.newThread(() -> { });
        Thread b = virtual.newThread(() -> { });
        out.println(a.getName() + " " + b.getName() + " " + a.isVirtual() + " " + a.isDaemon() + " " + a.getState());
        out.println(a.getThreadGroup().getName() + " " + a.getPriority());
        try {
            a.setDaemon(false);
        } catch (IllegalArgumentException e) {
            out.println(e.getMessage());
        }
        ThreadFactory platform = Thread.ofPlatform().name("p").daemon(true).priority(7).factory();
        Thread c = platform.newThread(() -> { });
        out.println(c.getName() + " " + c.isVirtual() + " " + c.isDaemon() + " " + c.getPriority());
        try (ExecutorService e = Executors.newThreadPerTaskExecutor(platform)) {
            out.println(e.submit(() -> Thread.currentThread().getName()).get());
        }
        ExecutorService e = Executors.newVirtualThreadPerTaskExecutor();
        List<Callable<Integer>> calls = List.of(() -> 1, () -> 2, () -> 3);
        int sum = 0;
        for (Future<Integer> f : e.invokeAll(calls)) sum += f.get();
        out.println(sum + " " + (e.invokeAny(calls) > 0));
        Future<Integer> state = e.submit(() -> 8);
        state.get();
        out.println(state.state() + " " + state.resultNow());
        e.close();
        out.println(e.isShutdown() + " " + e.isTerminated());
        try {
            e.submit(() -> 1);
        } catch (RejectedExecutionException x) {
            out.println("rejected");
        }
        CountDownLatch started = new CountDownLatch(1);
        ExecutorService stopped = Executors.newVirtualThreadPerTaskExecutor();
        Future<?> sleeper = stopped.submit(() -> {
            started.countDown();
            Thread.sleep(1_000_000);
            return null;
        });
        started.await();
        stopped.shutdownNow();
        out.println(stopped.awaitTermination(10, TimeUnit.SECONDS) + " " + sleeper.state());
        AtomicInteger n = new AtomicInteger();
        try (ExecutorService pool = Executors.newFixedThreadPool(2); ForkJoinPool fj = new ForkJoinPool(2)) {
            for (int i = 0; i < 5; i++) {
                pool.execute(n::incrementAndGet);
                fj.execute(n::incrementAndGet);
            }
        }
        out.println(n);
        Thread sleeping = Thread.startVirtualThread(() -> {
            try {
                Thread.sleep(1_000_000);
            } catch (InterruptedException x) {
                n.set(-1);
            }
        });
        sleeping.interrupt();
        sleeping.join();
        out.println(n + " " + sleeping.isAlive());
    }
}
