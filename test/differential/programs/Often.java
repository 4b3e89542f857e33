import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Runs experiments many times on a real machine and prints the outcomes seen.
 * A name that ends in "!" may come to a standstill, which is an outcome, too;
 * one that begins with "*" gets its classes anew each time.
 */
final class Often {
    /** Nobody moves for so long: a standstill. */
    private static final long STANDSTILL_MILLIS = 60;
    /** Some threads that cannot move are not seen to wait. */
    private static final long PATIENCE_MILLIS = 400;
    /** After so many of them there is no point in more. */
    private static final int MAX_STANDSTILLS = 8;

    static volatile int ready;

    private Often() {
    }

    public static void main(String[] args) throws Exception {
        int times = Integer.parseInt(args[0]);
        for (int i = 1; i < args.length; i++) {
            boolean mayStop = args[i].endsWith("!");
            boolean isFresh = args[i].startsWith("*");
            String name = args[i].replaceAll("[*!]", "");
            TreeSet<String> outcomes = new TreeSet<>();
            int standstills = 0;
            for (int n = 0; n < times && standstills < MAX_STANDSTILLS; n++) {
                String outcome = isFresh ? onceAnew(name, n, mayStop) : once(name, n, mayStop);
                outcomes.add(outcome);
                standstills += outcome.equals("deadlock") ? 1 : 0;
            }
            System.out.println(name + " " + outcomes);
        }
    }

    private static String onceAnew(String name, int n, boolean mayStop) throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            urls.add(new File(entry).toURI().toURL());
        }
        URL[] path = urls.toArray(new URL[0]);
        try (URLClassLoader loader = new URLClassLoader(path, ClassLoader.getPlatformClassLoader())) {
            var method = loader.loadClass("Often").getDeclaredMethod("once", String.class, int.class, boolean.class);
            method.setAccessible(true);
            return (String) method.invoke(null, name, n, mayStop);
        }
    }

    static String once(String name, int n, boolean mayStop) throws Exception {
        final Experiment experiment = Experiments.make(name);
        final int count = experiment.count();
        ready = 0;
        experiment.threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            final int which = i;
            // Now and then one of them is late, so that rare orders come up.
            final int delay = n % 4 == i + 1 ? 1 << (n % 11) : 0;
            experiment.threads[i] = new Thread() {
                @Override
                public void run() {
                    arrive();
                    while (ready < count) {
                        Thread.yield();
                    }
                    for (int spin = 0; spin < delay; spin++) {
                        Thread.onSpinWait();
                    }
                    experiment.run(which);
                }
            };
            experiment.threads[i].setDaemon(true);
        }
        for (Thread thread : experiment.threads) {
            thread.start();
        }
        if (mayStop && !haveEnded(experiment.threads)) {
            return "deadlock";
        }
        for (Thread thread : experiment.threads) {
            thread.join();
        }
        return String.valueOf(experiment.outcome() + experiment.failed);
    }

    private static boolean haveEnded(Thread[] threads) throws InterruptedException {
        long start = System.nanoTime();
        long still = start;
        for (;;) {
            boolean isOver = true;
            boolean canMove = false;
            for (Thread thread : threads) {
                thread.join(1);
                Thread.State state = thread.getState();
                isOver &= state == Thread.State.TERMINATED;
                canMove |= state == Thread.State.RUNNABLE || state == Thread.State.TIMED_WAITING;
            }
            if (isOver) {
                return true;
            }
            long now = System.nanoTime();
            if (canMove) {
                still = now;
            }
            if (now - still > STANDSTILL_MILLIS * 1_000_000 || now - start > PATIENCE_MILLIS * 1_000_000) {
                return false;
            }
        }
    }

    private static synchronized void arrive() {
        ready++;
    }
}
