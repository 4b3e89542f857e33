/**
 * Something two or three threads do to one object, and a number that says what
 * came of it. Fields are volatile where the order of plain accesses would
 * matter: the checker's memory is sequentially consistent.
 */
abstract class Experiment {
    /** The threads that run it, in order. */
    Thread[] threads;

    abstract void first() throws Exception;

    abstract void second() throws Exception;

    void third() throws Exception {
    }

    int count() {
        return 2;
    }

    /** Called when all threads have ended. */
    abstract int outcome();

    /** Exceptions that an experiment does not catch are outcomes too. */
    volatile int failed;

    final void run(int which) {
        try {
            if (which == 0) {
                first();
            } else if (which == 1) {
                second();
            } else {
                third();
            }
        } catch (Exception exception) {
            failed = 1000 * (which + 1);
        }
    }
}
