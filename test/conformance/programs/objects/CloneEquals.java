// Object.clone, the equals/hashCode contract and toString defaults.
package objects;

import static java.lang.System.out;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Objects;

class CloneEquals {
    static class Point implements Cloneable {
        int x;
        long y;
        double z;
        int[] data = {1, 2, 3};
        Point next;
        Point(int x, long y) { this.x = x; this.y = y; z = x / 2.0; }
        @Override public Point clone() throws CloneNotSupportedException { return (Point) super.clone(); }
        @Override public boolean equals(Object o) {
            if (this == o) return true;
            if (o == null || getClass() != o.getClass()) return false;
            Point p = (Point) o;
            return x == p.x && y == p.y;
        }
        @Override public int hashCode() { return Objects.hash(x, y); }
        @Override public String toString() { return "(" + x + "," + y + ")"; }
    }
    static class Point3 extends Point { Point3(int x, long y) { super(x, y); } }
    static class NoClone { Object tryClone() throws CloneNotSupportedException { return super.clone(); } }
    static class Default { }

    public static void main(String[] args) throws Exception {
        Point p = new Point(3, 1L << 40);
        p.next = p;
        Point q = p.clone();
        q.x = 4;
        q.data[0] = 100;
        out.println(p + " " + q + " " + p.data[0] + " " + (q.next == p) + " " + q.z + " " + q.getClass().getSimpleName());
        out.println(new Point3(1, 2).clone().getClass().getSimpleName());
        try {
            new NoClone().tryClone();
        } catch (CloneNotSupportedException e) {
            out.println(e);
        }
        out.println(new Point(1, 2).equals(new Point(1, 2)) + " " + new Point(1, 2).equals(new Point3(1, 2)) + " " + new Point(1, 2).equals(null) + " " + new Point(1, 2).hashCode());
        HashSet<Point> set = new HashSet<>();
        set.add(new Point(1, 1));
        set.add(new Point(1, 1));
        Point mutable = new Point(2, 2);
        set.add(mutable);
        mutable.x = 50;
        out.println(set.size() + " " + set.contains(mutable) + " " + set.contains(new Point(2, 2)));
        Default a = new Default(), b = new Default();
        out.println(a.equals(a) + " " + a.equals(b) + " " + (a.hashCode() == a.hashCode()) + " " + (a.hashCode() == System.identityHashCode(a)) + " " + a.toString().equals(a.getClass().getName() + "@" + Integer.toHexString(a.hashCode())));
        out.println(System.identityHashCode(null) + " " + (System.identityHashCode(p) == System.identityHashCode(p)) + " " + Objects.equals(null, null) + Objects.hashCode(null) + Objects.toString(null, "dflt"));
        HashMap<Object, String> m = new HashMap<>();
        m.put(null, "null key");
        m.put(a, "a");
        m.put(new Point(7, 7), "p7");
        out.println(m.get(null) + m.get(a) + m.get(b) + m.get(new Point(7, 7)));
        StringBuilder x = new StringBuilder("x");
        out.println(x.equals(new StringBuilder("x")) + " " + "x".contentEquals(x) + " " + new int[0].equals(new int[0]));
        Object o = p;
        synchronized (o) { out.println(Thread.holdsLock(p) + " " + Thread.holdsLock(q)); }
    }
}
