package deadwood.fuzz;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs the main methods of programs again and again, each time with classes of
 * their own, and prints what came of each: a line for each outcome, the number of runs in
 * front of it, and a last line.
 *
 * <p>Arguments: how many runs of each, after how many milliseconds to begin no other, and
 * the directories with the class files.
 */
public final class Runner {
    /** A run whose threads are all blocked, and have been for so long, is stuck. */
    private static final int STUCK_MILLIS = 120;
    /** One whose threads do nothing although they seem to run (they wait for a class, or for a processor). */
    private static final int IDLE_MILLIS = 2000;
    /** One that goes on and on is given up. */
    private static final int ENDLESS_MILLIS = 500;
    /** Longer than any time that a program sets for a future. */
    private static final int TIMER_MILLIS = 5;
    private static final int POLITE_NANOS = 2_000_000;
    private static final String UNDECIDED = "undecided";
    /** Runs that were given up, after which there are no more: their threads are still there. */
    private static final int MAX_UNDECIDED = 3;
    private static final int MAX_STUCK = 20;
    private static final int RUNS_FOR_STUCK = 10;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private Runner() {
    }

    public static void main(String[] args) throws Exception {
        int runs = Integer.parseInt(args[0]);
        long nanos = Long.parseLong(args[1]) * 1_000_000;
        startTimer();
        for (int i = 2; i < args.length; i++) {
            System.out.print(runAll(read(Path.of(args[i])), runs, System.nanoTime() + nanos));
            System.out.println("done");
            System.out.flush();
        }
        // Threads that are stuck would keep the JVM alive.
        Runtime.getRuntime().halt(0);
    }

    /** The thread that ends futures after a time serves all runs: it must not belong to one. */
    private static void startTimer() {
        new CompletableFuture<Void>().completeOnTimeout(null, 1, TimeUnit.MILLISECONDS).join();
    }

    /** Futures that end after a time, which the thread for that does when all others have ended, too. */
    private static boolean setsTimers(Map<String, byte[]> files) {
        for (byte[] bytes : files.values()) {
            String constants = new String(bytes, StandardCharsets.ISO_8859_1);
            if (constants.contains("orTimeout") || constants.contains("completeOnTimeout")) {
                return true;
            }
        }
        return false;
    }

    /** What a program has put on the timer is due before this. */
    private static void awaitTimer() throws InterruptedException {
        CountDownLatch isDue = new CountDownLatch(1);
        CompletableFuture.delayedExecutor(TIMER_MILLIS, TimeUnit.MILLISECONDS, Runnable::run).execute(isDue::countDown);
        isDue.await();
    }

    private static String runAll(Map<String, byte[]> files, int runs, long end) throws Exception {
        // What always gets stuck takes long, and need not be seen as often as what does not.
        int maxStuck = Math.max(1, Math.min(MAX_STUCK, runs / RUNS_FOR_STUCK));
        Map<String, Integer> outcomes = new TreeMap<>();
        for (int i = 0; i < runs && System.nanoTime() < end; i++) {
            outcomes.merge(run(files, Pace.values()[i % Pace.values().length]), 1, Integer::sum);
            if (outcomes.getOrDefault(UNDECIDED, 0) >= MAX_UNDECIDED
                || outcomes.getOrDefault("deadlock", 0) >= maxStuck) {
                break;
            }
        }
        StringBuilder lines = new StringBuilder();
        outcomes.forEach((outcome, count) -> {
            if (!outcome.equals(UNDECIDED) && !outcome.equals(Hooks.IGNORED)) {
                lines.append(count).append('\t').append(outcome).append('\n');
            }
        });
        return lines.toString();
    }

    private static Map<String, byte[]> read(Path directory) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : (Iterable<Path>) paths::iterator) {
                String name = directory.relativize(path).toString();
                if (name.endsWith(".class")) {
                    String stem = name.substring(0, name.length() - ".class".length());
                    files.put(stem.replace(path.getFileSystem().getSeparator(), "."), Files.readAllBytes(path));
                }
            }
        }
        return files;
    }

    private static String run(Map<String, byte[]> files, Pace pace) throws Exception {
        ProgramLoader loader = new ProgramLoader(files);
        RunGroup group = new RunGroup(pace);
        Thread main = new Thread(group, () -> start(loader, group), "main");
        main.start();
        String outcome = await(group);
        if (outcome == null) {
            main.join();
            if (setsTimers(files)) {
                awaitTimer();
            }
            outcome = "end " + MemoryText.of(loader);
        }
        // Whoever is left comes to rest at the next access.
        group.decide(outcome);
        return outcome;
    }

    private static void start(ProgramLoader loader, RunGroup group) {
        try {
            Class<?> main = Class.forName("Main", true, loader);
            main.getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } catch (InvocationTargetException thrown) {
            group.uncaughtException(Thread.currentThread(), thrown.getCause());
        } catch (ReflectiveOperationException broken) {
            throw new IllegalStateException(broken);
        }
    }

    /** Null when all threads have come to their ends. */
    private static String await(RunGroup group) throws InterruptedException {
        long begin = System.nanoTime();
        long lastProgress = begin;
        long cpu = -1;
        for (;;) {
            if (group.isOver()) {
                return group.outcome();
            }
            Thread[] threads = threadsOf(group);
            if (threads.length == 0) {
                // The last thread to end may have been the one to decide.
                return group.outcome();
            }
            long now = System.nanoTime();
            if (now - begin < POLITE_NANOS) {
                Thread.yield();
                continue;
            }
            long used = cpuOf(threads);
            if (used != cpu || isTimed(threads)) {
                cpu = used;
                lastProgress = now;
            }
            long still = (now - lastProgress) / 1_000_000;
            if (still >= (areBlocked(threads) ? STUCK_MILLIS : IDLE_MILLIS)) {
                // The checker lets daemons go on as long as they can, too.
                return areDaemons(threads) ? group.outcome() : "deadlock";
            }
            if (still == 0 && now - begin > ENDLESS_MILLIS * 1_000_000L) {
                return UNDECIDED;
            }
            Thread.sleep(1);
        }
    }

    /** Those that have been started and have not ended. */
    private static Thread[] threadsOf(RunGroup group) {
        Thread[] threads = new Thread[64];
        int count = group.enumerate(threads, false);
        return Arrays.copyOf(threads, count);
    }

    /** The program is over when they are idle, as those of pools are at the end. */
    private static boolean areDaemons(Thread[] threads) {
        for (Thread thread : threads) {
            if (!thread.isDaemon()) {
                return false;
            }
        }
        return true;
    }

    private static long cpuOf(Thread[] threads) {
        long sum = 0;
        for (Thread thread : threads) {
            sum += Math.max(0, THREADS.getThreadCpuTime(thread.getId()));
        }
        return sum;
    }

    private static boolean isTimed(Thread[] threads) {
        for (Thread thread : threads) {
            // A daemon that waits for work does so for a time, and then goes.
            if (!thread.isDaemon() && thread.getState() == Thread.State.TIMED_WAITING) {
                return true;
            }
        }
        return false;
    }

    private static boolean areBlocked(Thread[] threads) {
        for (Thread thread : threads) {
            Thread.State state = thread.getState();
            boolean isIdle = thread.isDaemon() && state == Thread.State.TIMED_WAITING;
            if (!isIdle && state != Thread.State.BLOCKED && state != Thread.State.WAITING) {
                return false;
            }
        }
        return true;
    }
}
