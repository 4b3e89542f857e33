package deadwood.internal;

/**
 * Class initialisation. The machine calls {@link #run} in front of an
 * instruction that needs a class initialised; classes are known by their stable
 * numbers, which never are 0. Superclasses come first, then superinterfaces that declare default
 * methods, then the class's own initialiser.
 */
final class ClassInit {
    private static final int NOTHING_TO_DO = 0;
    private static final int FAILED_BEFORE = 2;

    /** Why initialisations have failed, newest first. */
    private static Failure failures;

    private ClassInit() {}

    static void run(int cls) throws Throwable {
        int state = begin(cls);
        if (state == NOTHING_TO_DO) {
            return;
        }
        if (state == FAILED_BEFORE) {
            throw failedBefore(cls);
        }
        try {
            for (int before = next(cls, 0); before != 0; before = next(cls, before)) {
                run(before);
            }
            initialize(cls);
        } catch (Throwable thrown) {
            Throwable reported = thrown instanceof Error ? thrown : new ExceptionInInitializerError(thrown);
            remember(cls, describe(thrown));
            fail(cls);
            throw reported;
        }
        finish(cls);
    }

    private static synchronized void remember(int cls, Throwable cause) {
        failures = new Failure(cls, cause, failures);
    }

    /** What later uses of the class give as their cause. */
    private static Throwable describe(Throwable thrown) {
        StringBuilder text = new StringBuilder("Exception ").append(thrown.getClass().getName());
        if (message(thrown) != null) {
            text.append(": ").append(message(thrown));
        }
        Thread thread = Thread.currentThread();
        text.append(" [in thread \"").append(thread == null ? "main" : thread.getName()).append("\"]");
        Throwable cause = new ExceptionInInitializerError(text.toString());
        cause.setStackTrace(thrown.getStackTrace());
        return cause;
    }

    private static Error failedBefore(int cls) {
        Error error = new NoClassDefFoundError("Could not initialize class " + name(cls));
        for (Failure failure = failures; failure != null; failure = failure.next) {
            if (failure.cls == cls) {
                error.initCause(failure.cause);
                break;
            }
        }
        return error;
    }

    private static final class Failure {
        final int cls;
        final Throwable cause;
        final Failure next;

        Failure(int cls, Throwable cause, Failure next) {
            this.cls = cls;
            this.cause = cause;
            this.next = next;
        }
    }

    /** Marks the class as being initialised by this thread, unless that is done or has failed. */
    private static native int begin(int cls);

    /** The next class that must be initialised before this one, 0 when there is none. */
    private static native int next(int cls, int after);

    /** Runs the class's own initialiser, if it has one. */
    private static native void initialize(int cls);

    private static native void finish(int cls);

    private static native void fail(int cls);

    private static native String name(int cls);

    /** The message given at construction: what was null is not worked out for this. */
    private static native String message(Throwable thrown);
}
