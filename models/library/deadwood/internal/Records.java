package deadwood.internal;

/** What the methods of records do with a component that is a reference. */
final class Records {
    private Records() {}

    static int hash(Object component) {
        return component == null ? 0 : component.hashCode();
    }

    static boolean same(Object a, Object b) {
        return a == b || (a != null && a.equals(b));
    }
}
