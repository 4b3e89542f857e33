package java.util.concurrent;

import deadwood.internal.Gate;
import deadwood.internal.Waiter;

/** A place for one thread that waits with its item; the next one to come takes it and leaves its own. */
public class Exchanger<V> {
    private final Gate gate = new Gate(0);
    private Waiter first;

    public Exchanger() {
    }

    public V exchange(V x) throws InterruptedException {
        try {
            return swap(x, Gate.FOREVER);
        } catch (TimeoutException e) {
            throw new Error(e);
        }
    }

    public V exchange(V x, long timeout, TimeUnit unit) throws InterruptedException, TimeoutException {
        return swap(x, unit.toNanos(timeout));
    }

    @SuppressWarnings("unchecked")
    private V swap(V mine, long nanos) throws InterruptedException, TimeoutException {
        if (Thread.interrupted()) throw new InterruptedException();
        Gate.enter(gate);
        Waiter partner = first;
        if (partner != null) {
            Object item = partner.item;
            partner.item = mine;
            partner.value = 1;
            first = null;
            Gate.leave();
            return (V) item;
        }
        Waiter self = new Waiter();
        self.item = mine;
        first = self;
        // Without any time it offers its item all the same, for a moment.
        int outcome = Gate.await(self, null, true, Math.max(nanos, 1));
        if (outcome <= 0) first = null;
        if (outcome < 0) Thread.interrupted();
        Object item = self.item;
        Gate.leave();
        if (outcome < 0) throw new InterruptedException();
        if (outcome == 0) throw new TimeoutException();
        return (V) item;
    }
}
