// ReentrantLock with conditions, read-write locks, StampedLock, LockSupport.
package threads;

import static java.lang.System.out;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

class Locks {
    static int value;
    static volatile boolean parked;

    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock(true);
        Condition changed = lock.newCondition();
        lock.lock();
        lock.lock();
        out.println(lock.getHoldCount() + " " + lock.isLocked() + lock.isHeldByCurrentThread() + lock.isFair() + lock.tryLock());
        lock.unlock();
        lock.unlock();
        lock.unlock();
        try {
            lock.unlock();
        } catch (IllegalMonitorStateException e) {
            out.println("not held");
        }
        Thread waiter = new Thread(() -> {
            lock.lock();
            try {
                while (value < 3) changed.await();
                out.println("saw " + value);
            } catch (InterruptedException e) {
                out.println("no");
            } finally {
                lock.unlock();
            }
        });
        waiter.start();
        for (int i = 0; i < 3; i++) {
            lock.lock();
            try {
                value++;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
        waiter.join();
        lock.lock();
        boolean[] got = new boolean[1];
        Thread t = new Thread(() -> got[0] = lock.tryLock());
        t.start();
        t.join();
        out.println(got[0] + " " + changed.await(1, TimeUnit.MILLISECONDS) + lock.isHeldByCurrentThread());
        lock.unlock();
        Thread intr = new Thread(() -> {
            try {
                lock.lockInterruptibly();
                out.println("no");
            } catch (InterruptedException e) {
                out.println("interrupted while queued");
            }
        });
        lock.lock();
        intr.start();
        intr.interrupt();
        intr.join();
        lock.unlock();
        ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
        rw.readLock().lock();
        rw.readLock().lock();
        out.println(rw.getReadLockCount() + " " + rw.writeLock().tryLock() + rw.isWriteLocked());
        rw.readLock().unlock();
        rw.readLock().unlock();
        rw.writeLock().lock();
        rw.readLock().lock();
        rw.writeLock().unlock();
        out.println(rw.getReadLockCount() + " " + rw.isWriteLocked());
        StampedLock sl = new StampedLock();
        long s = sl.tryOptimisticRead();
        out.println(sl.validate(s));
        long w = sl.writeLock();
        out.println(sl.validate(s) + " " + sl.isWriteLocked());
        sl.unlockWrite(w);
        Thread p = new Thread(() -> {
            parked = true;
            LockSupport.park();
            out.println("unparked");
        });
        p.start();
        while (!parked) Thread.yield();
        LockSupport.unpark(p);
        p.join();
        LockSupport.unpark(Thread.currentThread());
        LockSupport.park();
        LockSupport.parkNanos(1000);
        out.println("permit was there");
    }
}
