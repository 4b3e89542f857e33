package java.util.concurrent;

import deadwood.internal.Gate;

/** A latch as one gate, open when its value is 0. */
public class CountDownLatch {
    private final Gate gate;

    public CountDownLatch(int count) {
        if (count < 0) throw new IllegalArgumentException("count < 0");
        gate = new Gate(count);
    }

    public void await() throws InterruptedException {
        Gate.passInterruptibly(gate, Gate.EQUAL, 0, Gate.FOREVER);
        Gate.leave();
    }

    public boolean await(long timeout, TimeUnit unit) throws InterruptedException {
        if (!Gate.passInterruptibly(gate, Gate.EQUAL, 0, unit.toNanos(timeout))) return false;
        Gate.leave();
        return true;
    }

    public void countDown() {
        Gate.enter(gate);
        if (gate.value > 0) gate.value--;
        Gate.leave();
    }

    public long getCount() {
        return gate.value;
    }

    @Override
    public String toString() {
        return super.toString() + "[Count = " + gate.value + "]";
    }
}
