import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** java.util.concurrent.Phaser */
final class PhaserContracts extends Contract {
    /** Phases begin at 0 and are counted. */
    static void phases() {
        Phaser phaser = new Phaser(1);
        same(0, phaser.getPhase());
        same(0, phaser.arrive());
        same(1, phaser.getPhase());
        same(2, phaser.arriveAndAwaitAdvance());
    }

    /** A phaser counts at most 65535 parties, and not less than none. */
    static void limits() {
        thrown(IllegalArgumentException.class, () -> new Phaser(-1));
        thrown(IllegalArgumentException.class, () -> new Phaser(1 << 16));
        Phaser phaser = new Phaser((1 << 16) - 1);
        thrown(IllegalStateException.class, phaser::register);
        thrown(IllegalArgumentException.class, () -> new Phaser().bulkRegister(-1));
    }

    /** Nobody goes on before all parties have arrived. */
    static void waitsForAll() throws Exception {
        Phaser phaser = new Phaser(2);
        int[] arrived = new int[2];
        together(() -> {
            arrived[0] = 1;
            same(1, phaser.arriveAndAwaitAdvance());
            same(1, arrived[1]);
        }, () -> {
            arrived[1] = 1;
            same(1, phaser.arriveAndAwaitAdvance());
            same(1, arrived[0]);
        });
    }

    /** arrive does not wait, and gives the phase that it arrived at. */
    static void arrive() throws Exception {
        Phaser phaser = new Phaser(2);
        Thread t = start(() -> same(0, phaser.arrive()));
        same(1, phaser.arriveAndAwaitAdvance());
        join(t);
    }

    /** More arrivals than parties are an error. */
    static void tooManyArrivals() {
        thrown(IllegalStateException.class, () -> new Phaser().arrive());
        thrown(IllegalStateException.class, () -> new Phaser().arriveAndDeregister());
        thrown(IllegalStateException.class, () -> new Phaser().arriveAndAwaitAdvance());
    }

    /** register and bulkRegister add parties that have not arrived, and give the phase they belong to. */
    static void register() {
        Phaser phaser = new Phaser(1);
        same(0, phaser.register());
        same(0, phaser.bulkRegister(2));
        same(4, phaser.getRegisteredParties());
        same(4, phaser.getUnarrivedParties());
        phaser.arrive();
        same(1, phaser.getArrivedParties());
        same(3, phaser.getUnarrivedParties());
    }

    /** A party that deregisters counts as arrived, and no more after that. */
    static void deregister() throws Exception {
        Phaser phaser = new Phaser(2);
        Thread t = start(() -> same(1, phaser.arriveAndAwaitAdvance()));
        same(0, phaser.arriveAndDeregister());
        join(t);
        same(1, phaser.getRegisteredParties());
        same(2, phaser.arriveAndAwaitAdvance());
    }

    /** A phaser ends when its last party has deregistered: its phase is negative then, for good. */
    static void termination() {
        Phaser phaser = new Phaser(1);
        phaser.arriveAndDeregister();
        check(phaser.isTerminated(), "ended");
        check(phaser.getPhase() < 0, "negative");
        check(phaser.register() < 0, "no registration");
        same(0, phaser.getRegisteredParties());
        check(phaser.arrive() < 0, "no arrival");
        check(phaser.arriveAndAwaitAdvance() < 0, "no wait");
        check(phaser.awaitAdvance(0) < 0, "no wait");
    }

    /** The phase of a phaser that has ended tells which phase it had reached. */
    static void lastPhase() {
        Phaser phaser = new Phaser(1);
        phaser.arrive();
        phaser.arriveAndDeregister();
        same(2, phaser.getPhase() + Integer.MIN_VALUE);
    }

    /** forceTermination ends the phaser and lets all waiting threads go, which get a negative phase. */
    static void forceTermination() throws Exception {
        Phaser phaser = new Phaser(2);
        Thread t = start(() -> check(phaser.arriveAndAwaitAdvance() < 0, "ended"));
        while (phaser.getArrivedParties() < 1) Thread.yield();
        phaser.forceTermination();
        join(t);
        check(phaser.isTerminated(), "ended");
        phaser.forceTermination();
        check(phaser.isTerminated(), "still ended");
    }

    /** awaitAdvance waits for the end of the phase that it is told, without being a party. */
    static void awaitAdvance() throws Exception {
        Phaser phaser = new Phaser(1);
        int[] data = new int[1];
        Thread t = start(() -> {
            same(1, phaser.awaitAdvance(0));
            same(1, data[0]);
        });
        data[0] = 1;
        phaser.arrive();
        join(t);
    }

    /** awaitAdvance of another phase, or a negative one, returns at once. */
    static void awaitOtherPhase() {
        Phaser phaser = new Phaser(1);
        same(0, phaser.awaitAdvance(1));
        same(-5, phaser.awaitAdvance(-5));
        phaser.arrive();
        same(1, phaser.awaitAdvance(0));
    }

    /** awaitAdvance does not heed interrupts, and leaves the flag set. */
    static void awaitIgnoresInterrupts() throws Exception {
        Phaser phaser = new Phaser(1);
        Thread t = start(() -> {
            same(1, phaser.awaitAdvance(0));
            check(Thread.interrupted(), "the flag is set");
        });
        t.interrupt();
        phaser.arrive();
        join(t);
    }

    /** arriveAndAwaitAdvance does not heed interrupts, and leaves the flag set. */
    static void arriveIgnoresInterrupts() throws Exception {
        Phaser phaser = new Phaser(2);
        Thread t = start(() -> {
            same(1, phaser.arriveAndAwaitAdvance());
            check(Thread.interrupted(), "the flag is set");
        });
        t.interrupt();
        phaser.arrive();
        join(t);
    }

    /** An interrupt ends awaitAdvanceInterruptibly. */
    static void interruptible() throws Exception {
        Phaser phaser = new Phaser(1);
        Thread t = start(() -> {
            thrown(InterruptedException.class, () -> phaser.awaitAdvanceInterruptibly(0));
            check(!Thread.interrupted(), "the flag is cleared");
        });
        t.interrupt();
        join(t);
        same(0, phaser.getPhase());
    }

    /** awaitAdvanceInterruptibly of another phase returns at once, interrupted or not. */
    static void interruptedOtherPhase() throws Exception {
        Phaser phaser = new Phaser(1);
        Thread.currentThread().interrupt();
        same(0, phaser.awaitAdvanceInterruptibly(3));
        check(Thread.interrupted(), "the flag stays set");
    }

    /** A thread that runs out of time gets an exception, and the phaser is as it was. */
    static void timeout() {
        Phaser phaser = new Phaser(1);
        thrown(TimeoutException.class, () -> phaser.awaitAdvanceInterruptibly(0, 1, TimeUnit.MILLISECONDS));
        same(0, phaser.getPhase());
        check(!phaser.isTerminated(), "not ended");
    }

    /** onAdvance is called by the last to arrive, with the phase and the number of parties. */
    static void onAdvance() {
        int[] seen = new int[2];
        Phaser phaser = new Phaser(2) {
            @Override
            protected boolean onAdvance(int phase, int parties) {
                seen[0] = phase;
                seen[1] = parties;
                return false;
            }
        };
        phaser.arrive();
        same(0, seen[1]);
        phaser.arrive();
        same(2, seen[1]);
        phaser.arrive();
        phaser.arrive();
        same(1, seen[0]);
    }

    /** A phaser ends when onAdvance says so. */
    static void onAdvanceEnds() throws Exception {
        Phaser phaser = new Phaser(2) {
            @Override
            protected boolean onAdvance(int phase, int parties) {
                return phase == 0;
            }
        };
        together(phaser::arriveAndAwaitAdvance, phaser::arriveAndAwaitAdvance);
        check(phaser.isTerminated(), "ended");
        check(phaser.arriveAndAwaitAdvance() < 0, "no wait");
    }

    /** A phaser goes on without parties when onAdvance does not end it. */
    static void onAdvanceGoesOn() {
        Phaser phaser = new Phaser(1) {
            @Override
            protected boolean onAdvance(int phase, int parties) {
                return false;
            }
        };
        phaser.arriveAndDeregister();
        check(!phaser.isTerminated(), "goes on");
        same(1, phaser.register());
    }

    /** What onAdvance throws goes to the thread that arrived last, and the phase does not end. */
    static void onAdvanceThrows() {
        Phaser phaser = new Phaser(1) {
            @Override
            protected boolean onAdvance(int phase, int parties) {
                throw new IllegalStateException("no");
            }
        };
        thrown(IllegalStateException.class, phaser::arrive);
        same(0, phaser.getPhase());
    }

    /** A child counts as one party of its parent as long as it has parties of its own. */
    static void tiers() {
        Phaser root = new Phaser();
        same(0, root.getRegisteredParties());
        Phaser child = new Phaser(root, 1);
        same(1, root.getRegisteredParties());
        check(child.getParent() == root && child.getRoot() == root, "below the root");
        same(null, root.getParent());
        child.arriveAndDeregister();
        same(0, root.getRegisteredParties());
    }

    /** All phasers of a tree go on together. */
    static void tiersAdvance() throws Exception {
        Phaser root = new Phaser(1);
        Phaser child = new Phaser(root, 1);
        Thread t = start(() -> same(1, child.arriveAndAwaitAdvance()));
        same(1, root.arriveAndAwaitAdvance());
        join(t);
        same(1, child.getPhase());
    }

    /** The end of the root is the end of its children. */
    static void tiersEnd() {
        Phaser root = new Phaser(1);
        Phaser child = new Phaser(root, 1);
        root.forceTermination();
        check(child.isTerminated(), "ended");
        check(child.arrive() < 0, "no arrival");
    }

    /** The string tells phase, parties and arrivals. */
    static void text() {
        Phaser phaser = new Phaser(2);
        phaser.arrive();
        check(phaser.toString().endsWith("[phase = 0 parties = 2 arrived = 1]"), "one of two");
    }
}
