interface Shape {
    int area();
    default String label() { return "shape of " + area(); }
}
class Square implements Shape {
    protected final int side;
    private static int made;
    Square(int side) { this.side = side; made++; }
    public int area() { return side * side; }
    static int made() { return made; }
}
class Cube extends Square {
    Cube(int side) { super(side); }
    @Override public int area() { return 6 * super.area(); }
    @Override public String label() { return "cube " + super.label().length() + area(); }
    @Override public String toString() { return "cube"; }
}
public class Shapes {
    static int depth(int n) {
        try {
            if (n == 3) throw new IllegalStateException("three");
            return n > 5 ? n : depth(n + 1);
        } catch (IllegalArgumentException e) {
            return -1;
        } finally {
            if (n == 0) System.out.println("unwound");
        }
    }
    public static void main(String[] args) {
        Shape[] all = {new Square(2), new Cube(3), null};
        Object[] objects = all;
        for (Shape s : all) {
            if (s instanceof Cube c) System.out.println(c.label());
            else if (s != null) System.out.println(s.label());
        }
        try {
            objects[2] = "no shape";
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        try {
            Cube c = (Cube) all[0];
            System.out.println(c.side);
        } catch (ClassCastException e) {
            System.out.println("cast");
        }
        try {
            depth(0);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + Square.made());
        }
        System.out.println(all[2].area());
    }
}
