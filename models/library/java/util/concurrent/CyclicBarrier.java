package java.util.concurrent;

import deadwood.internal.Gate;

/**
 * A barrier: whoever waits does so for the signal of the present round, a gate
 * whose value says how the round ended. While the action runs, its thread owns
 * the barrier and nobody else gets at it.
 */
public class CyclicBarrier {
    private static final int TRIPPED = 1;
    private static final int BROKEN = 2;
    private static final int WOKEN_BY_ITSELF = 2;

    private final Gate gate = new Gate(0);
    private final int parties;
    private final Runnable action;
    private Gate round = new Gate(0);
    /** Parties that this round still waits for. */
    private int missing;

    public CyclicBarrier(int parties) {
        this(parties, null);
    }

    public CyclicBarrier(int parties, Runnable barrierAction) {
        if (parties <= 0) throw new IllegalArgumentException();
        this.parties = parties;
        this.missing = parties;
        this.action = barrierAction;
    }

    public int getParties() {
        return parties;
    }

    public int await() throws InterruptedException, BrokenBarrierException {
        try {
            return arrive(Gate.FOREVER);
        } catch (TimeoutException e) {
            throw new Error(e);
        }
    }

    public int await(long timeout, TimeUnit unit)
        throws InterruptedException, BrokenBarrierException, TimeoutException {
        return arrive(unit.toNanos(timeout));
    }

    private int arrive(long nanos) throws InterruptedException, BrokenBarrierException, TimeoutException {
        begin();
        Gate mine = round;
        if (mine.value == BROKEN) {
            Gate.leave();
            throw new BrokenBarrierException();
        }
        if (Thread.interrupted()) return fail(new InterruptedException());
        int index = --missing;
        if (index == 0) {
            if (action == null) {
                startRound(TRIPPED);
                Gate.leave();
            } else {
                act();
            }
            return 0;
        }
        if (nanos <= 0) return fail(new TimeoutException());
        // The action may wait for its own barrier, which it does not keep from others meanwhile.
        int holds = Gate.holds(gate) == 0 ? 0 : Gate.disownFully(gate);
        int outcome;
        do {
            // Who has had its signal goes on when no other action runs.
            outcome = Gate.await(mine, gate, true, nanos);
        } while (outcome == WOKEN_BY_ITSELF);
        if (outcome <= 0) {
            // Time and interrupts count only if the round has not ended when the barrier is free.
            Gate.leave();
            begin();
        }
        if (holds != 0) Gate.own(gate, holds);
        if (mine.value == 0) {
            if (outcome == 0) return fail(new TimeoutException());
            Thread.interrupted();
            return fail(new InterruptedException());
        }
        boolean isBroken = mine.value == BROKEN;
        Gate.leave();
        if (isBroken) throw new BrokenBarrierException();
        return index;
    }

    /** Begins a section, when no action runs. */
    private void begin() {
        Gate.passSurely(gate, Gate.NOT_OWNED_BY_OTHERS, 0);
    }

    private int fail(InterruptedException reason) throws InterruptedException {
        breakRound();
        Gate.leave();
        throw reason;
    }

    private int fail(TimeoutException reason) throws TimeoutException {
        breakRound();
        Gate.leave();
        throw reason;
    }

    private void act() {
        Gate.own(gate, 1);
        Gate.leave();
        boolean isDone = false;
        try {
            action.run();
            isDone = true;
        } finally {
            begin();
            if (isDone) startRound(TRIPPED);
            else breakRound();
            Gate.disown(gate);
            Gate.leave();
        }
    }

    private void startRound(int end) {
        if (round.value == 0) round.value = end;
        round = new Gate(0);
        missing = parties;
    }

    private void breakRound() {
        if (round.value == 0) round.value = BROKEN;
        missing = parties;
    }

    public boolean isBroken() {
        begin();
        boolean isBroken = round.value == BROKEN;
        Gate.leave();
        return isBroken;
    }

    public void reset() {
        begin();
        startRound(BROKEN);
        Gate.leave();
    }

    public int getNumberWaiting() {
        begin();
        int waiting = parties - missing;
        Gate.leave();
        return waiting;
    }
}
