package java.lang;

/** A thread-local variable whose value a new thread takes over from the one that created it. */
public class InheritableThreadLocal<T> extends ThreadLocal<T> {
    public InheritableThreadLocal() {
    }

    @Override
    protected T childValue(T parentValue) {
        return parentValue;
    }

    @Override
    ThreadLocalMap getMap(Thread thread) {
        return thread.inheritableThreadLocals;
    }

    @Override
    void setMap(Thread thread, ThreadLocalMap map) {
        thread.inheritableThreadLocals = map;
    }
}
