/** A counter that two threads raise, guarded in different ways or not at all. */
final class Counters {
    private Counters() {
    }

    static final class Racy extends Experiment {
        private int count;

        @Override
        void first() {
            count++;
            count++;
        }

        @Override
        void second() {
            count++;
            count++;
        }

        @Override
        int outcome() {
            return count;
        }
    }

    static final class Locked extends Experiment {
        private int count;

        private synchronized void raise() {
            count++;
        }

        @Override
        void first() {
            raise();
            raise();
        }

        @Override
        void second() {
            raise();
        }

        @Override
        int outcome() {
            return count;
        }
    }

    static final class Volatile extends Experiment {
        private volatile int count;

        @Override
        void first() {
            count++;
        }

        @Override
        void second() {
            count++;
        }

        @Override
        void third() {
            count += 10;
        }

        @Override
        int count() {
            return 3;
        }

        @Override
        int outcome() {
            return count;
        }
    }

    /** Mutual exclusion with reads and writes alone. */
    static final class Peterson extends Experiment {
        private volatile boolean wantsFirst;
        private volatile boolean wantsSecond;
        private volatile boolean isSecondsTurn;
        private int count;

        @Override
        void first() {
            wantsFirst = true;
            isSecondsTurn = true;
            while (wantsSecond && isSecondsTurn) {
                Thread.yield();
            }
            count++;
            wantsFirst = false;
        }

        @Override
        void second() {
            wantsSecond = true;
            isSecondsTurn = false;
            while (wantsFirst && !isSecondsTurn) {
                Thread.yield();
            }
            count++;
            wantsSecond = false;
        }

        @Override
        int outcome() {
            return count;
        }
    }

    /** A long that is swapped between two values under a lock, and read without it through two fields. */
    static final class Halves extends Experiment {
        private volatile long low = 1;
        private volatile long high = 1;
        private long seen;

        @Override
        void first() {
            synchronized (this) {
                low = 2;
                high = 2;
            }
        }

        @Override
        void second() {
            seen = low * 10 + high;
        }

        @Override
        int outcome() {
            return (int) seen;
        }
    }
}
