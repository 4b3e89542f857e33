/** Class initialisation: who comes first does it, and others wait. Each run has its classes anew. */
final class Statics {
    private Statics() {
    }

    static final class Left {
        static int x = Right.y + 1;
    }

    static final class Right {
        static int y = Left.x + 1;
    }

    // One thread does both (and sees a 0 on the way round), or each does one and waits for the other's.
    // Outcomes: 12, 21, deadlock
    static final class Circle extends Experiment {
        @Override
        void first() {
            if (Left.x < 0) {
                throw new IllegalStateException();
            }
        }

        @Override
        void second() {
            if (Right.y < 0) {
                throw new IllegalStateException();
            }
        }

        @Override
        int outcome() {
            return Left.x * 10 + Right.y;
        }
    }

    static final class Counter {
        static int made;
    }

    static final class Lazy {
        static final Lazy INSTANCE = new Lazy();
        int value = 3;

        private Lazy() {
            Counter.made++;
        }
    }

    // Made once, and complete for whoever comes.
    // Outcomes: 33
    static final class Once3 extends Experiment {
        private int a;
        private int b;

        @Override
        void first() {
            a = Lazy.INSTANCE.value;
        }

        @Override
        void second() {
            b = Lazy.INSTANCE.value;
        }

        @Override
        int outcome() {
            return Counter.made == 1 ? a * 10 + b : -1;
        }
    }

    static final class Switch {
        static volatile boolean isOn;
    }

    static final class Fragile {
        static int x = make();

        private static int make() {
            if (Switch.isOn) {
                throw new IllegalStateException();
            }
            return 1;
        }
    }

    // Initialised before the switch is on it is well for both. After that the first to come gets the
    // failure (2), the other is told that it has failed before (3).
    // Outcomes: 11, 23, 32
    static final class Failing extends Experiment {
        private int a;
        private int b;

        private int use() {
            try {
                return Fragile.x;
            } catch (ExceptionInInitializerError error) {
                return 2;
            } catch (NoClassDefFoundError error) {
                return 3;
            }
        }

        @Override
        void first() {
            Switch.isOn = true;
            a = use();
        }

        @Override
        void second() {
            b = use();
        }

        @Override
        int outcome() {
            return a * 10 + b;
        }
    }

    static final class Board {
        static volatile int value;
        static volatile Posted posted;
    }

    static final class Writer {
        static int x;

        static {
            Board.value = 1;
            Board.value = 2;
            x = 1;
        }
    }

    // What an initialiser writes elsewhere others see while it runs.
    // Outcomes: 0, 1, 2, 11, 12, 22
    static final class WritesElsewhere extends Experiment {
        private int seen;

        @Override
        void first() {
            Writer.x++;
        }

        @Override
        void second() {
            seen = Board.value * 10;
            seen += Board.value;
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    static final class Posted {
        int value;
    }

    static final class Poster {
        static final Posted MINE = new Posted();

        static {
            Board.posted = MINE;
            MINE.value = 5;
        }
    }

    // What it hands out before it is complete others see incomplete, without waiting.
    // Outcomes: -1, 0, 5
    static final class HandsOut extends Experiment {
        private int seen;

        @Override
        void first() {
            if (Poster.MINE == null) {
                throw new IllegalStateException();
            }
        }

        @Override
        void second() {
            Posted posted = Board.posted;
            seen = posted == null ? -1 : posted.value;
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    static final class Impatient {
        static int x;

        static {
            Thread helper = new Thread(() -> x = 1);
            helper.setDaemon(true);
            helper.start();
            try {
                helper.join();
            } catch (InterruptedException exception) {
                x = 2;
            }
        }
    }

    // The helper waits for the initialisation that waits for the helper.
    // Outcomes: deadlock
    static final class WaitsForHelper extends Experiment {
        @Override
        void first() {
            Impatient.x++;
        }

        @Override
        void second() {
        }

        @Override
        int outcome() {
            return Impatient.x;
        }
    }

    static final class Guard {
        static final Object LOCK = new Object();
    }

    static final class NeedsGuard {
        static int x;

        static {
            synchronized (Guard.LOCK) {
                x = 1;
            }
        }
    }

    // The lock is taken inside the initialisation by one, and around it by the other.
    // Outcomes: 0, deadlock
    static final class LockAndInitialisation extends Experiment {
        @Override
        void first() {
            NeedsGuard.x++;
        }

        @Override
        void second() {
            synchronized (Guard.LOCK) {
                NeedsGuard.x++;
            }
        }

        @Override
        int outcome() {
            return 0;
        }
    }
}
