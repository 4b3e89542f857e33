package deadwood.internal;

/** One thread in a queue of those that wait for a signal: the value becomes 1 when it comes. */
public final class Waiter extends Gate {
    public final Thread thread = Thread.currentThread();
    public Waiter next;
    /** What waiter and signaller have to tell each other. */
    public Object item;

    public Waiter() {
        super(0);
    }
}
