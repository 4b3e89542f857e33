/** Steps that have to do with each other though they do not look like it. */
public final class Touches {
    private Touches() {
    }

    /** To start a thread is to read whether it is a daemon. */
    static final class Daemon {
        static volatile Thread started;
        static volatile int x;

        public static void main(String[] args) {
            Thread thread = new Thread(() -> x = 3);
            new Thread(() -> {
                Thread other = started;
                if (other == null) {
                    return;
                }
                try {
                    other.setDaemon(true);
                } catch (IllegalThreadStateException late) {
                    x = 4;
                }
            }).start();
            new Thread(() -> {
                x = 1;
                x = 2;
            }).start();
            started = thread;
            thread.start();
        }
    }

    /** To start a thread is to ask whether somebody else has. */
    static final class Twice {
        static volatile Thread wanted;

        static void start() {
            Thread mine = wanted;
            try {
                if (mine != null) {
                    mine.start();
                }
            } catch (IllegalThreadStateException late) {
                wanted = null;
            }
        }

        public static void main(String[] args) {
            wanted = new Thread(() -> {
            });
            new Thread(Twice::start).start();
            new Thread(() -> {
                start();
                wanted = null;
            }).start();
        }
    }

    /** Looks where another thread is. */
    static final class Where {
        static volatile int y;

        static void first() {
            y = 1;
            y = 2;
        }

        static void second() {
            y = 3;
            y = 4;
        }

        public static void main(String[] args) {
            Thread other = new Thread(() -> {
                first();
                second();
            });
            other.start();
            StackTraceElement[] trace = other.getStackTrace();
            if (trace.length > 0 && trace[0].getMethodName().equals("second")) {
                throw new IllegalStateException("in second");
            }
        }
    }
}
