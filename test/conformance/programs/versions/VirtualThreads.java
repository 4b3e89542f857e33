// Virtual threads: start, join, names, executors, and that they are daemons.
// @min-jdk 21
package versions;

import static java.lang.System.out;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

class VirtualThreads {
    public static void main(String[] args) throws Exception {
        Thread t = Thread.ofVirtual().start(() -> out.println("virtual " + Thread.currentThread().isVirtual()));
        t.join();
        out.println(t.isDaemon() + " [" + t.getName() + "] " + t.getState());
        Thread named = Thread.ofVirtual().name("v").unstarted(() -> out.println(Thread.currentThread().getName()));
        named.start();
        named.join();
        Thread p = Thread.ofPlatform().name("plat-", 5).daemon().start(() -> out.println(Thread.currentThread().getName() + Thread.currentThread().isVirtual()));
        p.join();
        AtomicInteger n = new AtomicInteger();
        List<Thread> ts = new ArrayList<>();
        for (int i = 0; i < 20; i++) ts.add(Thread.startVirtualThread(n::incrementAndGet));
        for (Thread x : ts) x.join();
        out.println(n);
        try (var ex = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> fs = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                int k = i;
                fs.add(ex.submit(() -> k * k));
            }
            for (Future<Integer> f : fs) out.print(f.get() + " ");
        }
        out.println();
        Object lock = new Object();
        boolean[] done = new boolean[1];
        Thread w = Thread.startVirtualThread(() -> {
            synchronized (lock) {
                done[0] = true;
                lock.notifyAll();
            }
        });
        synchronized (lock) {
            while (!done[0]) lock.wait();
        }
        w.join();
        out.println(done[0]);
    }
}
