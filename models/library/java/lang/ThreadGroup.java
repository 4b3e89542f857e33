package java.lang;

/** A set of threads. Members are found by asking the threads, so that starting one writes nothing here. */
public class ThreadGroup implements Thread.UncaughtExceptionHandler {
    static final ThreadGroup SYSTEM = new ThreadGroup(null, "system", Thread.MAX_PRIORITY);
    static final ThreadGroup MAIN = new ThreadGroup(SYSTEM, "main", Thread.MAX_PRIORITY);
    static final ThreadGroup VIRTUAL = new ThreadGroup(SYSTEM, "VirtualThreads", Thread.MAX_PRIORITY);

    private final ThreadGroup parent;
    private final String name;
    private int maxPriority;
    private boolean daemon;
    private ThreadGroup[] children = new ThreadGroup[0];

    private ThreadGroup(ThreadGroup parent, String name, int maxPriority) {
        this.parent = parent;
        this.name = name;
        this.maxPriority = maxPriority;
    }

    public ThreadGroup(String name) {
        this(Thread.currentThread().getThreadGroup(), name);
    }

    public ThreadGroup(ThreadGroup parent, String name) {
        this(parent, name, parent.maxPriority);
        this.daemon = parent.daemon;
        parent.add(this);
    }

    private synchronized void add(ThreadGroup child) {
        ThreadGroup[] longer = new ThreadGroup[children.length + 1];
        System.arraycopy(children, 0, longer, 0, children.length);
        longer[children.length] = child;
        children = longer;
    }

    private synchronized ThreadGroup[] children() {
        return children;
    }

    public final String getName() {
        return name;
    }

    public final ThreadGroup getParent() {
        return parent;
    }

    public final int getMaxPriority() {
        return maxPriority;
    }

    public final void setMaxPriority(int priority) {
        if (priority < Thread.MIN_PRIORITY || priority > Thread.MAX_PRIORITY) {
            return;
        }
        maxPriority = parent == null ? priority : Math.min(priority, parent.maxPriority);
        ThreadGroup[] groups = children();
        for (int i = 0; i < groups.length; i++) {
            groups[i].setMaxPriority(priority);
        }
    }

    @Deprecated(since = "16", forRemoval = true)
    public final boolean isDaemon() {
        return daemon;
    }

    @Deprecated(since = "16", forRemoval = true)
    public final void setDaemon(boolean daemon) {
        this.daemon = daemon;
    }

    @Deprecated(since = "16", forRemoval = true)
    public boolean isDestroyed() {
        return false;
    }

    @Deprecated(since = "16", forRemoval = true)
    public final void destroy() {
    }

    public final boolean parentOf(ThreadGroup group) {
        for (ThreadGroup g = group; g != null; g = g.parent) {
            if (g == this) {
                return true;
            }
        }
        return false;
    }

    @Deprecated(since = "17", forRemoval = true)
    public final void checkAccess() {
    }

    public int activeCount() {
        return enumerate(new Thread[Thread.liveThreads().length]);
    }

    public int enumerate(Thread[] threads) {
        return enumerate(threads, true);
    }

    public int enumerate(Thread[] threads, boolean recurse) {
        Thread[] live = Thread.liveThreads();
        int count = 0;
        for (int i = 0; i < live.length && count < threads.length; i++) {
            ThreadGroup group = live[i].isVirtual() ? null : live[i].getThreadGroup();
            if (group == this || (recurse && group != null && parentOf(group))) {
                threads[count++] = live[i];
            }
        }
        return count;
    }

    public int activeGroupCount() {
        ThreadGroup[] groups = children();
        int count = groups.length;
        for (int i = 0; i < groups.length; i++) {
            count += groups[i].activeGroupCount();
        }
        return count;
    }

    public int enumerate(ThreadGroup[] groups) {
        return enumerate(groups, true);
    }

    public int enumerate(ThreadGroup[] groups, boolean recurse) {
        return enumerate(groups, 0, recurse);
    }

    private int enumerate(ThreadGroup[] groups, int start, boolean recurse) {
        ThreadGroup[] own = children();
        int count = start;
        for (int i = 0; i < own.length && count < groups.length; i++) {
            groups[count++] = own[i];
            if (recurse) {
                count = own[i].enumerate(groups, count, true);
            }
        }
        return count;
    }

    public final void interrupt() {
        if (deadwood.internal.Runtime.featureVersion() >= 19) {
            interruptAll(true);
            return;
        }
        // A thread may have an interrupt() of the program's own, which runs while the group is locked.
        Thread.needMonitors();
        ThreadGroup[] groups;
        synchronized (this) {
            interruptAll(false);
            groups = children();
        }
        for (int i = 0; i < groups.length; i++) {
            groups[i].interrupt();
        }
    }

    private void interruptAll(boolean recurse) {
        Thread[] live = Thread.liveThreads();
        for (int i = 0; i < live.length; i++) {
            ThreadGroup group = live[i].getThreadGroup();
            if (group == this || (recurse && group != null && parentOf(group))) {
                live[i].interrupt();
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

    @Deprecated(since = "1.2", forRemoval = true)
    public boolean allowThreadSuspension(boolean allowed) {
        return false;
    }

    public void list() {
        list("");
    }

    private void list(String indent) {
        System.out.println(indent + this);
        Thread[] live = Thread.liveThreads();
        for (int i = 0; i < live.length; i++) {
            if (live[i].getThreadGroup() == this) {
                System.out.println(indent + "    " + live[i]);
            }
        }
        ThreadGroup[] groups = children();
        for (int i = 0; i < groups.length; i++) {
            groups[i].list(indent + "    ");
        }
    }

    @Override
    @SuppressWarnings({"deprecation", "removal"})
    public void uncaughtException(Thread thread, Throwable exception) {
        if (parent != null) {
            parent.uncaughtException(thread, exception);
            return;
        }
        Thread.UncaughtExceptionHandler fallback = Thread.getDefaultUncaughtExceptionHandler();
        if (fallback != null) {
            fallback.uncaughtException(thread, exception);
        } else if (!(exception instanceof ThreadDeath)) {
            deadwood.internal.Launcher.report(exception);
            System.err.print("Exception in thread \"" + thread.getName() + "\" ");
            exception.printStackTrace(System.err);
        }
    }

    @Override
    public String toString() {
        return getClass().getName() + "[name=" + name + ",maxpri=" + maxPriority + "]";
    }
}
