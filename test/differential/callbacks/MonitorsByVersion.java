import java.lang.reflect.Method;

/** Monitors that the library takes in some versions of Java only. */
public final class MonitorsByVersion {
    private static final Object LOCK = new Object();

    private MonitorsByVersion() {
    }

    private static void nothing() {
    }

    /** Another thread has the monitor and wants the lock. */
    private static void crossed(Object monitor, Runnable action) throws InterruptedException {
        Thread other = new Thread(() -> {
            synchronized (monitor) {
                synchronized (LOCK) {
                }
            }
        });
        other.start();
        synchronized (LOCK) {
            action.run();
        }
        other.join();
    }

    private static volatile boolean isVirtual;

    /** Virtual on some schedules only; else a platform thread that differs in nothing else. */
    private static Thread perhapsVirtual() throws ReflectiveOperationException, InterruptedException {
        Thread chooser = new Thread(() -> isVirtual = true);
        chooser.start();
        boolean chosen = isVirtual;
        chooser.join();
        Runnable nothing = MonitorsByVersion::nothing;
        if (!chosen) {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Method unstarted = Class.forName("java.lang.Thread$Builder").getMethod("unstarted", Runnable.class);
            return (Thread) unstarted.invoke(builder, nothing);
        }
        Thread platform = new Thread(nothing, "");
        platform.setDaemon(true);
        return platform;
    }

    private static Thread startVirtual() throws ReflectiveOperationException {
        Method method = Thread.class.getMethod("startVirtualThread", Runnable.class);
        return (Thread) method.invoke(null, (Runnable) MonitorsByVersion::nothing);
    }

    public static void main(String[] args) throws Exception {
        ThreadGroup group = new ThreadGroup("group");
        Thread thread = new Thread(group, MonitorsByVersion::nothing);
        switch (args[0]) {
            case "start":
                crossed(group, thread::start);
                break;
            case "constructor":
                crossed(Thread.class, () -> new Thread(MonitorsByVersion::nothing));
                break;
            case "group of constructor":
                crossed(group, () -> new Thread(group, "named"));
                break;
            case "end":
                thread.start();
                synchronized (group) {
                    thread.join();
                }
                break;
            case "virtual join": {
                Thread virtual = startVirtual();
                synchronized (virtual) {
                    virtual.join();
                }
                break;
            }
            case "virtual wait": {
                Thread virtual = startVirtual();
                synchronized (virtual) {
                    if (virtual.isAlive()) virtual.wait();
                }
                break;
            }
            case "virtual end": {
                Thread either = perhapsVirtual();
                synchronized (either) {
                    either.start();
                    while (either.isAlive()) Thread.yield();
                }
                throw new IllegalStateException("has ended");
            }
            default:
                throw new IllegalArgumentException(args[0]);
        }
    }
}
