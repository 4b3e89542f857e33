import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/**
 * Locks, permits and stamps. In the cases that leak, an exception that a race decides on skips what gives them back,
 * so that some schedules leak and others do not; the others give everything back on every schedule.
 */
class Unreleased {
    static volatile boolean broken;
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Lock OTHER = new ReentrantLock(true);
    static final ReentrantReadWriteLock READ_WRITE = new ReentrantReadWriteLock();
    static final StampedLock STAMPED = new StampedLock();
    static final Semaphore SEMAPHORE = new Semaphore(2);
    static final Semaphore SIGNAL = new Semaphore(0);

    static void work() {
        if (broken) throw new IllegalStateException("broken");
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "leaks" -> besides(leak(args[1]));
            case "returns" -> returns(args[1]);
            case "throws" -> {
                Thread thread = new Thread(() -> {
                    LOCK.lock();
                    work();
                    LOCK.unlock();
                });
                thread.start();
                broken = true;
                thread.join();
            }
            case "blocks" -> {
                Thread thread = new Thread(LOCK::lock);
                thread.start();
                thread.join();
                LOCK.lock();
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    /** Runs a task that may fail, while main breaks what it works with. */
    static void besides(Callable<?> task) throws Exception {
        Thread thread = new Thread(() -> quietly(task));
        thread.start();
        broken = true;
        thread.join();
    }

    static void quietly(Callable<?> task) {
        try {
            task.call();
        } catch (Exception e) {
            // The leak is what is wrong here.
        }
    }

    static Callable<?> leak(String how) {
        return switch (how) {
            case "lock" -> () -> {
                LOCK.lock();
                work();
                LOCK.unlock();
                return null;
            };
            case "twice" -> () -> {
                LOCK.lock();
                LOCK.lock();
                LOCK.unlock();
                work();
                LOCK.unlock();
                return null;
            };
            case "interruptibly" -> () -> {
                OTHER.lockInterruptibly();
                work();
                OTHER.unlock();
                return null;
            };
            case "try" -> () -> {
                if (LOCK.tryLock()) {
                    work();
                    LOCK.unlock();
                }
                return null;
            };
            case "condition" -> () -> {
                Condition condition = LOCK.newCondition();
                LOCK.lock();
                condition.awaitNanos(1);
                work();
                LOCK.unlock();
                return null;
            };
            case "read" -> () -> {
                READ_WRITE.readLock().lock();
                work();
                READ_WRITE.readLock().unlock();
                return null;
            };
            case "write" -> () -> {
                READ_WRITE.writeLock().lock();
                work();
                READ_WRITE.writeLock().unlock();
                return null;
            };
            case "downgrade" -> () -> {
                READ_WRITE.writeLock().lock();
                READ_WRITE.readLock().lock();
                READ_WRITE.writeLock().unlock();
                work();
                READ_WRITE.readLock().unlock();
                return null;
            };
            // Nobody but the thread knows these locks, and it has no use for them any more.
            case "own" -> () -> {
                Lock own = new ReentrantLock();
                if (broken) own.lock();
                return idle();
            };
            case "ownRead" -> () -> {
                ReentrantReadWriteLock own = new ReentrantReadWriteLock();
                if (broken) own.readLock().lock();
                return idle();
            };
            case "ownPermit" -> () -> {
                Semaphore own = new Semaphore(1);
                if (broken) own.acquire();
                return idle();
            };
            case "ownStamp" -> () -> {
                StampedLock own = new StampedLock();
                if (broken) own.readLock();
                return idle();
            };
            case "fifth" -> () -> {
                Lock[] locks = new Lock[5];
                for (int i = 0; i < locks.length; i++) locks[i] = new ReentrantLock();
                for (Lock lock : locks) lock.lock();
                int last = broken ? 4 : 5;
                for (int i = 0; i < last; i++) locks[i].unlock();
                return idle();
            };
            case "permit" -> () -> {
                SEMAPHORE.acquire();
                work();
                SEMAPHORE.release();
                return null;
            };
            case "oneOfTwo" -> () -> {
                SEMAPHORE.acquireUninterruptibly(2);
                SEMAPHORE.release(broken ? 1 : 2);
                return null;
            };
            case "drained" -> () -> {
                int permits = SEMAPHORE.drainPermits();
                work();
                SEMAPHORE.release(permits);
                return null;
            };
            // What is left over of one semaphore does not make up for what is missing of another.
            case "surplus" -> () -> {
                SIGNAL.release();
                SEMAPHORE.acquire();
                work();
                SEMAPHORE.release();
                return null;
            };
            case "stamp" -> () -> {
                long stamp = STAMPED.writeLock();
                work();
                STAMPED.unlockWrite(stamp);
                return null;
            };
            case "readStamp" -> () -> {
                long stamp = STAMPED.readLock();
                work();
                STAMPED.unlock(stamp);
                return null;
            };
            case "converted" -> () -> {
                long stamp = STAMPED.tryConvertToWriteLock(STAMPED.tryOptimisticRead());
                stamp = STAMPED.tryConvertToReadLock(stamp);
                work();
                STAMPED.unlockRead(stamp);
                return null;
            };
            case "view" -> () -> {
                STAMPED.asWriteLock().lock();
                work();
                STAMPED.asWriteLock().unlock();
                return null;
            };
            default -> throw new IllegalArgumentException(how);
        };
    }

    /** Steps in which a lock that nobody can reach any more is still held. */
    static Object idle() {
        boolean was = broken;
        return was == broken ? null : LOCK;
    }

    static void returns(String how) throws Exception {
        switch (how) {
            case "finally" -> besides(() -> {
                LOCK.lock();
                READ_WRITE.readLock().lock();
                SEMAPHORE.acquire();
                long stamp = STAMPED.writeLock();
                try {
                    work();
                } finally {
                    STAMPED.unlock(stamp);
                    SEMAPHORE.release();
                    READ_WRITE.readLock().unlock();
                    LOCK.unlock();
                }
                return null;
            });
            // A semaphore as a signal: taken by one thread, and given by another.
            case "signal" -> {
                Thread thread = new Thread(SIGNAL::release);
                thread.start();
                SIGNAL.acquire();
            }
            // One thread takes a permit, ends, and another one gives it back.
            case "handedOver" -> {
                Thread thread = new Thread(SEMAPHORE::acquireUninterruptibly);
                thread.start();
                thread.join();
                SEMAPHORE.release();
            }
            case "stampHandedOver" -> {
                long[] stamp = new long[1];
                Thread thread = new Thread(() -> stamp[0] = STAMPED.readLock());
                thread.start();
                thread.join();
                STAMPED.unlockRead(stamp[0]);
            }
            case "negative" -> {
                Semaphore late = new Semaphore(-1);
                Thread thread = new Thread(() -> late.release(2));
                thread.start();
                late.acquire();
                thread.join();
            }
            case "reduced" -> {
                class Reducible extends Semaphore {
                    Reducible() {
                        super(2);
                    }

                    void less() {
                        reducePermits(1);
                    }
                }
                Reducible permits = new Reducible();
                Thread thread = new Thread(permits::less);
                thread.start();
                permits.acquire();
                permits.release();
                thread.join();
            }
            case "converted" -> besides(() -> {
                long stamp = STAMPED.readLock();
                long write = STAMPED.tryConvertToWriteLock(stamp);
                if (write != 0) stamp = write;
                stamp = STAMPED.tryConvertToOptimisticRead(stamp);
                return STAMPED.validate(stamp);
            });
            case "condition" -> {
                Condition condition = LOCK.newCondition();
                boolean[] isReady = new boolean[1];
                Thread thread = new Thread(() -> {
                    LOCK.lock();
                    LOCK.lock();
                    try {
                        while (!isReady[0]) condition.awaitUninterruptibly();
                    } finally {
                        LOCK.unlock();
                        LOCK.unlock();
                    }
                });
                thread.start();
                LOCK.lock();
                isReady[0] = true;
                condition.signalAll();
                LOCK.unlock();
                thread.join();
            }
            case "queue" -> {
                ArrayBlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
                Thread thread = new Thread(() -> queue.add("element"));
                thread.start();
                queue.take();
            }
            case "pool" -> {
                ExecutorService pool = Executors.newFixedThreadPool(1);
                pool.submit(() -> {
                    synchronized (LOCK) {
                        return broken;
                    }
                }).get();
                pool.shutdown();
            }
            // The end of the program stops other threads wherever they are.
            case "exit" -> {
                Thread thread = new Thread(() -> {
                    LOCK.lock();
                    SEMAPHORE.acquireUninterruptibly();
                    SIGNAL.acquireUninterruptibly();
                    SEMAPHORE.release();
                    LOCK.unlock();
                });
                thread.start();
                System.exit(0);
            }
            case "daemon" -> {
                CountDownLatch started = new CountDownLatch(1);
                Thread thread = new Thread(() -> {
                    LOCK.lock();
                    SEMAPHORE.acquireUninterruptibly();
                    started.countDown();
                    SIGNAL.acquireUninterruptibly();
                    SEMAPHORE.release();
                    LOCK.unlock();
                });
                thread.setDaemon(true);
                thread.start();
                started.await();
            }
            default -> throw new IllegalArgumentException(how);
        }
    }
}
