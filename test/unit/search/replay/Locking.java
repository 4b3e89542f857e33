import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** Locks of every kind, taken and let go in every order, among objects that come and go. */
public class Locking {
    static volatile int shared;
    static Object[] kept = new Object[8];

    interface Body {
        void run(int self) throws Exception;
    }

    static final class OwnLock extends ReentrantLock {}

    public static void main(String[] args) throws Exception {
        Body body = switch (args[0]) {
            case "monitors" -> monitors(7);
            case "locks" -> locks(6);
            case "readWrite" -> readWrite();
            case "semaphore" -> semaphore();
            case "stamped" -> stamped();
            case "condition" -> condition();
            case "wait" -> waiting();
            case "garbage" -> garbage();
            case "kept" -> keptForever();
            default -> throw new IllegalArgumentException(args[0]);
        };
        for (int i = 1; i < 3; i++) {
            int self = i;
            new Thread(() -> run(body, self)).start();
        }
        run(body, 0);
    }

    static void run(Body body, int self) {
        try {
            body.run(self);
        } catch (Exception e) {
            throw new RuntimeException(e);
        }
    }

    /** More at once than a thread's record lists; what was taken first is let go last. */
    static Body monitors(int count) {
        Object[] all = new Object[count];
        for (int i = 0; i < count; i++) all[i] = new Object();
        return self -> {
            nest(all, 0);
            synchronized (all[self]) {
                shared++;
            }
            nest(all, count - 2);
        };
    }

    static void nest(Object[] all, int from) {
        shared++;
        if (from == all.length) return;
        synchronized (all[from]) {
            synchronized (all[from]) {
                nest(all, from + 1);
            }
            shared++;
        }
    }

    /** The same of locks, but what was taken first is let go first. */
    static Body locks(int count) {
        List<ReentrantLock> all = new ArrayList<>();
        for (int i = 0; i < count; i++) all.add(i % 2 == 0 ? new ReentrantLock() : new OwnLock());
        return self -> {
            for (ReentrantLock lock : all) lock.lock();
            shared++;
            for (ReentrantLock lock : all) {
                lock.unlock();
                shared++;
            }
            if (all.get(self).tryLock()) all.get(self).unlock();
        };
    }

    static Body readWrite() {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        Object monitor = new Object();
        return self -> {
            lock.readLock().lock();
            synchronized (monitor) {
                shared++;
            }
            lock.readLock().unlock();
            lock.writeLock().lock();
            lock.readLock().lock();
            shared++;
            lock.writeLock().unlock();
            lock.readLock().unlock();
        };
    }

    static Body semaphore() {
        Semaphore permits = new Semaphore(2);
        ReentrantLock lock = new ReentrantLock();
        return self -> {
            permits.acquire();
            lock.lock();
            shared++;
            permits.release();
            lock.unlock();
        };
    }

    static Body stamped() {
        StampedLock lock = new StampedLock();
        return self -> {
            long stamp = lock.readLock();
            shared++;
            long other = lock.tryConvertToWriteLock(stamp);
            lock.unlock(other == 0 ? stamp : other);
            stamp = lock.writeLock();
            shared++;
            lock.unlockWrite(stamp);
        };
    }

    static Body condition() {
        ReentrantLock lock = new ReentrantLock();
        Condition changed = lock.newCondition();
        return self -> {
            lock.lock();
            lock.lock();
            try {
                shared++;
                changed.signalAll();
                while (shared < 2) changed.await();
            } finally {
                lock.unlock();
                lock.unlock();
            }
        };
    }

    static Body waiting() {
        Object monitor = new Object();
        Object outer = new Object();
        return self -> {
            if (self == 0) {
                synchronized (outer) {
                    shared++;
                }
            }
            synchronized (monitor) {
                synchronized (monitor) {
                    shared++;
                    monitor.notifyAll();
                    while (shared < 3) monitor.wait();
                }
            }
        };
    }

    /** Steps that make so much that they are collected, with locks among it that stay and that go. */
    static Body garbage() {
        return self -> {
            for (int i = 0; i < 3; i++) {
                ReentrantLock mine = new ReentrantLock();
                Object[] lost = new Object[2000];
                for (int k = 0; k < lost.length; k++) lost[k] = k % 100 == 0 ? new ReentrantReadWriteLock() : new Object();
                ReentrantReadWriteLock both = new ReentrantReadWriteLock();
                both.readLock().lock();
                mine.lock();
                kept[self] = both;
                kept[self + 3] = mine;
                shared++;
                mine.unlock();
                shared++;
                both.readLock().unlock();
            }
        };
    }

    /** A thread ends with what it has taken. */
    static Body keptForever() {
        ReentrantLock[] own = {new ReentrantLock(), new OwnLock(), new ReentrantLock()};
        ReentrantReadWriteLock all = new ReentrantReadWriteLock();
        return self -> {
            own[self].lock();
            all.readLock().lock();
            shared++;
            own[(self + 1) % 3].tryLock();
            shared++;
        };
    }
}
