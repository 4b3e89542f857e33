package java.lang.ref;

/** Where references go when they are enqueued. */
public class ReferenceQueue<T> {
    private Reference<? extends T> head;

    public ReferenceQueue() {
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    synchronized boolean enqueue(Reference<? extends T> reference) {
        if (!reference.markEnqueued()) {
            return false;
        }
        ((Reference) reference).next = head;
        head = reference;
        notifyAll();
        return true;
    }

    public Reference<? extends T> poll() {
        // A queue is almost always empty; the JDK looks without the lock, too.
        return head == null ? null : take();
    }

    @SuppressWarnings("unchecked")
    private synchronized Reference<? extends T> take() {
        Reference<? extends T> first = head;
        if (first != null) {
            head = (Reference<? extends T>) first.next;
            first.markDequeued();
        }
        return first;
    }

    public Reference<? extends T> remove(long timeout) throws InterruptedException {
        if (timeout < 0) {
            throw new IllegalArgumentException("Negative timeout value");
        }
        if (timeout == 0) {
            return remove();
        }
        synchronized (this) {
            Reference<? extends T> first = take();
            if (first == null) {
                wait(timeout);
                first = take();
            }
            return first;
        }
    }

    public synchronized Reference<? extends T> remove() throws InterruptedException {
        while (head == null) {
            wait();
        }
        return take();
    }
}
