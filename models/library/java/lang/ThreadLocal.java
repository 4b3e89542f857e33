package java.lang;

import java.util.function.Supplier;

/** A variable with one value a thread. The values live in the thread, in order of first use. */
public class ThreadLocal<T> {
    public ThreadLocal() {
    }

    public static <S> ThreadLocal<S> withInitial(Supplier<? extends S> supplier) {
        return new SuppliedThreadLocal<>(supplier);
    }

    protected T initialValue() {
        return null;
    }

    public T get() {
        return get(Thread.currentThread());
    }

    @SuppressWarnings("unchecked")
    final T get(Thread thread) {
        ThreadLocalMap map = getMap(thread);
        if (map != null) {
            int i = map.find(this);
            if (i >= 0) {
                return (T) map.values[i];
            }
        }
        T value = initialValue();
        set(thread, value);
        return value;
    }

    public void set(T value) {
        set(Thread.currentThread(), value);
    }

    final void set(Thread thread, T value) {
        ThreadLocalMap map = getMap(thread);
        if (map == null) {
            map = new ThreadLocalMap();
            setMap(thread, map);
        }
        map.put(this, value);
    }

    public void remove() {
        remove(Thread.currentThread());
    }

    final void remove(Thread thread) {
        ThreadLocalMap map = getMap(thread);
        if (map != null) {
            map.remove(this);
        }
    }

    final boolean isPresent(Thread thread) {
        ThreadLocalMap map = getMap(thread);
        return map != null && map.find(this) >= 0;
    }

    ThreadLocalMap getMap(Thread thread) {
        return thread.threadLocals;
    }

    void setMap(Thread thread, ThreadLocalMap map) {
        thread.threadLocals = map;
    }

    T childValue(T parentValue) {
        throw new UnsupportedOperationException();
    }

    /** Hashing by identity would make the layout depend on the schedule; threads have few locals. */
    static final class ThreadLocalMap {
        ThreadLocal<?>[] keys = new ThreadLocal<?>[4];
        Object[] values = new Object[4];
        int count;

        int find(ThreadLocal<?> key) {
            for (int i = 0; i < count; i++) {
                if (keys[i] == key) {
                    return i;
                }
            }
            return -1;
        }

        void put(ThreadLocal<?> key, Object value) {
            int i = find(key);
            if (i < 0) {
                i = count;
                if (i == keys.length) {
                    ThreadLocal<?>[] moreKeys = new ThreadLocal<?>[i * 2];
                    Object[] moreValues = new Object[i * 2];
                    System.arraycopy(keys, 0, moreKeys, 0, i);
                    System.arraycopy(values, 0, moreValues, 0, i);
                    keys = moreKeys;
                    values = moreValues;
                }
                keys[i] = key;
                count = i + 1;
            }
            values[i] = value;
        }

        void remove(ThreadLocal<?> key) {
            int i = find(key);
            if (i >= 0) {
                count--;
                System.arraycopy(keys, i + 1, keys, i, count - i);
                System.arraycopy(values, i + 1, values, i, count - i);
                keys[count] = null;
                values[count] = null;
            }
        }

        /** What a child thread starts with. */
        @SuppressWarnings({"unchecked", "rawtypes"})
        ThreadLocalMap inherited() {
            ThreadLocalMap map = new ThreadLocalMap();
            for (int i = 0; i < count; i++) {
                map.put(keys[i], ((ThreadLocal) keys[i]).childValue(values[i]));
            }
            return map;
        }
    }

    static final class SuppliedThreadLocal<T> extends ThreadLocal<T> {
        private final Supplier<? extends T> supplier;

        SuppliedThreadLocal(Supplier<? extends T> supplier) {
            if (supplier == null) {
                throw new NullPointerException();
            }
            this.supplier = supplier;
        }

        @Override
        protected T initialValue() {
            return supplier.get();
        }
    }
}
