/** Waiting, waking up, interrupts, the beginning and the end of threads. */
final class Events {
    private Events() {
    }

    // Each waiter may run out of time before the work is done, or come when it is: none, one or both see it.
    // Outcomes: 0, 1, 2
    static final class TwoImpatient extends Experiment {
        private boolean isDone;
        private int seen;

        private synchronized void look() throws InterruptedException {
            if (!isDone) {
                wait(1);
            }
            if (isDone) {
                seen++;
            }
        }

        @Override
        void first() throws InterruptedException {
            look();
        }

        @Override
        synchronized void second() {
            isDone = true;
            notify();
        }

        @Override
        void third() throws InterruptedException {
            look();
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

    // A wait that is notified returns, and the interrupt that came too late for it stays pending (11) or
    // comes later still (1); a wait that is interrupted first ends with the exception (2).
    // Outcomes: 1, 2, 11
    static final class NotifyOrInterrupt extends Experiment {
        private int seen;

        @Override
        synchronized void first() {
            try {
                wait();
                seen = Thread.interrupted() ? 11 : 1;
            } catch (InterruptedException exception) {
                seen = 2;
            }
        }

        @Override
        synchronized void second() {
            notify();
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

    // The interrupted one takes no notification away from the other unless it was the one notified, and
    // then it returns as such: the other waits for ever. So does it when the notification came too early.
    // Outcomes: 11, deadlock
    static final class InterruptedAndNotified extends Experiment {
        private int seen;

        private synchronized void look() {
            try {
                wait();
                seen += 1;
            } catch (InterruptedException exception) {
                seen += 10;
            }
        }

        @Override
        void first() {
            look();
        }

        @Override
        void second() {
            threads[0].interrupt();
            synchronized (this) {
                notify();
            }
        }

        @Override
        void third() {
            look();
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

    // Between its last action and its end a thread is alive.
    // Outcomes: 0, 1, 10, 11
    static final class AliveAfterLastAction extends Experiment {
        private int x;
        private int seen;

        private synchronized int get() {
            return x;
        }

        @Override
        synchronized void first() {
            x = 1;
        }

        @Override
        void second() {
            seen = get() * 10;
            seen += threads[0].isAlive() ? 1 : 0;
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // A thread that does nothing lives, too, if only for a moment.
    // Outcomes: 0, 1
    static final class AliveWithNothingToDo extends Experiment {
        private int seen;

        @Override
        void first() {
        }

        @Override
        void second() {
            seen = threads[0].isAlive() ? 1 : 0;
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // The same, asked for its state, and only by who was told that it is time to.
    // Outcomes: 0, 1, 2
    static final class StateAskedRarely extends Experiment {
        private volatile boolean flag;
        private int seen;

        @Override
        void first() {
        }

        @Override
        void second() {
            flag = true;
        }

        @Override
        void third() {
            if (flag) {
                seen = threads[0].getState() == Thread.State.TERMINATED ? 2 : 1;
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

    // Started and forgotten; who is told so may find it still at work.
    // Outcomes: 0, 1
    static final class ForgottenThread extends Experiment {
        private volatile Thread late;
        private int seen;

        @Override
        void first() {
            Thread thread = new Thread(() -> { });
            thread.start();
            late = thread;
        }

        @Override
        void second() {
            Thread thread = late;
            seen = thread != null && thread.isAlive() ? 1 : 0;
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // Who stands in front of a monitor that another has is seen there.
    // Outcomes: 0, 1
    static final class SeenBlocked extends Experiment {
        private int seen;

        @Override
        synchronized void first() {
        }

        @Override
        synchronized void second() {
            seen = threads[0].getState() == Thread.State.BLOCKED ? 1 : 0;
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // Who waits for another's end is seen waiting.
    // Outcomes: 0, 1
    static final class SeenJoining extends Experiment {
        private volatile int x;
        private int seen;

        @Override
        void first() {
            if (x == 1) {
                seen = threads[1].getState() == Thread.State.WAITING ? 1 : 0;
            }
        }

        @Override
        void second() throws InterruptedException {
            x = 1;
            threads[0].join();
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // The same for wait; the second goes on asking until it is so, then wakes it up.
    // Outcomes: 1
    static final class SeenWaiting extends Experiment {
        private int seen;

        @Override
        synchronized void first() throws InterruptedException {
            wait();
            seen = 1;
        }

        @Override
        void second() {
            while (threads[0].getState() != Thread.State.WAITING) {
                Thread.yield();
            }
            synchronized (this) {
                notify();
            }
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // A thread's end notifies who waits on it, and takes its monitor for that: it cannot come between the
    // question and the wait.
    // Outcomes: 1
    static final class WaitOnThread extends Experiment {
        private volatile int x;
        private int seen;

        @Override
        void first() {
            x = 1;
        }

        @Override
        void second() throws InterruptedException {
            synchronized (threads[0]) {
                if (threads[0].isAlive()) {
                    x = 2;
                    threads[0].wait();
                }
            }
            seen = 1;
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // What was written before the start is there; what others write comes before or after.
    // Outcomes: 1, 2, 3
    static final class StartInTheMiddle extends Experiment {
        private volatile int x;
        private int seen;

        @Override
        void first() throws InterruptedException {
            x = 1;
            Thread late = new Thread(() -> seen = x);
            late.start();
            x = 2;
            late.join();
        }

        @Override
        void second() {
            x = 3;
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // A sleep orders nothing.
    // Outcomes: 0, 1
    static final class SleepOrdersNothing extends Experiment {
        private volatile int x;
        private int seen;

        @Override
        void first() throws InterruptedException {
            Thread.sleep(1);
            x = 1;
        }

        @Override
        void second() throws InterruptedException {
            Thread.sleep(1);
            seen = x;
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // A timed join may end at any time; so may the other between the look at x and the question.
    // Outcomes: 0, 1, 10, 11, 20, 21
    static final class TimedJoin extends Experiment {
        private volatile int x;
        private int seen;

        @Override
        void first() {
            x = 1;
            x = 2;
        }

        @Override
        void second() throws InterruptedException {
            threads[0].join(1);
            seen = x * 10;
            seen += threads[0].isAlive() ? 1 : 0;
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // Notified before it waits: for ever.
    // Outcomes: 1, deadlock
    static final class NotifiedTooEarly extends Experiment {
        private int seen;

        @Override
        synchronized void first() throws InterruptedException {
            wait();
            seen = 1;
        }

        @Override
        synchronized void second() {
            notify();
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // One notification, two waiters with different wishes: it may wake the wrong one.
    // Outcomes: 0, deadlock
    static final class WrongOneWoken extends Experiment {
        private boolean a;
        private boolean b;

        @Override
        synchronized void first() throws InterruptedException {
            while (!a) {
                wait();
            }
        }

        @Override
        synchronized void second() throws InterruptedException {
            while (!b) {
                wait();
            }
        }

        @Override
        void third() {
            synchronized (this) {
                a = true;
                notify();
            }
            synchronized (this) {
                b = true;
                notify();
            }
        }

        @Override
        int count() {
            return 3;
        }

        @Override
        int outcome() {
            return 0;
        }
    }

    // An interrupt ends the join, with x written (the other is still alive) or not; or comes too late.
    // Outcomes: 11, 20, 21
    static final class JoinInterrupted extends Experiment {
        private volatile int x;
        private int seen;

        @Override
        void first() {
            x = 1;
        }

        @Override
        void second() {
            try {
                threads[0].join();
                seen = 10 + x;
            } catch (InterruptedException exception) {
                seen = 20 + x;
            }
        }

        @Override
        void third() {
            threads[1].interrupt();
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

    // Who joins a thread that has ended does not wait, so that no interrupt can end the waiting.
    // Outcomes: 1
    static final class JoinAfterEnd extends Experiment {
        private int seen;

        @Override
        void first() {
        }

        @Override
        void second() {
            while (threads[0].isAlive()) {
                Thread.yield();
            }
            Thread.currentThread().interrupt();
            try {
                threads[0].join();
                seen = 1;
            } catch (InterruptedException exception) {
                seen = 2;
            }
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // The end of a thread is an event for two at once.
    // Outcomes: 2
    static final class JoinedByTwo extends Experiment {
        private int x;
        private int seen;

        private void look() throws InterruptedException {
            threads[0].join();
            synchronized (this) {
                seen += x;
            }
        }

        @Override
        void first() {
            x = 1;
        }

        @Override
        void second() throws InterruptedException {
            look();
        }

        @Override
        void third() throws InterruptedException {
            look();
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

    // Both threads join each other, if each sees the other at work.
    // Outcomes: 0, deadlock
    static final class JoinEachOther extends Experiment {
        private volatile boolean isFirstAtWork;
        private volatile boolean isSecondAtWork;

        @Override
        void first() throws InterruptedException {
            isFirstAtWork = true;
            if (isSecondAtWork) {
                threads[1].join();
            }
            isFirstAtWork = false;
        }

        @Override
        void second() throws InterruptedException {
            isSecondAtWork = true;
            if (isFirstAtWork) {
                threads[0].join();
            }
            isSecondAtWork = false;
        }

        @Override
        int outcome() {
            return 0;
        }
    }

    // The flag is a question about the other thread, too: set before, between or after.
    // Outcomes: 0, 1, 11
    static final class AskedTwice extends Experiment {
        private int seen;

        @Override
        void first() {
            seen = Thread.currentThread().isInterrupted() ? 10 : 0;
            seen += Thread.currentThread().isInterrupted() ? 1 : 0;
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

    // Two notifications for one waiter are one; a waiter that comes between them takes the second.
    // Outcomes: 2, deadlock
    static final class TwoNotifications extends Experiment {
        private int seen;

        private synchronized void look() throws InterruptedException {
            wait();
            seen++;
        }

        @Override
        void first() throws InterruptedException {
            look();
        }

        @Override
        void second() throws InterruptedException {
            look();
        }

        @Override
        void third() {
            synchronized (this) {
                notify();
            }
            synchronized (this) {
                notify();
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
}
