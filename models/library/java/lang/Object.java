package java.lang;

/** The root class; the machine itself provides identity, monitors and cloning. */
public class Object {
    public Object() {}

    public final native Class<?> getClass();

    public native int hashCode();

    public boolean equals(Object obj) {
        return this == obj;
    }

    protected native Object clone() throws CloneNotSupportedException;

    public String toString() {
        return getClass().getName() + "@" + Integer.toHexString(hashCode());
    }

    public final native void notify();

    public final native void notifyAll();

    public final void wait() throws InterruptedException {
        wait(0L);
    }

    public final native void wait(long timeoutMillis) throws InterruptedException;

    public final void wait(long timeoutMillis, int nanos) throws InterruptedException {
        if (timeoutMillis < 0) {
            throw new IllegalArgumentException("timeoutMillis value is negative");
        }
        if (nanos < 0 || nanos > 999999) {
            throw new IllegalArgumentException("nanosecond timeout value out of range");
        }
        // A wait of less than a millisecond must not become "for ever".
        wait(nanos > 0 && timeoutMillis < Long.MAX_VALUE ? timeoutMillis + 1 : timeoutMillis);
    }

    @Deprecated(since = "9", forRemoval = true)
    protected void finalize() throws Throwable {}
}
