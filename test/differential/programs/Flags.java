/** What one thread sees of the other's volatile writes. */
final class Flags {
    private Flags() {
    }

    static final class StoreBuffering extends Experiment {
        private volatile int x;
        private volatile int y;
        private int r1;
        private int r2;

        @Override
        void first() {
            x = 1;
            r1 = y;
        }

        @Override
        void second() {
            y = 1;
            r2 = x;
        }

        @Override
        int outcome() {
            return r1 * 10 + r2;
        }
    }

    static final class MessagePassing extends Experiment {
        private int data;
        private volatile boolean isReady;
        private int seen;

        @Override
        void first() {
            data = 42;
            isReady = true;
        }

        @Override
        void second() {
            seen = isReady ? data : -1;
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    static final class ReadTwice extends Experiment {
        private volatile int x;
        private int seen;

        @Override
        void first() {
            x = 1;
            x = 2;
        }

        @Override
        void second() {
            seen = x * 10;
            seen += x;
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    /** Two writers, two readers in one: in which order were the writes? */
    static final class Independent extends Experiment {
        private volatile int x;
        private volatile int y;
        private int seen;

        @Override
        void first() {
            x = 1;
        }

        @Override
        void second() {
            y = 1;
        }

        @Override
        void third() {
            int a = x;
            int b = y;
            int c = x;
            seen = a * 100 + b * 10 + c;
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

    /** What a thread writes last may be seen while it is still alive, or when it is not. */
    static final class Alive extends Experiment {
        private volatile int x;
        private int seen;

        @Override
        void first() {
            x = 1;
        }

        @Override
        void second() {
            seen = x * 10;
            seen += threads[0].isAlive() ? 1 : 0;
        }

        @Override
        int outcome() {
            return seen;
        }
    }
}
