import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** What others do between the steps of a wait: before it begins, while it lasts, and until the monitor is had back. */
final class Waiting {
    private Waiting() {
    }

    // Whoever is interrupted leaves those who wait, while another has the monitor, too: a notification that
    // comes then is for nobody, and the exception is thrown after it (21). Or it comes first (1).
    // Outcomes: 1, 20, 21
    static final class LeftBeforeNotified extends Experiment {
        private boolean isWaiting;
        private int x;
        private int seen;

        @Override
        synchronized void first() {
            try {
                isWaiting = true;
                wait();
                seen = x;
            } catch (InterruptedException exception) {
                seen = 20 + x;
            }
            isWaiting = false;
        }

        @Override
        synchronized void second() throws InterruptedException {
            if (isWaiting) {
                x = 1;
                notify();
            }
        }

        @Override
        void third() {
            threads[0].interrupt();
        }

        @Override
        int count() {
            return 3;
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // The same for all who wait, and from inside the monitor.
    // Outcomes: 0, 1, 21
    static final class LeftBeforeAllNotified extends Experiment {
        private boolean isWaiting;
        private boolean isOver;
        private int x;
        private int seen;

        @Override
        synchronized void first() {
            if (isOver) {
                return;
            }
            try {
                isWaiting = true;
                wait();
                seen = x;
            } catch (InterruptedException exception) {
                seen = 20 + x;
            }
        }

        @Override
        synchronized void second() {
            isOver = true;
            if (isWaiting) {
                threads[0].interrupt();
                x = 1;
                notifyAll();
            }
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // A waiter whose time is over has left as well, and can still be interrupted.
    // Outcomes: 0, 1, 21
    static final class TimedOutThenInterrupted extends Experiment {
        private boolean isWaiting;
        private int x;
        private int seen;

        @Override
        synchronized void first() {
            try {
                isWaiting = true;
                wait(1);
                seen = x;
            } catch (InterruptedException exception) {
                seen = 20 + x;
            }
            isWaiting = false;
        }

        @Override
        synchronized void second() {
            if (isWaiting) {
                x = 1;
                notify();
                threads[0].interrupt();
            }
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    private static int numberOf(Thread.State state) {
        switch (state) {
            case RUNNABLE:
                return 1;
            case WAITING:
                return 2;
            case BLOCKED:
                return 3;
            case TIMED_WAITING:
                return 4;
            default:
                return 9;
        }
    }

    // What a thread says before it waits can be seen before it waits.
    // Outcomes: 0, 1, 2
    static final class SeenBeforeWaiting extends Experiment {
        private volatile boolean isReady;
        private boolean isReleased;
        private int seen;

        @Override
        synchronized void first() throws InterruptedException {
            if (!isReleased) {
                isReady = true;
                wait();
                isReady = false;
            }
        }

        @Override
        void second() {
            if (isReady) {
                seen = numberOf(threads[0].getState());
            }
            synchronized (this) {
                isReleased = true;
                notify();
            }
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // The same with a condition.
    // Outcomes: 0, 1, 2
    static final class SeenBeforeAwaiting extends Experiment {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition condition = lock.newCondition();
        private volatile boolean isReady;
        private boolean isReleased;
        private int seen;

        @Override
        void first() throws InterruptedException {
            lock.lock();
            if (!isReleased) {
                isReady = true;
                condition.await();
            }
            lock.unlock();
        }

        @Override
        void second() {
            if (isReady) {
                seen = numberOf(threads[0].getState());
            }
            lock.lock();
            isReleased = true;
            condition.signal();
            lock.unlock();
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // Who is notified waits for the monitor.
    // Outcomes: 0, 23
    static final class SeenNotified extends Experiment {
        private boolean isWaiting;
        private boolean isReleased;
        private int seen;

        @Override
        synchronized void first() throws InterruptedException {
            if (!isReleased) {
                isWaiting = true;
                wait();
            }
        }

        @Override
        synchronized void second() {
            isReleased = true;
            if (isWaiting) {
                seen = numberOf(threads[0].getState()) * 10;
                notify();
                seen += numberOf(threads[0].getState());
            }
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // A third one sees the waiter before it is notified, and after.
    // Outcomes: 0, 22, 23, 33
    static final class NotifiedMeanwhile extends Experiment {
        private volatile boolean isNotifying;
        private boolean isWaiting;
        private boolean isReleased;
        private int seen;

        @Override
        synchronized void first() throws InterruptedException {
            if (!isReleased) {
                isWaiting = true;
                wait();
            }
        }

        @Override
        synchronized void second() {
            isReleased = true;
            if (isWaiting) {
                isNotifying = true;
                notify();
                isNotifying = false;
            }
        }

        @Override
        void third() {
            if (isNotifying) {
                int a = numberOf(threads[0].getState());
                int b = numberOf(threads[0].getState());
                if (isNotifying) {
                    seen = a * 10 + b;
                }
            }
        }

        @Override
        int count() {
            return 3;
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // Whose time is over waits for the monitor; the other has it all the time.
    // Outcomes: 0, 33, 43, 44
    static final class SeenTimedOut extends Experiment {
        private boolean isWaiting;
        private int seen;

        @Override
        synchronized void first() throws InterruptedException {
            isWaiting = true;
            wait(1);
            isWaiting = false;
        }

        @Override
        synchronized void second() {
            if (isWaiting) {
                seen = numberOf(threads[0].getState()) * 10;
                seen += numberOf(threads[0].getState());
            }
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // The very thread that is joined interrupts, and ends: before that has been heeded (2), or after (1).
    // Outcomes: 1, 2
    static final class InterruptedByTheJoined extends Experiment {
        private int seen;

        @Override
        void first() {
            try {
                threads[1].join();
                seen = 2;
            } catch (InterruptedException exception) {
                seen = 1;
            }
        }

        @Override
        void second() {
            threads[0].interrupt();
        }

        @Override
        int outcome() {
            return seen;
        }
    }
}
