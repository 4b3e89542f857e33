// Inner, local, anonymous and nested classes with their captures and outer instances.
package objects;

import static java.lang.System.out;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

class InnerClasses {
    private int x = 1;
    private static int created;

    class Inner {
        int x = 2;
        class Deep {
            int x = 3;
            String all() { return x + "," + this.x + "," + Inner.this.x + "," + InnerClasses.this.x + "," + (InnerClasses.this.x += 10); }
        }
        Deep deep() { return new Deep(); }
    }

    static class Nested {
        private int hidden = 7;
        private Nested() { created++; }
        private int peek(InnerClasses o) { return o.x + hidden; }
    }

    class Extends extends Inner {
        Extends() { super(); x = 20; }
        String show() { return x + " " + super.x + " " + InnerClasses.this.x; }
    }

    IntSupplier counter(int start, String label) {
        int[] box = {start};
        class Local implements IntSupplier {
            final int step;
            Local(int step) { this.step = step; }
            public int getAsInt() { box[0] += step + x; return box[0] + label.length(); }
            Local again() { return new Local(step * 2); }
        }
        return new Local(5).again();
    }

    Supplier<String> anonymous(final long l, final double d, char c, boolean b, Object o) {
        return new Supplier<>() {
            int calls;
            { calls = 100; }
            @Override public String get() {
                calls++;
                return new Object() {
                    String inner() { return l + " " + d + " " + c + " " + b + " " + o + " " + calls + " " + x; }
                }.inner();
            }
        };
    }

    static abstract class Shape {
        final String name;
        Shape(String name) { this.name = name; init(); }
        abstract void init();
    }

    public static void main(String[] args) {
        InnerClasses o = new InnerClasses();
        InnerClasses.Inner in = o.new Inner();
        InnerClasses.Inner.Deep d = in.new Deep();
        out.println(d.all() + " " + in.deep().all() + " " + o.x);
        out.println(o.new Extends().show());
        Nested n = new Nested();
        n.hidden++;
        out.println(n.peek(o) + " " + created);
        IntSupplier c = o.counter(100, "abc");
        out.println(c.getAsInt() + " " + c.getAsInt());
        Supplier<String> s = o.anonymous(1L << 50, 0.5, 'q', true, "obj");
        out.println(s.get() + " / " + s.get());
        String captured = "captured";
        Shape shape = new Shape("sq") {
            int set = 5;
            void init() { out.println("init " + name + " " + captured + " " + set); set = 9; }
            public String toString() { return name + set; }
        };
        out.println(shape + " " + shape.getClass().getName() + " " + d.getClass().getName() + " " + c.getClass().getName() + " " + c.getClass().getSimpleName() + "|" + shape.getClass().getSimpleName() + "|");
        out.println(d.getClass().getEnclosingClass().getSimpleName() + " " + shape.getClass().isAnonymousClass() + " " + c.getClass().isLocalClass() + " " + d.getClass().isMemberClass());
        try {
            InnerClasses none = null;
            none.new Inner();
        } catch (NullPointerException e) {
            out.println("no outer");
        }
        Runnable[] rs = new Runnable[3];
        for (int i = 0; i < 3; i++) {
            int j = i;
            rs[i] = new Runnable() { public void run() { out.print(j * j + " "); } };
        }
        for (Runnable r : rs) r.run();
        out.println();
    }
}
