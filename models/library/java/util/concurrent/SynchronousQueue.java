package java.util.concurrent;

import deadwood.internal.Gate;
import deadwood.internal.Waiter;
import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.Spliterator;
import java.util.Spliterators;

/**
 * A queue without room: those who wait in it all want to put, or all to take.
 * A fair queue serves them in the order they came, another the last one first.
 */
public class SynchronousQueue<E> extends AbstractQueue<E> implements BlockingQueue<E>, java.io.Serializable {
    private static final long serialVersionUID = -3223113410248163686L;

    private final Gate gate = new Gate(0);
    private final boolean fair;
    private transient Waiter first;
    /** Whether those who wait have something to put. */
    private transient boolean puts;

    public SynchronousQueue() {
        this(false);
    }

    public SynchronousQueue(boolean fair) {
        this.fair = fair;
    }

    /** Hands over the item, or takes one when it is null; null when the time was over first. */
    private Object transfer(Object item, boolean interruptible, long nanos) throws InterruptedException {
        Gate.enter(gate);
        boolean puts = item != null;
        Waiter partner = first;
        if (partner != null && this.puts != puts) {
            Object handed = puts ? item : partner.item;
            partner.item = puts ? item : null;
            first = partner.next;
            partner.next = null;
            partner.value = 1;
            Gate.leave();
            return handed;
        }
        boolean isInterrupted = interruptible && Thread.currentThread().isInterrupted();
        if (nanos <= 0) {
            Gate.leave();
            if (isInterrupted && Thread.interrupted()) throw new InterruptedException();
            return null;
        }
        this.puts = puts;
        Waiter self = new Waiter();
        self.item = item;
        add(self);
        int outcome = isInterrupted ? pause(self) : Gate.await(self, null, interruptible, nanos);
        if (outcome <= 0) remove(self);
        if (outcome < 0) Thread.interrupted();
        Object handed = puts ? item : self.item;
        Gate.leave();
        if (outcome < 0) throw new InterruptedException();
        return outcome == 0 ? null : handed;
    }

    /** An interrupted thread joins the queue before it checks for the interrupt, so another may match it first. Returns what await would. */
    private int pause(Waiter self) {
        Gate.leave();
        Gate.enter(gate);
        return self.value == 0 ? -1 : 1;
    }

    private void add(Waiter waiter) {
        if (first == null || !fair) {
            waiter.next = first;
            first = waiter;
            return;
        }
        Waiter last = first;
        while (last.next != null) last = last.next;
        last.next = waiter;
    }

    private void remove(Waiter waiter) {
        if (first == waiter) {
            first = waiter.next;
            return;
        }
        Waiter before = first;
        while (before.next != waiter) before = before.next;
        before.next = waiter.next;
    }

    @SuppressWarnings("unchecked")
    private E now(Object item) {
        try {
            return (E) transfer(item, false, 0);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static <T> T required(T item) {
        if (item == null) throw new NullPointerException();
        return item;
    }

    @Override
    public void put(E e) throws InterruptedException {
        transfer(required(e), true, Gate.FOREVER);
    }

    @Override
    public boolean offer(E e, long timeout, TimeUnit unit) throws InterruptedException {
        return transfer(required(e), true, unit.toNanos(timeout)) != null;
    }

    @Override
    public boolean offer(E e) {
        return now(required(e)) != null;
    }

    @Override
    @SuppressWarnings("unchecked")
    public E take() throws InterruptedException {
        return (E) transfer(null, true, Gate.FOREVER);
    }

    @Override
    @SuppressWarnings("unchecked")
    public E poll(long timeout, TimeUnit unit) throws InterruptedException {
        return (E) transfer(null, true, unit.toNanos(timeout));
    }

    @Override
    public E poll() {
        return now(null);
    }

    @Override
    public boolean isEmpty() {
        return true;
    }

    @Override
    public int size() {
        return 0;
    }

    @Override
    public int remainingCapacity() {
        return 0;
    }

    @Override
    public void clear() {
    }

    @Override
    public boolean contains(Object o) {
        return false;
    }

    @Override
    public boolean remove(Object o) {
        return false;
    }

    @Override
    public boolean containsAll(Collection<?> c) {
        return c.isEmpty();
    }

    @Override
    public boolean removeAll(Collection<?> c) {
        return false;
    }

    @Override
    public boolean retainAll(Collection<?> c) {
        return false;
    }

    @Override
    public E peek() {
        return null;
    }

    @Override
    public Iterator<E> iterator() {
        return Collections.emptyIterator();
    }

    @Override
    public Spliterator<E> spliterator() {
        return Spliterators.emptySpliterator();
    }

    @Override
    public String toString() {
        return "[]";
    }

    @Override
    public Object[] toArray() {
        return new Object[0];
    }

    @Override
    public <T> T[] toArray(T[] a) {
        if (a.length > 0) a[0] = null;
        return a;
    }

    @Override
    public int drainTo(Collection<? super E> c) {
        return drainTo(c, Integer.MAX_VALUE);
    }

    @Override
    public int drainTo(Collection<? super E> c, int maxElements) {
        if (required(c) == this) throw new IllegalArgumentException();
        int count = 0;
        for (E e; count < maxElements && (e = poll()) != null; count++) c.add(e);
        return count;
    }
}
