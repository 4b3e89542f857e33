package java.lang.ref;

/**
 * A reference to an object. Here it is a strong one: when a collector would
 * clear it no program can rely on, so it goes only when the program clears it.
 */
public abstract class Reference<T> {
    private T referent;
    /** Where to go when enqueued; null if there is no queue or the reference has been enqueued already. */
    private ReferenceQueue<? super T> queue;
    private boolean enqueued;
    Reference<? extends T> next;

    Reference(T referent) {
        this(referent, null);
    }

    Reference(T referent, ReferenceQueue<? super T> queue) {
        this.referent = referent;
        this.queue = queue;
    }

    public T get() {
        return referent;
    }

    public final boolean refersTo(T object) {
        return referent == object;
    }

    public void clear() {
        referent = null;
    }

    @Deprecated(since = "16")
    public boolean isEnqueued() {
        return enqueued;
    }

    public boolean enqueue() {
        clear();
        ReferenceQueue<? super T> target = queue;
        return target != null && target.enqueue(this);
    }

    /** Moves from "can be enqueued" to "is in the queue"; false if it was there before. Called with the queue locked. */
    final boolean markEnqueued() {
        if (queue == null) {
            return false;
        }
        queue = null;
        enqueued = true;
        return true;
    }

    final void markDequeued() {
        enqueued = false;
        next = null;
    }

    @Override
    protected Object clone() throws CloneNotSupportedException {
        throw new CloneNotSupportedException();
    }

    public static void reachabilityFence(Object object) {
    }
}
