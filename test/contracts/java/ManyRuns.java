import java.util.Arrays;
import java.util.TreeSet;

/**
 * Runs contracts many times on a real JVM: `ManyRuns RUNS NAME...` prints one line for each, the
 * name and the outcomes seen, separated by tabs. What breaks a contract is an outcome that begins
 * with "broken"; a run that does not end in time ends the JVM.
 */
final class ManyRuns {
    /** Of one run. */
    private static final long PATIENCE_MILLIS = 30_000;

    private static volatile Throwable failure;
    private static volatile String current = "";
    private static volatile long began;

    private ManyRuns() {
    }

    public static void main(String[] args) throws Exception {
        int runs = Integer.parseInt(args[0]);
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> failure = e);
        watch();
        for (String name : Arrays.asList(args).subList(1, args.length)) {
            TreeSet<String> outcomes = new TreeSet<>();
            for (int i = 0; i < runs; i++) outcomes.add(runOnce(name));
            System.out.println(name + "\t" + String.join("\t", outcomes));
        }
        System.exit(0);
    }

    /** In a thread of its own, which begins without an interrupt, permits or values of ThreadLocals. */
    private static String runOnce(String name) throws InterruptedException {
        String[] outcome = new String[1];
        failure = null;
        began = System.currentTimeMillis();
        current = name;
        Thread thread = new Thread(() -> {
            try {
                outcome[0] = AllContracts.run(name);
            } catch (Throwable e) {
                failure = e;
            }
        });
        thread.start();
        thread.join();
        current = "";
        return failure == null ? outcome[0] : "broken by " + failure;
    }

    private static void watch() {
        Thread watcher = new Thread(() -> {
            for (;;) {
                try {
                    Thread.sleep(100);
                } catch (InterruptedException e) {
                    return;
                }
                String name = current;
                if (name.isEmpty() || System.currentTimeMillis() - began < PATIENCE_MILLIS) continue;
                System.out.println(name + "\tbroken by a run without an end");
                Runtime.getRuntime().halt(1);
            }
        });
        watcher.setDaemon(true);
        watcher.start();
    }
}
