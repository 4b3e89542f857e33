public class Modern {
    interface Fn<A, B> { B apply(A a); }
    interface Ints { int get(); }
    interface Maker<T> { T make(); }
    static class Box { Object held = "box"; }
    enum Colour { RED, GREEN }
    record Point(int x, long y, String name) {}
    sealed interface Node permits Leaf, Pair {}
    record Leaf(int v) implements Node {}
    record Pair(Node a, Node b) implements Node {}
    static int sum(Node n) {
        if (n instanceof Leaf l) return l.v();
        Pair p = (Pair) n;
        return sum(p.a()) + sum(p.b());
    }
    private int field = 4;
    Ints capture(int n) { return () -> field + n; }
    public static void main(String[] args) {
        Fn<Integer, Integer> inc = x -> x + 1;
        Maker<Box> make = Box::new;
        Fn<Object, String> text = String::valueOf;
        String all = "";
        for (int i = 0; i < 3; i++) all += "e" + i + 'c' + 2.5 + (long) i + true + null;
        System.out.println(all + " " + inc.apply(41) + new Modern().capture(6).get() + text.apply(make.make().held));
        Point p = new Point(1, 2L, "p");
        System.out.println(p + " " + p.hashCode() + p.equals(new Point(1, 2L, "p")));
        System.out.println(sum(new Pair(new Leaf(1), new Leaf(2))));
        String s = switch (Colour.values()[1]) { case RED -> "r"; case GREEN -> "g"; };
        switch (s) { case "g": System.out.println("green"); break; default: System.out.println("?"); }
        Class<?> c = int[].class;
        System.out.println(c.getName());
    }
}
