/** Waiting, waking up, queues, interrupts. */
final class Monitors {
    private Monitors() {
    }

    static final class HandOff extends Experiment {
        private int value;
        private boolean isFull;
        private int seen;

        @Override
        synchronized void first() {
            value = 3;
            isFull = true;
            notify();
        }

        @Override
        synchronized void second() throws InterruptedException {
            while (!isFull) {
                wait();
            }
            seen = value;
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    static final class Queue extends Experiment {
        private final int[] slots = new int[1];
        private int size;
        private int seen;

        private synchronized void put(int value) throws InterruptedException {
            while (size == slots.length) {
                wait();
            }
            slots[size++] = value;
            notifyAll();
        }

        private synchronized int take() throws InterruptedException {
            while (size == 0) {
                wait();
            }
            notifyAll();
            return slots[--size];
        }

        @Override
        void first() throws InterruptedException {
            put(1);
        }

        @Override
        void second() throws InterruptedException {
            put(2);
        }

        @Override
        void third() throws InterruptedException {
            seen = take() * 10;
            seen += take();
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

    /** The waiter gives up after a while. */
    static final class Impatient extends Experiment {
        private boolean isDone;
        private int seen;

        @Override
        synchronized void first() {
            isDone = true;
            notifyAll();
        }

        @Override
        synchronized void second() throws InterruptedException {
            if (!isDone) {
                wait(1);
            }
            seen = isDone ? 1 : 2;
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    static final class Interrupt extends Experiment {
        private int seen;

        @Override
        void first() {
            try {
                Thread.sleep(1);
                seen = Thread.interrupted() ? 1 : 2;
            } catch (InterruptedException exception) {
                seen = 3;
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

    /** The order in which three threads get a lock. */
    static final class Order extends Experiment {
        private int order;

        private synchronized void next(int which) {
            order = order * 10 + which;
        }

        @Override
        void first() {
            next(1);
        }

        @Override
        void second() {
            next(2);
        }

        @Override
        void third() {
            next(3);
        }

        @Override
        int count() {
            return 3;
        }

        @Override
        int outcome() {
            return order;
        }
    }

    static final class Joined extends Experiment {
        private volatile int x;
        private int seen;

        @Override
        void first() {
            x = 1;
        }

        @Override
        void second() throws InterruptedException {
            seen = x;
            threads[0].join();
            seen = seen * 10 + x;
        }

        @Override
        int outcome() {
            return seen;
        }
    }
}
