package java.lang;

import java.util.concurrent.ThreadFactory;

/** The builders behind Thread.ofPlatform and Thread.ofVirtual. */
final class ThreadBuilders {
    private ThreadBuilders() {
    }

    /** What both kinds have in common. */
    private abstract static class Base {
        String name;
        /** Number of the next thread, or -1 if the name has none. */
        long counter = -1;
        boolean inherit = true;
        Thread.UncaughtExceptionHandler handler;

        final void setName(String name) {
            if (name == null) {
                throw new NullPointerException();
            }
            this.name = name;
            this.counter = -1;
        }

        final void setName(String prefix, long start) {
            if (prefix == null) {
                throw new NullPointerException();
            }
            if (start < 0) {
                throw new IllegalArgumentException("'start' is negative");
            }
            this.name = prefix;
            this.counter = start;
        }

        final void setHandler(Thread.UncaughtExceptionHandler handler) {
            if (handler == null) {
                throw new NullPointerException();
            }
            this.handler = handler;
        }

        final void copyTo(Base other) {
            other.name = name;
            other.counter = counter;
            other.inherit = inherit;
            other.handler = handler;
        }

        final synchronized String nextName() {
            return counter < 0 ? name : name + counter++;
        }

        final Thread withHandler(Thread thread) {
            if (handler != null) {
                thread.uncaughtExceptionHandler(handler);
            }
            return thread;
        }

        static Runnable present(Runnable task) {
            if (task == null) {
                throw new NullPointerException();
            }
            return task;
        }
    }

    static final class Platform extends Base implements Thread.Builder.OfPlatform {
        private ThreadGroup group;
        private int daemon = -1;
        private int priority;

        @Override
        public Platform name(String name) {
            setName(name);
            return this;
        }

        @Override
        public Platform name(String prefix, long start) {
            setName(prefix, start);
            return this;
        }

        @Override
        public Platform inheritInheritableThreadLocals(boolean inherit) {
            this.inherit = inherit;
            return this;
        }

        @Override
        public Platform uncaughtExceptionHandler(Thread.UncaughtExceptionHandler handler) {
            setHandler(handler);
            return this;
        }

        @Override
        public Platform group(ThreadGroup group) {
            if (group == null) {
                throw new NullPointerException();
            }
            this.group = group;
            return this;
        }

        @Override
        public Platform daemon(boolean on) {
            this.daemon = on ? 1 : 0;
            return this;
        }

        @Override
        public Platform priority(int priority) {
            if (priority < Thread.MIN_PRIORITY || priority > Thread.MAX_PRIORITY) {
                throw new IllegalArgumentException();
            }
            this.priority = priority;
            return this;
        }

        @Override
        public Platform stackSize(long stackSize) {
            if (stackSize < 0) {
                throw new IllegalArgumentException();
            }
            return this;
        }

        @Override
        public Thread unstarted(Runnable task) {
            Thread thread = new Thread(group, present(task), nextName(), inherit);
            if (daemon >= 0) {
                thread.setDaemon(daemon == 1);
            }
            if (priority != 0) {
                thread.setPriority(priority);
            }
            return withHandler(thread);
        }

        @Override
        public Thread start(Runnable task) {
            Thread thread = unstarted(task);
            thread.start();
            return thread;
        }

        @Override
        public ThreadFactory factory() {
            Platform copy = new Platform();
            copyTo(copy);
            copy.group = group;
            copy.daemon = daemon;
            copy.priority = priority;
            return new Factory(copy);
        }
    }

    static final class Virtual extends Base implements Thread.Builder.OfVirtual {
        @Override
        public Virtual name(String name) {
            setName(name);
            return this;
        }

        @Override
        public Virtual name(String prefix, long start) {
            setName(prefix, start);
            return this;
        }

        @Override
        public Virtual inheritInheritableThreadLocals(boolean inherit) {
            this.inherit = inherit;
            return this;
        }

        @Override
        public Virtual uncaughtExceptionHandler(Thread.UncaughtExceptionHandler handler) {
            setHandler(handler);
            return this;
        }

        @Override
        public Thread unstarted(Runnable task) {
            return withHandler(new Thread(nextName(), present(task), inherit));
        }

        @Override
        public Thread start(Runnable task) {
            Thread thread = unstarted(task);
            thread.start();
            return thread;
        }

        @Override
        public ThreadFactory factory() {
            Virtual copy = new Virtual();
            copyTo(copy);
            return new Factory(copy);
        }
    }

    private static final class Factory implements ThreadFactory {
        private final Thread.Builder builder;

        Factory(Thread.Builder builder) {
            this.builder = builder;
        }

        @Override
        public Thread newThread(Runnable task) {
            return builder.unstarted(task);
        }
    }
}
