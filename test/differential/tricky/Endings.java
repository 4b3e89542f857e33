/** System.exit, daemons and exceptions that nobody catches. Each run is a JVM of its own. */
final class Endings {
    private Endings() {
    }

    // The program ends in the middle of the other's section: the pair in every combination.
    // Outcomes: exit 10, exit 11, exit 12, exit 13
    static final class ExitInTheMiddle extends Experiment {
        private volatile int x;
        private volatile int y;

        @Override
        synchronized void first() {
            x = 1;
            y = 1;
        }

        @Override
        void second() {
            System.exit(10 + x + 2 * y);
        }

        @Override
        int outcome() {
            return 0;
        }
    }

    // Before or after the section, not within.
    // Outcomes: exit 10, exit 13
    static final class ExitUnderLock extends Experiment {
        private int x;
        private int y;

        @Override
        synchronized void first() {
            x = 1;
            y = 1;
        }

        @Override
        synchronized void second() {
            System.exit(10 + x + 2 * y);
        }

        @Override
        int outcome() {
            return 0;
        }
    }

    // Both end the program.
    // Outcomes: exit 3, exit 4
    static final class TwoExits extends Experiment {
        @Override
        void first() {
            System.exit(3);
        }

        @Override
        void second() {
            System.exit(4);
        }

        @Override
        int outcome() {
            return 0;
        }
    }

    // Only who sees the half of it ends the program.
    // Outcomes: 0, exit 5
    static final class ExitRarely extends Experiment {
        private volatile int x;

        @Override
        void first() {
            x = 1;
            x = 0;
        }

        @Override
        void second() {
            if (x == 1) {
                System.exit(5);
            }
        }

        @Override
        int outcome() {
            return x;
        }
    }

    // A deadlock is none if the third ends the program.
    // Outcomes: exit 6
    static final class ExitFromDeadlock extends Experiment {
        private final Object left = new Object();
        private final Object right = new Object();

        @Override
        void first() {
            synchronized (left) {
                synchronized (right) {
                    right.notify();
                }
            }
        }

        @Override
        void second() {
            synchronized (right) {
                synchronized (left) {
                    left.notify();
                }
            }
        }

        @Override
        void third() {
            System.exit(6);
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

    // The daemon looks when it likes, after the last of the others has ended, too.
    // Outcomes: 0, uncaught java.lang.IllegalStateException
    static final class DaemonLooks extends Experiment {
        private volatile int x;

        @Override
        void first() {
            Thread daemon = new Thread(() -> {
                if (x == 1) {
                    throw new IllegalStateException();
                }
            });
            daemon.setDaemon(true);
            daemon.start();
        }

        @Override
        void second() {
            x = 1;
        }

        @Override
        int outcome() {
            return 0;
        }
    }

    // A daemon that waits keeps nobody from ending.
    // Outcomes: 0
    static final class DaemonWaits extends Experiment {
        @Override
        void first() {
            Thread daemon = new Thread(() -> {
                synchronized (this) {
                    try {
                        wait();
                    } catch (InterruptedException exception) {
                        throw new IllegalStateException();
                    }
                }
            });
            daemon.setDaemon(true);
            daemon.start();
        }

        @Override
        void second() {
        }

        @Override
        int outcome() {
            return 0;
        }
    }

    // The exception of one thread ends that thread, and gives its lock back; it is reported all the same.
    // Outcomes: 0, uncaught java.lang.IllegalStateException
    static final class UncaughtUnderLock extends Experiment {
        private int x;

        @Override
        synchronized void first() {
            x = 1;
        }

        @Override
        void second() {
            Thread other = new Thread(() -> {
                synchronized (this) {
                    if (x == 1) {
                        throw new IllegalStateException();
                    }
                }
            });
            other.start();
        }

        @Override
        int outcome() {
            return 0;
        }
    }
}
