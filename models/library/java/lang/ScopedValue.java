package java.lang;

import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * A value that is bound for the time of a call, in the thread that makes it. A
 * thread has a chain of bindings, the newest first.
 */
public final class ScopedValue<T> {
    private ScopedValue() {
    }

    public static <T> ScopedValue<T> newInstance() {
        return new ScopedValue<>();
    }

    public static <T> Carrier where(ScopedValue<T> key, T value) {
        return new Carrier(Objects.requireNonNull(key), value, null);
    }

    /** What Carrier.call runs. */
    @FunctionalInterface
    public interface CallableOp<T, X extends Throwable> {
        T call() throws X;
    }

    /** Bindings to be made, the last one named first. */
    public static final class Carrier {
        private final ScopedValue<?> key;
        private final Object value;
        private final Carrier before;

        private Carrier(ScopedValue<?> key, Object value, Carrier before) {
            this.key = key;
            this.value = value;
            this.before = before;
        }

        public <T> Carrier where(ScopedValue<T> next, T bound) {
            return new Carrier(Objects.requireNonNull(next), bound, this);
        }

        @SuppressWarnings("unchecked")
        public <T> T get(ScopedValue<T> wanted) {
            Objects.requireNonNull(wanted);
            for (Carrier c = this; c != null; c = c.before) {
                if (c.key == wanted) {
                    return (T) c.value;
                }
            }
            throw new NoSuchElementException("No mapping present");
        }

        public <R, X extends Throwable> R call(CallableOp<? extends R, X> op) throws X {
            Objects.requireNonNull(op);
            Thread thread = Thread.currentThread();
            Binding outer = thread.scopedValues;
            thread.scopedValues = new Binding(this, outer);
            try {
                return op.call();
            } finally {
                thread.scopedValues = outer;
            }
        }

        public void run(Runnable op) {
            Objects.requireNonNull(op);
            Thread thread = Thread.currentThread();
            Binding outer = thread.scopedValues;
            thread.scopedValues = new Binding(this, outer);
            try {
                op.run();
            } finally {
                thread.scopedValues = outer;
            }
        }
    }

    /** The carriers whose calls a thread is in. */
    static final class Binding {
        final Carrier carrier;
        final Binding outer;

        Binding(Carrier carrier, Binding outer) {
            this.carrier = carrier;
            this.outer = outer;
        }
    }

    /** The binding that counts, or null. */
    private Carrier find() {
        for (Binding b = Thread.currentThread().scopedValues; b != null; b = b.outer) {
            for (Carrier c = b.carrier; c != null; c = c.before) {
                if (c.key == this) {
                    return c;
                }
            }
        }
        return null;
    }

    @SuppressWarnings("unchecked")
    public T get() {
        Carrier found = find();
        if (found == null) {
            throw new NoSuchElementException("ScopedValue not bound");
        }
        return (T) found.value;
    }

    public boolean isBound() {
        return find() != null;
    }

    @SuppressWarnings("unchecked")
    public T orElse(T other) {
        Objects.requireNonNull(other);
        Carrier found = find();
        return found == null ? other : (T) found.value;
    }

    @SuppressWarnings("unchecked")
    public <X extends Throwable> T orElseThrow(Supplier<? extends X> exception) throws X {
        Objects.requireNonNull(exception);
        Carrier found = find();
        if (found == null) {
            throw exception.get();
        }
        return (T) found.value;
    }
}
