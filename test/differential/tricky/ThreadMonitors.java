/**
 * Monitors of Threads, which the library takes too: to start, join and name a
 * thread, and at its end. Most programs never use them, and a search that
 * relied on that would miss what happens here.
 */
final class ThreadMonitors {
    private ThreadMonitors() {
    }

    private static Thread idle() {
        return new Thread(() -> {
        });
    }

    // A join waits on the monitor of the thread, so it lets it go.
    // Outcomes: 1
    static final class JoinHeld extends Experiment {
        private final Thread thread = idle();
        private volatile int joined;

        @Override
        void first() throws InterruptedException {
            synchronized (thread) {
                thread.start();
                thread.join();
                joined = 1;
            }
        }

        @Override
        void second() {
        }

        @Override
        int outcome() {
            return joined;
        }
    }

    /** One has the thread's monitor and wants the lock, the other does something to the thread and has the lock. */
    abstract static class Crossed extends Experiment {
        final Thread thread = idle();
        private final Object lock = new Object();

        abstract void act() throws InterruptedException;

        @Override
        void first() {
            synchronized (thread) {
                synchronized (lock) {
                }
            }
        }

        @Override
        void second() throws InterruptedException {
            synchronized (lock) {
                act();
            }
        }

        @Override
        int outcome() {
            return 1;
        }
    }

    // Outcomes: 1, deadlock
    static final class Start extends Crossed {
        @Override
        void act() {
            thread.start();
        }
    }

    // Outcomes: 1, deadlock
    static final class Name extends Crossed {
        @Override
        void act() {
            thread.setName("other");
        }
    }

    // The thread was never started, so there is nothing to wait for but the monitor.
    // Outcomes: 1, deadlock
    static final class Join extends Crossed {
        @Override
        void act() throws InterruptedException {
            thread.join();
        }
    }

    // Interrupts, priorities and questions take no monitor that a program could have.
    // Outcomes: 1
    static final class Others extends Crossed {
        @Override
        void act() {
            thread.interrupt();
            thread.setPriority(Thread.MAX_PRIORITY);
            thread.setDaemon(true);
            thread.isAlive();
            thread.isInterrupted();
            thread.getState();
            thread.getName();
        }
    }

    // One notification, and two wait for one: the second thread, and the third, which joins and goes on to wait.
    // Outcomes: 1, deadlock
    static final class Stolen extends Experiment {
        private final Object end = new Object();
        private boolean isOver;
        private boolean isReady;
        private final Thread thread = new Thread(this::last);

        private void last() {
            synchronized (end) {
                while (!isOver) {
                    try {
                        end.wait();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        }

        @Override
        int count() {
            return 3;
        }

        @Override
        void first() {
            synchronized (thread) {
                isReady = true;
                thread.notify();
            }
        }

        @Override
        void second() throws InterruptedException {
            synchronized (thread) {
                while (!isReady) thread.wait();
            }
            synchronized (end) {
                isOver = true;
                end.notify();
            }
        }

        @Override
        void third() throws InterruptedException {
            thread.setDaemon(true);
            thread.start();
            thread.join();
        }

        @Override
        int outcome() {
            return 1;
        }
    }

    // Whoever waits on a Thread is notified when it ends.
    // Outcomes: 1
    static final class Notified extends Experiment {
        private final Thread thread = idle();

        @Override
        void first() throws InterruptedException {
            thread.start();
            synchronized (thread) {
                while (thread.isAlive()) thread.wait();
            }
        }

        @Override
        void second() throws InterruptedException {
            synchronized (thread) {
                thread.notifyAll();
            }
        }

        @Override
        int outcome() {
            return 1;
        }
    }

    // While somebody has its monitor a thread does not end, nor does it begin.
    // Outcomes: 0, 11
    static final class Settled extends Experiment {
        private final Thread thread = idle();
        private volatile int seen;

        @Override
        void first() throws InterruptedException {
            synchronized (thread) {
                seen = thread.isAlive() ? 10 : 0;
                seen += thread.isAlive() ? 1 : 0;
            }
        }

        @Override
        void second() throws InterruptedException {
            thread.start();
            thread.join();
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // A join with a limit may be over before the thread is, whoever else has been notified.
    // Outcomes: 1, 2
    static final class Limited extends Experiment {
        private final Thread thread = idle();
        private volatile int seen;

        @Override
        void first() throws InterruptedException {
            thread.start();
            synchronized (thread) {
                thread.join(1);
                seen = thread.isAlive() ? 1 : 2;
            }
        }

        @Override
        void second() {
            synchronized (thread) {
                thread.notify();
            }
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // Who joins can be interrupted, and has the monitor back then.
    // Outcomes: 1, 2
    static final class Interrupted extends Experiment {
        private final Object lock = new Object();
        private boolean mayEnd;
        private volatile int seen = 1;
        private final Thread thread = new Thread(() -> {
            synchronized (lock) {
                while (!mayEnd) {
                    try {
                        lock.wait();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        });

        @Override
        void first() {
            thread.start();
            synchronized (thread) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    seen = Thread.holdsLock(thread) ? 2 : 3;
                }
            }
        }

        @Override
        void second() {
            threads[0].interrupt();
            synchronized (lock) {
                mayEnd = true;
                lock.notifyAll();
            }
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // Who has begun to wait for a monitor is BLOCKED until it has it, also while nobody has it any more: 2. Before, RUNNABLE.
    // Outcomes: 11, 12, 15, 21, 22, 25, 51, 52, 55
    static final class Blocked extends Experiment {
        private final Object lock = new Object();
        private volatile int seen;

        private static int digit(Thread.State state) {
            return state == Thread.State.RUNNABLE ? 1 : state == Thread.State.BLOCKED ? 2 : 5;
        }

        @Override
        void first() {
            synchronized (lock) {
                seen = digit(threads[1].getState()) * 10;
            }
            seen += digit(threads[1].getState());
        }

        @Override
        void second() {
            synchronized (lock) {
            }
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // The same of one that joins: WAITING, also when there is nothing to wait for any more.
    // Outcomes: 1, 3, 5
    static final class Joining extends Experiment {
        private final Thread thread = idle();
        private volatile int seen;

        @Override
        void first() throws InterruptedException {
            thread.start();
            thread.join();
        }

        @Override
        void second() throws InterruptedException {
            while (thread.getState() != Thread.State.TERMINATED) Thread.yield();
            Thread.State state = threads[0].getState();
            seen = state == Thread.State.RUNNABLE ? 1 : state == Thread.State.TERMINATED ? 5 : 3;
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // A buffer is asked for its length first, and for its text then.
    // Outcomes: 1, 2, 3
    static final class Buffered extends Experiment {
        private final StringBuffer buffer = new StringBuffer("ab");
        private final StringBuilder builder = new StringBuilder();

        @Override
        void first() {
            builder.append(buffer);
        }

        @Override
        void second() {
            buffer.setLength(0);
        }

        @Override
        int outcome() {
            return builder.length() == 0 ? 2 : builder.charAt(0) == 'a' ? 1 : 3;
        }
    }
}
