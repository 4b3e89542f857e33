// Instance main methods and flexible constructor bodies of Java 25.
// @min-jdk 25
package versions;

class InstanceMain {
    static class Base {
        Base() { show(); }
        void show() { System.out.println("base"); }
    }

    static class Derived extends Base {
        final int x;
        Derived(int v) {
            if (v < 0) throw new IllegalArgumentException("negative " + v);
            x = v * 2;
            super();
        }
        @Override void show() { System.out.println("x is already " + x); }
    }

    int state = 5;

    void main() {
        System.out.println("instance main " + state);
        new Derived(21);
        try {
            new Derived(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        IO.println("from IO");
        IO.print(1);
        IO.println();
    }
}
