package java.lang;

import java.security.AccessControlContext;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadFactory;

/**
 * A thread. Status, interrupt flag, parking permit and scheduling belong to the
 * virtual machine; this object holds what Java code can see. The names of the
 * fields that the JDK reaches through Unsafe are fixed.
 */
public class Thread implements Runnable {
    public static final int MIN_PRIORITY = 1;
    public static final int NORM_PRIORITY = 5;
    public static final int MAX_PRIORITY = 10;

    private static final StackTraceElement[] NO_TRACE = new StackTraceElement[0];

    private static volatile UncaughtExceptionHandler defaultUncaughtExceptionHandler;

    private volatile String name;
    private int priority;
    private boolean daemon;
    private final boolean virtual;
    /** An interrupt that came before the start; afterwards the virtual machine keeps the flag. */
    private boolean interruptedEarly;
    /** Set by the virtual machine when it forgets about a thread that has ended. */
    private boolean ended;
    private Runnable target;
    private ThreadGroup group;
    private ClassLoader contextClassLoader;
    private AccessControlContext inheritedAccessControlContext;
    private volatile UncaughtExceptionHandler uncaughtExceptionHandler;
    private final long tid;
    ThreadLocal.ThreadLocalMap threadLocals;
    ThreadLocal.ThreadLocalMap inheritableThreadLocals;
    volatile Object parkBlocker;

    /** Scoped values that are bound now; only the thread itself looks. */
    ScopedValue.Binding scopedValues;
    long threadLocalRandomSeed;
    int threadLocalRandomProbe;
    int threadLocalRandomSecondarySeed;

    public Thread() {
        this(null, null, null, true);
    }

    public Thread(Runnable target) {
        this(null, target, null, true);
    }

    public Thread(ThreadGroup group, Runnable target) {
        this(group, target, null, true);
    }

    public Thread(String name) {
        this(null, null, present(name), true);
    }

    public Thread(ThreadGroup group, String name) {
        this(group, null, present(name), true);
    }

    public Thread(Runnable target, String name) {
        this(null, target, present(name), true);
    }

    public Thread(ThreadGroup group, Runnable target, String name) {
        this(group, target, present(name), true);
    }

    public Thread(ThreadGroup group, Runnable target, String name, long stackSize) {
        this(group, target, present(name), true);
    }

    public Thread(ThreadGroup group, Runnable target, String name, long stackSize, boolean inheritThreadLocals) {
        this(group, target, present(name), inheritThreadLocals);
    }

    /** A null name asks for the next of "Thread-0", "Thread-1" … */
    Thread(ThreadGroup group, Runnable target, String name, boolean inheritThreadLocals) {
        Thread parent = currentThread();
        this.group = group != null ? group : parent.isVirtual() ? ThreadGroup.MAIN : parent.getThreadGroup();
        this.target = target;
        this.virtual = false;
        this.daemon = !parent.isVirtual() && parent.daemon;
        this.priority = Math.min(parent.priority, this.group.getMaxPriority());
        this.contextClassLoader = parent.getContextClassLoader();
        if (takesGroupMonitors()) {
            passMonitor(Thread.class);
            passMonitor(this.group);
        }
        this.tid = nextId();
        this.name = name == null ? "Thread-" + nextNumber() : name;
        if (inheritThreadLocals && parent.inheritableThreadLocals != null) {
            this.inheritableThreadLocals = parent.inheritableThreadLocals.inherited();
        }
    }

    /** A virtual thread: a daemon of normal priority in a group of its own. */
    Thread(String name, Runnable target, boolean inheritThreadLocals) {
        Thread parent = currentThread();
        this.group = ThreadGroup.VIRTUAL;
        this.target = target;
        this.virtual = true;
        this.daemon = true;
        this.priority = NORM_PRIORITY;
        this.contextClassLoader = parent.getContextClassLoader();
        this.tid = nextId();
        this.name = name == null ? "" : name;
        if (inheritThreadLocals && parent.inheritableThreadLocals != null) {
            this.inheritableThreadLocals = parent.inheritableThreadLocals.inherited();
        }
    }

    /** The main thread, which has no parent. */
    private Thread(ThreadGroup group) {
        this.group = group;
        this.virtual = false;
        this.priority = NORM_PRIORITY;
        this.contextClassLoader = ClassLoader.getSystemClassLoader();
        this.tid = deadwood.internal.Runtime.featureVersion() < 21 ? 1 : 3;
        this.name = "main";
    }

    /** Called once by the virtual machine before anything else runs. */
    static Thread $main() {
        return new Thread(ThreadGroup.MAIN);
    }

    private static String present(String name) {
        if (name == null) {
            throw new NullPointerException(
                    deadwood.internal.Runtime.featureVersion() < 21 ? "name cannot be null" : "'name' is null");
        }
        return name;
    }

    /** The next number for a thread without a name: 0, 1, 2 … */
    private static native int nextNumber();

    /** The next thread id. */
    private static native long nextId();

    public static native Thread currentThread();

    public static native void yield();

    public static void onSpinWait() {
        Thread.yield();
    }

    public static void sleep(long millis) throws InterruptedException {
        if (millis < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        sleep0(nanos(millis, 0));
    }

    public static void sleep(long millis, int nanos) throws InterruptedException {
        if (millis < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (nanos < 0 || nanos > 999999) {
            throw new IllegalArgumentException("nanosecond timeout value out of range");
        }
        sleep0(nanos(millis, nanos));
    }

    public static void sleep(Duration duration) throws InterruptedException {
        long nanos = nanos(duration);
        sleep0(nanos < 0 ? 0 : nanos);
    }

    private static long nanos(long millis, int nanos) {
        return millis > (Long.MAX_VALUE - nanos) / 1000000 ? Long.MAX_VALUE : millis * 1000000 + nanos;
    }

    private static long nanos(Duration duration) {
        long seconds = duration.getSeconds();
        if (seconds > Long.MAX_VALUE / 1000000000 - 1) {
            return Long.MAX_VALUE;
        }
        return seconds < 0 ? -1 : seconds * 1000000000 + duration.getNano();
    }

    private static native void sleep0(long nanos) throws InterruptedException;

    public static Thread startVirtualThread(Runnable task) {
        return ofVirtual().start(task);
    }

    public static Builder.OfPlatform ofPlatform() {
        return new ThreadBuilders.Platform();
    }

    public static Builder.OfVirtual ofVirtual() {
        return new ThreadBuilders.Virtual();
    }

    public final boolean isVirtual() {
        return virtual;
    }

    @Override
    protected Object clone() throws CloneNotSupportedException {
        throw new CloneNotSupportedException();
    }

    public void start() {
        startIn();
    }

    /** What start does; executors with a thread for each task call this, even of a class that overrides start. */
    final void startIn() {
        if (!takesMonitors() || virtual) {
            begin();
            return;
        }
        synchronized (this) {
            begin();
        }
    }

    private void begin() {
        if (!isNew0()) {
            throw new IllegalThreadStateException();
        }
        if (takesGroupMonitors() && !virtual) {
            passMonitor(group);
        }
        start0();
    }

    /** Whether a program could tell that a thread's monitor is taken: in a checked run, once it has used one itself. */
    static native boolean takesMonitors();

    /** From now on it can. */
    static native void needMonitors();

    /** Up to Java 18, groups know their threads and the class gives out numbers, each under its monitor. */
    private static boolean takesGroupMonitors() {
        return takesMonitors() && deadwood.internal.Runtime.featureVersion() < 19;
    }

    private static void passMonitor(Object object) {
        synchronized (object) {
        }
    }

    /** Whether it has never been started. Asked again by start0, whose answer counts. */
    private native boolean isNew0();

    /** Makes the thread runnable. */
    private native void start0();

    @Override
    public void run() {
        Runnable task = target;
        if (task != null) {
            task.run();
        }
    }

    /** What a new thread executes. Afterwards the virtual machine clears what a finished thread has no use for, and notifies all who wait on this object. */
    private void $entry() {
        try {
            run();
        } catch (Throwable uncaught) {
            dispatchUncaughtException(uncaught);
        }
        if (takesGroupMonitors() && !virtual) {
            passMonitor(group);
        }
    }

    /** Called by the virtual machine too, for the main thread. */
    private void dispatchUncaughtException(Throwable uncaught) {
        try {
            getUncaughtExceptionHandler().uncaughtException(this, uncaught);
        } catch (Throwable fromHandler) {
            try {
                System.err.println("\nException: " + fromHandler.getClass().getName()
                        + " thrown from the UncaughtExceptionHandler in thread \"" + name + "\"");
            } catch (Throwable ignored) {
                // Nobody is left to be told. The thread ends as others do.
            }
        }
    }

    @Deprecated(since = "1.2", forRemoval = true)
    public final void stop() {
        throw new UnsupportedOperationException();
    }

    @Deprecated(since = "1.2", forRemoval = true)
    public final void suspend() {
        throw new UnsupportedOperationException();
    }

    @Deprecated(since = "1.2", forRemoval = true)
    public final void resume() {
        throw new UnsupportedOperationException();
    }

    public void interrupt() {
        interrupt0();
    }

    private native void interrupt0();

    public static boolean interrupted() {
        return clearInterrupt();
    }

    /** The current thread's interrupt flag, which is reset. */
    private static native boolean clearInterrupt();

    public native boolean isInterrupted();

    public final native boolean isAlive();

    public final void setPriority(int priority) {
        if (priority < MIN_PRIORITY || priority > MAX_PRIORITY) {
            throw new IllegalArgumentException();
        }
        if (!virtual) {
            this.priority = Math.min(priority, group.getMaxPriority());
        }
    }

    public final int getPriority() {
        return priority;
    }

    public final void setName(String name) {
        if (name == null) {
            throw new NullPointerException("name cannot be null");
        }
        if (!takesMonitors()) {
            this.name = name;
            return;
        }
        synchronized (this) {
            this.name = name;
        }
    }

    public final String getName() {
        return name;
    }

    public final ThreadGroup getThreadGroup() {
        return isNew0() || isAlive() ? group : null;
    }

    public static int activeCount() {
        return currentThread().getThreadGroup().activeCount();
    }

    public static int enumerate(Thread[] threads) {
        return currentThread().getThreadGroup().enumerate(threads);
    }

    /** All started threads that have not ended, virtual ones too, in the order they were created. */
    static native Thread[] liveThreads();

    @Deprecated(since = "1.2", forRemoval = true)
    public int countStackFrames() {
        throw new UnsupportedOperationException();
    }

    public final void join(long millis) throws InterruptedException {
        if (millis < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        joinFor(millis);
    }

    public final void join(long millis, int nanos) throws InterruptedException {
        if (millis < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (nanos < 0 || nanos > 999999) {
            throw new IllegalArgumentException("nanosecond timeout value out of range");
        }
        joinFor(nanos > 0 && millis < Long.MAX_VALUE ? millis + 1 : millis);
    }

    public final void join() throws InterruptedException {
        joinFor(0);
    }

    public final boolean join(Duration duration) throws InterruptedException {
        long nanos = nanos(duration);
        if (getState() == State.NEW) {
            throw new IllegalThreadStateException("Thread not started");
        }
        if (nanos > 0) {
            joinFor(nanos / 1000000 + (nanos % 1000000 == 0 ? 0 : 1));
        }
        return getState() == State.TERMINATED;
    }

    private void joinFor(long millis) throws InterruptedException {
        if (!takesMonitors() || virtual) {
            join0(millis);
            return;
        }
        synchronized (this) {
            long start = millis == 0 ? 0 : System.nanoTime();
            long left = millis;
            while (!waitForEnd0(left)) {
                if (millis == 0) continue;
                left = millis - (System.nanoTime() - start) / 1000000;
                if (left <= 0) return;
            }
        }
    }

    /** Waits until this thread has ended or the time is over; 0 is for ever. Returns at once if it is not alive. */
    private native void join0(long millis) throws InterruptedException;

    /** The same on this object's monitor, which the caller has. False when the thread has been notified for another reason. */
    private native boolean waitForEnd0(long millis) throws InterruptedException;

    public static void dumpStack() {
        new Exception("Stack trace").printStackTrace();
    }

    public final void setDaemon(boolean daemon) {
        if (virtual && !daemon) {
            throw new IllegalArgumentException("'false' not legal for virtual threads");
        }
        if (isAlive()) {
            throw new IllegalThreadStateException();
        }
        this.daemon = daemon;
    }

    public final boolean isDaemon() {
        return daemon;
    }

    @Deprecated(since = "17", forRemoval = true)
    public final void checkAccess() {
    }

    @Override
    public String toString() {
        if (virtual) {
            String label = name.isEmpty() ? "" : "," + name;
            return "VirtualThread[#" + tid + label + "]/" + getState().name().toLowerCase();
        }
        String number = deadwood.internal.Runtime.featureVersion() < 19 ? "" : "#" + tid + ",";
        ThreadGroup group = getThreadGroup();
        return "Thread[" + number + name + "," + priority + "," + (group == null ? "" : group.getName()) + "]";
    }

    public ClassLoader getContextClassLoader() {
        return contextClassLoader;
    }

    public void setContextClassLoader(ClassLoader loader) {
        contextClassLoader = loader;
    }

    public static native boolean holdsLock(Object object);

    public StackTraceElement[] getStackTrace() {
        if (this == currentThread()) {
            return new Throwable().getStackTrace();
        }
        int[] backtrace = backtrace0();
        return backtrace == null ? NO_TRACE : Throwable.decode(backtrace);
    }

    /** Where this thread is now, in the form Throwable keeps; null if it is not alive. */
    private native int[] backtrace0();

    public static Map<Thread, StackTraceElement[]> getAllStackTraces() {
        Map<Thread, StackTraceElement[]> all = new HashMap<>();
        Thread[] threads = liveThreads();
        for (int i = 0; i < threads.length; i++) {
            if (!threads[i].isVirtual()) all.put(threads[i], threads[i].getStackTrace());
        }
        return all;
    }

    @Deprecated(since = "19")
    public long getId() {
        return tid;
    }

    public final long threadId() {
        return tid;
    }

    /** States of a thread. */
    public enum State {
        NEW,
        RUNNABLE,
        BLOCKED,
        WAITING,
        TIMED_WAITING,
        TERMINATED
    }

    public State getState() {
        switch (status0()) {
            case 0:
                return State.NEW;
            case 1:
                return State.RUNNABLE;
            case 2:
                return State.BLOCKED;
            case 3:
                return State.WAITING;
            case 4:
                return State.TIMED_WAITING;
            default:
                return State.TERMINATED;
        }
    }

    /** The ordinal of the thread's State. */
    private native int status0();

    /** Told about the exception that ended a thread. */
    @FunctionalInterface
    public interface UncaughtExceptionHandler {
        void uncaughtException(Thread thread, Throwable exception);
    }

    public static void setDefaultUncaughtExceptionHandler(UncaughtExceptionHandler handler) {
        defaultUncaughtExceptionHandler = handler;
    }

    public static UncaughtExceptionHandler getDefaultUncaughtExceptionHandler() {
        return defaultUncaughtExceptionHandler;
    }

    public UncaughtExceptionHandler getUncaughtExceptionHandler() {
        UncaughtExceptionHandler handler = uncaughtExceptionHandler;
        return handler == null ? getThreadGroup() : handler;
    }

    public void setUncaughtExceptionHandler(UncaughtExceptionHandler handler) {
        if (this != currentThread()) {
            // Its end clears the handler: who gives it one can tell whether it is over.
            isAlive();
        }
        uncaughtExceptionHandler = handler;
    }

    final void uncaughtExceptionHandler(UncaughtExceptionHandler handler) {
        uncaughtExceptionHandler = handler;
    }

    /** Makes threads that are set up alike. */
    public interface Builder {
        Builder name(String name);

        Builder name(String prefix, long start);

        Builder inheritInheritableThreadLocals(boolean inherit);

        Builder uncaughtExceptionHandler(UncaughtExceptionHandler handler);

        Thread unstarted(Runnable task);

        Thread start(Runnable task);

        ThreadFactory factory();

        interface OfPlatform extends Builder {
            @Override
            OfPlatform name(String name);

            @Override
            OfPlatform name(String prefix, long start);

            @Override
            OfPlatform inheritInheritableThreadLocals(boolean inherit);

            @Override
            OfPlatform uncaughtExceptionHandler(UncaughtExceptionHandler handler);

            OfPlatform group(ThreadGroup group);

            OfPlatform daemon(boolean on);

            default OfPlatform daemon() {
                return daemon(true);
            }

            OfPlatform priority(int priority);

            OfPlatform stackSize(long stackSize);
        }

        interface OfVirtual extends Builder {
            @Override
            OfVirtual name(String name);

            @Override
            OfVirtual name(String prefix, long start);

            @Override
            OfVirtual inheritInheritableThreadLocals(boolean inherit);

            @Override
            OfVirtual uncaughtExceptionHandler(UncaughtExceptionHandler handler);
        }
    }
}
