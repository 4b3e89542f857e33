// Record patterns, nested and generic, in instanceof and switch.
// @min-jdk 21
package versions;

import static java.lang.System.out;

class RecordPatterns {
    sealed interface Shape permits Circle, Rect, Group { }
    record Point(int x, int y) { }
    record Circle(Point c, double r) implements Shape { }
    record Rect(Point a, Point b) implements Shape { }
    record Group(Shape left, Shape right) implements Shape { }
    record Box<T>(T value) { }

    static double area(Shape s) {
        return switch (s) {
            case Circle(Point p, double r) when r == 0 -> 0;
            case Circle(var c, var r) -> 3 * r * r;
            case Rect(Point(int x1, int y1), Point(int x2, int y2)) -> Math.abs((x1 - x2) * (y1 - y2));
            case Group(Circle(Point(var x, var y), double r), Shape right) when x == y -> 1000 + area(right);
            case Group(var l, var r) -> area(l) + area(r);
        };
    }

    static String unbox(Object o) {
        if (o instanceof Box<?>(String s)) return "string " + s.length();
        if (o instanceof Box<?>(Box<?>(Integer i))) return "nested int " + (i + 1);
        if (o instanceof Box<?>(var v) && v != null) return "some " + v;
        if (!(o instanceof Point(int x, int y))) return "neither";
        return "point " + (x + y);
    }

    record Bad(int x) { public int x() { throw new IllegalStateException("accessor"); } }

    public static void main(String[] args) {
        Shape[] all = {new Circle(new Point(1, 2), 2), new Circle(null, 0), new Rect(new Point(0, 0), new Point(3, 4)), new Group(new Circle(new Point(5, 5), 1), new Rect(new Point(1, 1), new Point(2, 2))), new Group(new Circle(new Point(5, 6), 1), new Circle(null, 1))};
        for (Shape s : all) out.println(area(s));
        for (Object o : new Object[] {new Box<>("abc"), new Box<>(new Box<>(41)), new Box<>(null), new Box<>(2.5), new Point(3, 4), null, "x"}) out.println(unbox(o));
        try {
            out.println(area(new Rect(null, null)));
        } catch (MatchException e) {
            out.println(e.getMessage());
        }
        try {
            area(null);
        } catch (NullPointerException e) {
            out.println("npe");
        }
        try {
            if (new Bad(1) instanceof Bad(int x)) out.println(x);
        } catch (MatchException e) {
            out.println(e + " <- " + e.getCause());
        }
    }
}
