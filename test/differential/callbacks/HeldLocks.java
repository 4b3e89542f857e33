import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * What the library locks while it calls the program. The callback waits for another thread, and that
 * one uses the same object: a standstill where the JDK has a lock, and only there.
 */
public final class HeldLocks {
    private boolean isDone;

    private HeldLocks() {
    }

    private synchronized void await() {
        while (!isDone) {
            try {
                wait();
            } catch (InterruptedException ignored) {
                // It waits for the other thread, and for nothing else.
            }
        }
    }

    private void meet(Runnable other) {
        new Thread(() -> {
            other.run();
            synchronized (this) {
                isDone = true;
                notifyAll();
            }
        }).start();
        await();
    }

    private static ThreadPoolExecutor pool(HeldLocks self, Runnable[] other) {
        return new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> new Thread(task) {
            private boolean wasCalled;

            @Override
            public void interrupt() {
                super.interrupt();
                if (wasCalled) return;
                wasCalled = true;
                self.meet(other[0]);
            }
        });
    }

    public static void main(String[] args) throws Exception {
        HeldLocks self = new HeldLocks();
        Runnable[] other = new Runnable[1];
        switch (args[0]) {
            case "interrupt and size": {
                ThreadPoolExecutor pool = pool(self, other);
                other[0] = pool::getPoolSize;
                pool.submit(() -> {
                }).get();
                pool.shutdownNow();
                break;
            }
            case "interrupt and queue": {
                ThreadPoolExecutor pool = pool(self, other);
                other[0] = () -> pool.getQueue().size();
                pool.submit(() -> {
                }).get();
                pool.shutdownNow();
                break;
            }
            case "terminated and size": {
                ThreadPoolExecutor pool =
                    new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
                        @Override
                        protected void terminated() {
                            self.meet(this::getPoolSize);
                        }
                    };
                pool.shutdown();
                break;
            }
            case "start and size": {
                ThreadPoolExecutor[] pool = new ThreadPoolExecutor[1];
                pool[0] = new ThreadPoolExecutor(
                    1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> new Thread(task) {
                        @Override
                        public void start() {
                            self.meet(pool[0]::getPoolSize);
                            super.start();
                        }
                    });
                pool[0].execute(() -> {
                });
                pool[0].shutdown();
                break;
            }
            case "compare and size": {
                PriorityBlockingQueue<Integer> queue = new PriorityBlockingQueue<>(2, (a, b) -> {
                    other[0].run();
                    return 0;
                });
                other[0] = () -> self.meet(queue::size);
                queue.add(1);
                queue.add(2);
                break;
            }
            case "compute and put": {
                ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
                map.put(1, 1);
                map.compute(1, (key, value) -> {
                    self.meet(() -> map.put(1, 2));
                    return 3;
                });
                break;
            }
            case "compute and get": {
                ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
                map.put(1, 1);
                map.compute(1, (key, value) -> {
                    self.meet(() -> map.get(1));
                    return 3;
                });
                break;
            }
            case "remove and add": {
                CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>(new Integer[] {1});
                list.removeIf(each -> {
                    self.meet(() -> list.add(2));
                    return true;
                });
                break;
            }
            case "barrier and waiting": {
                CyclicBarrier[] barrier = new CyclicBarrier[1];
                barrier[0] = new CyclicBarrier(1, () -> self.meet(barrier[0]::getNumberWaiting));
                barrier[0].await();
                break;
            }
            default:
                throw new IllegalArgumentException(args[0]);
        }
    }
}
