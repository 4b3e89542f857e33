package deadwood.internal;

/**
 * Class initialisation. The machine calls {@link #run} in front of an
 * instruction that needs a class initialised; classes are named by their
 * number. Superclasses come first, then superinterfaces that declare default
 * methods, then the class's own initialiser.
 */
final class ClassInit {
    private ClassInit() {}

    static void run(int cls) throws Throwable {
        if (!begin(cls)) {
            return;
        }
        try {
            for (int before = next(cls, 0); before != 0; before = next(cls, before)) {
                run(before);
            }
            initialize(cls);
        } catch (Throwable thrown) {
            fail(cls);
            throw wrapped(cls, thrown);
        }
        finish(cls);
    }

    private static Throwable wrapped(int cls, Throwable thrown) {
        if (thrown instanceof Error) {
            return thrown;
        }
        return new ExceptionInInitializerError(thrown);
    }

    /** Marks the class as being initialised by this thread; false when there is nothing to do. */
    private static native boolean begin(int cls);

    /** The next class that must be initialised before this one, 0 when there is none. */
    private static native int next(int cls, int after);

    /** Runs the class's own initialiser, if it has one. */
    private static native void initialize(int cls);

    private static native void finish(int cls);

    private static native void fail(int cls);
}
