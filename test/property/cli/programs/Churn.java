/** Makes enough garbage for several collections, with references in every kind of place. */
public class Churn {
    static final class Link {
        final Object value;
        Link next;
        long stamp;
        Link(Object value, Link next, long stamp) {
            this.value = value;
            this.next = next;
            this.stamp = stamp;
        }
    }

    static Link kept;
    static Object[] slots = new Object[8];

    static int length(Link from) {
        int n = 0;
        for (Link l = from; l != null; l = l.next) n++;
        return n;
    }

    static Object make(int i) {
        switch (i % 4) {
            case 0: return new int[i % 50];
            case 1: return "text".concat(String.valueOf(i));
            case 2: return new Object[][] {{slots[i % 8]}, null};
            default: return new long[i % 9];
        }
    }

    public static void main(String[] args) {
        Link local = null;
        for (int i = 0; i < 1500; i++) {
            Object made = make(i);
            slots[i & 7] = made;
            local = new Link(made, i % 20 == 0 ? null : local, i);
            if (i % 300 == 0) {
                synchronized (local) {
                    kept = new Link(local, kept, -i);
                }
            }
        }
        System.out.println(length(local) + " " + length(kept) + " " + kept.value.hashCode() % 1);
    }
}
