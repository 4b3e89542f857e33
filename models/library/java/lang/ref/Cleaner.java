package java.lang.ref;

import java.util.concurrent.ThreadFactory;

/** Runs clean-up actions. Nothing becomes unreachable here, so that an action runs only when asked for. */
public final class Cleaner {
    private Cleaner() {
    }

    public static Cleaner create() {
        return new Cleaner();
    }

    public static Cleaner create(ThreadFactory factory) {
        if (factory == null) {
            throw new NullPointerException("threadFactory");
        }
        return new Cleaner();
    }

    public Cleanable register(Object object, Runnable action) {
        if (object == null) {
            throw new NullPointerException("obj");
        }
        if (action == null) {
            throw new NullPointerException("action");
        }
        return new Once(action);
    }

    /** A registered action. */
    public interface Cleanable {
        void clean();
    }

    private static final class Once implements Cleanable {
        private Runnable action;

        Once(Runnable action) {
            this.action = action;
        }

        @Override
        public void clean() {
            Runnable first;
            synchronized (this) {
                first = action;
                action = null;
            }
            if (first != null) {
                first.run();
            }
        }
    }
}
