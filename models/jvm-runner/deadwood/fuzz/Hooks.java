package deadwood.fuzz;

import java.lang.invoke.VarHandle;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/** What the programs call: at each access to memory, and where they would end the JVM. */
public final class Hooks {
    /** In place of an outcome: the checker does not follow this path either. */
    public static final String IGNORED = "ignored";
    /** Of so many accesses one is held up. */
    private static final int ODDS = 24;
    private static final int MAX_PAUSE_NANOS = 1_000_000;

    private Hooks() {
    }

    /**
     * In front of an access to memory, a monitor or a method. The fence makes memory
     * sequentially consistent, as the checker has it; the delays bring threads to meet
     * in ways that are rare otherwise. Nothing here may sleep or park for a program's
     * thread that goes on: that would take its interrupts and permits.
     */
    public static void point() {
        VarHandle.fullFence();
        RunGroup group = RunGroup.current();
        if (group == null) {
            return;
        }
        if (group.isOver()) {
            restForEver();
        }
        ThreadLocalRandom random = ThreadLocalRandom.current();
        if (group.pace == Pace.STRAIGHT || random.nextInt(ODDS) != 0) {
            return;
        }
        if (group.pace == Pace.YIELDING) {
            Thread.yield();
        } else {
            long end = System.nanoTime() + random.nextInt(MAX_PAUSE_NANOS);
            while (System.nanoTime() < end) {
                Thread.yield();
            }
        }
    }

    /** In the place of System.exit. */
    public static void exit(int status) {
        end("exit " + status);
    }

    public static void end(String outcome) {
        RunGroup group = RunGroup.current();
        if (group != null) {
            group.decide(outcome);
        }
        restForEver();
    }

    private static void restForEver() {
        for (;;) {
            LockSupport.park();
            Thread.interrupted();
        }
    }
}
