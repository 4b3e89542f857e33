package deadwood.internal;

/** The bottom of the main thread's stack. */
public final class Launcher {
    private Launcher() {}

    static void run(String[] args) {
        try {
            initializeMain();
            callMain(args);
        } catch (Throwable thrown) {
            failed();
            uncaught(Thread.currentThread(), thrown);
        }
    }

    /** Initialises the class that has the main method. */
    private static native void initializeMain();

    /** Runs the program's main method. */
    private static native void callMain(String[] args);

    /** An exception has left main: the exit code will be 1. */
    private static native void failed();

    /** An exception has left its thread and no handler of the program's takes it. */
    public static native void report(Throwable thrown);

    /** Has the thread report an exception that nobody caught. */
    private static native void uncaught(Thread thread, Throwable thrown);
}
