package java.lang.ref;

/** A reference that goes when memory is short, which never happens here. */
public class SoftReference<T> extends Reference<T> {
    public SoftReference(T referent) {
        super(referent);
    }

    public SoftReference(T referent, ReferenceQueue<? super T> queue) {
        super(referent, queue);
    }
}
