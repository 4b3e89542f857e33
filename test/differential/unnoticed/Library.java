import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Who waits for a condition with a time limit may leave while another one has the lock. */
final class WaitersLeave {
    public static void main(String[] args) {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        new Thread(() -> {
            lock.lock();
            try {
                condition.await(1, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            } finally {
                lock.unlock();
            }
        }).start();
        lock.lock();
        int before = lock.getWaitQueueLength(condition);
        int after = lock.getWaitQueueLength(condition);
        lock.unlock();
        if (before != after) throw new AssertionError("bad");
    }
}

/** A writer that waits for a time keeps new readers out as long as it does. */
final class TimedWriter {
    static boolean isRead;

    public static void main(String[] args) throws InterruptedException {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.readLock().lock();
        Thread writer = new Thread(() -> {
            try {
                if (lock.writeLock().tryLock(1, TimeUnit.MILLISECONDS)) lock.writeLock().unlock();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Thread reader = new Thread(() -> {
            try {
                isRead = lock.readLock().tryLock(1, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        writer.start();
        reader.start();
        reader.join();
        if (!isRead) throw new AssertionError("bad");
    }
}

/** A pool is not over yet when it has called terminated(). */
final class Tidying {
    static volatile int step;

    public static void main(String[] args) throws InterruptedException {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
            @Override
            protected void terminated() {
                step = 1;
            }
        };
        new Thread(pool::shutdown).start();
        if (step == 1 && !pool.isTerminated()) throw new AssertionError("bad");
    }
}

/** Whoever waits for the end of a pool that calls terminated() waits for that, however long it takes. */
final class TidiedUp {
    static volatile int step;

    public static void main(String[] args) throws InterruptedException {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
            @Override
            protected void terminated() {
                step = 1;
                step = 2;
            }
        };
        new Thread(pool::shutdown).start();
        if (step == 1) {
            Thread.currentThread().interrupt();
            if (!pool.awaitTermination(1, TimeUnit.SECONDS) || step != 2) throw new AssertionError("bad");
        }
    }
}

/** What is drained goes one by one to where others can see it. */
final class Drained {
    public static void main(String[] args) {
        ArrayBlockingQueue<String> from = new ArrayBlockingQueue<>(2);
        ConcurrentLinkedQueue<String> to = new ConcurrentLinkedQueue<>();
        from.add("a");
        from.add("b");
        new Thread(() -> from.drainTo(to)).start();
        if (to.contains("a") && !to.contains("b")) throw new AssertionError("bad");
    }
}

/** What is added at once has been gathered one by one. */
final class Gathered {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentLinkedQueue<String> from = new ConcurrentLinkedQueue<>();
        from.add("a");
        Thread other = new Thread(() -> {
            from.poll();
            from.add("b");
        });
        CopyOnWriteArrayList<String> to = new CopyOnWriteArrayList<>();
        other.start();
        to.addAll(from);
        other.join();
        if (to.size() == 2) throw new AssertionError("bad");
    }
}

/** A part of a map is counted entry by entry, and so is a map copied. */
final class CountedByEntry {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentSkipListMap<Integer, Integer> map = new ConcurrentSkipListMap<>();
        map.put(1, 1);
        map.put(5, 5);
        Thread other = new Thread(() -> {
            map.remove(1);
            map.put(6, 6);
        });
        other.start();
        int count = args.length == 0 ? map.tailMap(0).size() : map.clone().size();
        other.join();
        if (count == 3) throw new AssertionError("bad");
    }
}

/** Something that is in the deque all the time is overlooked. */
final class Overlooked {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentLinkedDeque<String> deque = new ConcurrentLinkedDeque<>();
        deque.add("a");
        deque.add("x");
        Thread other = new Thread(() -> {
            deque.addFirst("x");
            deque.removeLast();
        });
        other.start();
        boolean isFound = deque.contains("x");
        other.join();
        if (!isFound) throw new AssertionError("bad");
    }
}

/** A key is removed for a value that it does not have any more. */
final class RemovedByValue {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();
        map.put("k", "1");
        Thread other = new Thread(() -> map.put("k", "2"));
        other.start();
        map.values().remove("1");
        other.join();
        if (!map.containsKey("k")) throw new AssertionError("bad");
    }
}

/** What goes wrong after a wait inside of an operation of the library must be found again. */
final class AfterTake {
    static volatile int step;

    public static void main(String[] args) throws InterruptedException {
        LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
        new Thread(() -> {
            queue.add("x");
            step = 1;
            step = 2;
        }).start();
        queue.take();
        throw new AssertionError("bad");
    }
}

/** Two lists are compared that are never the same at one time. */
final class Compared {
    public static void main(String[] args) {
        CopyOnWriteArrayList<Integer> one = new CopyOnWriteArrayList<>(new Integer[] {1});
        CopyOnWriteArrayList<Integer> other = new CopyOnWriteArrayList<>(new Integer[] {2});
        new Thread(() -> {
            other.set(0, 9);
            one.set(0, 2);
        }).start();
        if (one.equals(other)) throw new AssertionError("bad");
    }
}

/** Keys of a part of a map are counted one by one, too. */
final class CountedByKey {
    public static void main(String[] args) {
        ConcurrentSkipListMap<Integer, Integer> map = new ConcurrentSkipListMap<>();
        map.put(2, 2);
        new Thread(() -> {
            map.put(1, 1);
            map.remove(2);
        }).start();
        if (map.headMap(10).keySet().size() == 0) throw new AssertionError("bad");
    }
}
