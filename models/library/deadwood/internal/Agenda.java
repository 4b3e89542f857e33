package deadwood.internal;

import java.util.ArrayList;

/**
 * Tasks that wait for their time. All operations are for use inside sections.
 *
 * In a plain run the clock decides which task is due. In a checked run each
 * may be due at any moment, but not in any order. Running code takes no time
 * there; time passes where somebody waits for it: when a sleep or a timed wait
 * is over or a delayed task is taken. So of tasks that were put here with no
 * such thing in between, the one with the shorter delay comes first (the first
 * to come, of equals). A task that came earlier also precedes one with the same
 * or a longer delay that came later. All else is open, and the search tries each.
 */
public final class Agenda<T> {
    private static final int DUE = 1;
    private static final int LATE = 2;

    private static final class Slot<T> {
        final T task;
        /** When it is due, in nanoseconds: by the clock in a plain run, after it was put here in a checked one. */
        long time;
        /** From one time to the next, when the task repeats itself at a fixed rate; else 0. */
        final long period;
        /** Null in a plain run, and for a repetition: that comes from the time before, whenever that was. */
        Time.Epoch epoch;
        /** Taken, and to come back. */
        boolean isAway;
        /** DUE or LATE while that is found out, else 0. */
        int dueness;
        Slot<T> next;

        Slot(T task, long time, long period) {
            this.task = task;
            this.time = time;
            this.period = period;
        }
    }

    /** In the order in which the tasks came. */
    private Slot<T> first;
    /** 1 when there may be something to take: in a checked run exactly then. */
    private final Gate news = new Gate(0);
    private boolean isClosed;

    /** A period above 0 keeps a place for the task when it is taken; `repeat` or `remove` must follow. */
    public void add(T task, long delay, long period) {
        Slot<T> slot = new Slot<>(task, later(Time.nanos(), Math.max(delay, 0)), period);
        if (Time.isAbstract()) slot.epoch = Time.now();
        append(slot);
        news.value = 1;
    }

    private static long later(long time, long delay) {
        return delay > Long.MAX_VALUE - time ? Long.MAX_VALUE : time + delay;
    }

    private void append(Slot<T> slot) {
        slot.next = null;
        if (first == null) {
            first = slot;
            return;
        }
        Slot<T> last = first;
        while (last.next != null) last = last.next;
        last.next = slot;
    }

    private void unlink(Slot<T> slot) {
        if (first == slot) {
            first = slot.next;
        } else {
            Slot<T> before = first;
            while (before.next != slot) before = before.next;
            before.next = slot.next;
        }
        if (slot.epoch != null) Time.leave(slot.epoch);
        slot.epoch = null;
    }

    private Slot<T> find(Object task) {
        Slot<T> slot = first;
        while (slot != null && slot.task != task) slot = slot.next;
        return slot;
    }

    /** The task, which is away, is due again one period after the time before. */
    public void repeat(T task) {
        Slot<T> slot = find(task);
        slot.isAway = false;
        slot.time = Time.isAbstract() ? slot.period : later(slot.time, slot.period);
        news.value = 1;
    }

    public boolean remove(Object task) {
        Slot<T> slot = find(task);
        if (slot == null) return false;
        boolean isHere = !slot.isAway;
        unlink(slot);
        if (Time.isAbstract() && isEmpty()) news.value = isClosed ? 1 : 0;
        return isHere;
    }

    public boolean isEmpty() {
        return size() == 0;
    }

    public int size() {
        int size = 0;
        for (Slot<T> slot = first; slot != null; slot = slot.next) if (!slot.isAway) size++;
        return size;
    }

    /** The tasks, those that are due first before the others; of those whose order is open, the first to come. */
    public Object[] toArray() {
        Object[] tasks = new Object[size()];
        Slot<?>[] slots = new Slot<?>[tasks.length];
        int count = 0;
        for (Slot<T> slot = first; slot != null; slot = slot.next) {
            if (slot.isAway) continue;
            int at = count++;
            for (; at > 0 && slots[at - 1].time > slot.time; at--) slots[at] = slots[at - 1];
            slots[at] = slot;
        }
        for (int i = 0; i < count; i++) tasks[i] = slots[i].task;
        return tasks;
    }

    public void clear() {
        while (first != null) unlink(first);
        if (Time.isAbstract() && !isClosed) news.value = 0;
    }

    /** Those who wait for a task need not wait any longer. */
    public void close() {
        isClosed = true;
        news.value = 1;
    }

    public boolean isClosed() {
        return isClosed;
    }

    /** A task that is due; null when there is none. */
    public T poll() {
        Slot<T> slot = Time.isAbstract() ? choose() : earliest();
        boolean isDue = slot != null && (Time.isAbstract() || slot.time <= Time.nanos());
        return isDue ? taken(slot) : null;
    }

    /** Waits for a task that is due; null when the agenda is closed or the time is over. */
    public T take(long nanos) throws InterruptedException {
        long start = Time.nanos();
        for (;;) {
            if (isClosed) return null;
            T task = poll();
            if (task != null) return task;
            long left = nanos == Gate.FOREVER ? nanos : nanos - (Time.nanos() - start);
            if (left <= 0) return null;
            news.value = 0;
            Slot<T> next = earliest();
            if (next != null) left = Math.min(left, next.time - Time.nanos());
            int outcome = Gate.await(news, null, true, left);
            if (outcome < 0) {
                Thread.interrupted();
                throw new InterruptedException();
            }
            if (outcome == 0 && Time.isAbstract()) return null;
        }
    }

    private T taken(Slot<T> slot) {
        boolean hadToWait = slot.time > 0;
        unlink(slot);
        if (slot.period > 0) {
            slot.isAway = true;
            append(slot);
        }
        if (hadToWait) Time.epoch = null;
        news.value = Time.isAbstract() && isEmpty() ? 0 : 1;
        return slot.task;
    }

    private Slot<T> earliest() {
        Slot<T> found = null;
        for (Slot<T> slot = first; slot != null; slot = slot.next) {
            if (!slot.isAway && (found == null || slot.time < found.time)) found = slot;
        }
        return found;
    }

    private Slot<T> choose() {
        int count = 0;
        for (Slot<T> slot = first; slot != null; slot = slot.next) if (canBeFirst(slot)) count++;
        if (count == 0) return null;
        int chosen = Time.choose(count);
        Slot<T> slot = first;
        while (!canBeFirst(slot) || chosen-- > 0) slot = slot.next;
        return slot;
    }

    private boolean canBeFirst(Slot<T> slot) {
        if (slot.isAway) return false;
        for (Slot<T> other = first; other != null; other = other.next) {
            if (!other.isAway && precedes(other, slot)) return false;
        }
        return true;
    }

    /** True when one task is certainly due before another one. */
    private boolean precedes(Slot<T> slot, Slot<T> other) {
        if (slot == other) return false;
        Slot<T> earlier = slot;
        while (earlier != null && earlier != other) earlier = earlier.next;
        boolean cameFirst = earlier != null;
        if (cameFirst) return slot.time <= other.time;
        return slot.time < other.time && slot.epoch != null && slot.epoch == other.epoch;
    }

    /** Tasks that are due now. In a checked run one that has to wait may be, if those that precede it are. */
    public ArrayList<Object> due() {
        ArrayList<Object> due = new ArrayList<>();
        for (Slot<T> slot = undecided(); slot != null; slot = undecided()) {
            boolean hadToWait = slot.time > Time.nanos();
            boolean isDue = !hadToWait || (Time.isAbstract() && Time.choose(2) == 1);
            slot.dueness = isDue ? DUE : LATE;
            if (isDue && hadToWait) Time.epoch = null;
            if (isDue) due.add(slot.task);
        }
        for (Slot<T> slot = first; slot != null; slot = slot.next) slot.dueness = 0;
        return due;
    }

    /** One that is not known to be due or not, where all that precede it are. */
    private Slot<T> undecided() {
        for (Slot<T> slot = first; slot != null; slot = slot.next) {
            boolean isOpen = !slot.isAway && slot.dueness == 0;
            for (Slot<T> other = first; isOpen && other != null; other = other.next) {
                isOpen = other.isAway || other.dueness == DUE || !precedes(other, slot);
            }
            if (isOpen) return slot;
        }
        return null;
    }
}
