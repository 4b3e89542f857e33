import java.util.function.Function;
import java.util.function.Supplier;

/** A class for each case of merge-cases.test.ts; main prints what each of them gives back. */
public class MergeCases {
    public static void main(String[] args) {
        String[] results = {
            Trivial.run(), Redirected.run(), Overridden.run(), Filled.run(), Bridged.run(),
            Initialised.run(), Above.run(), Caught.run(), Nested.run(), Captured.run(), Deeper.run(),
            Lent.run(), Only.run(), Inherited.run(), Upper.run(), Statics.run(), Constants.run(),
            Siblings.run(), Cousins.run(),
        };
        System.out.println(String.join("\n", results));
    }
}

/** Both constructors only call that of the superclass. */
class Trivial {
    static class A {
        int a() { return 1; }
    }

    static class B extends A {
        int b() { return a() + 1; }
    }

    static String run() { return "" + new B().b(); }
}

/** The lower one does more: it calls Object's then. */
class Redirected {
    static class A {}

    static class B extends A {
        int b;
        B() { b = 3; }
    }

    static String run() { return "" + new B().b; }
}

class Overridden {
    static class A {
        String m() { return "a"; }
        final String n() { return m(); }
    }

    static final class B extends A {
        @Override
        final String m() { return "b"; }
    }

    static class Other extends A {
        @Override
        String m() { return "other"; }
    }

    static String run() { return new B().n() + new Other().n(); }
}

/** What is abstract above has a body below, and objects can be made. */
class Filled {
    abstract static class A {
        private final int a;
        A(int a) { this.a = a; }
        abstract int m();
        int sum() { return a + m(); }
    }

    static class B extends A {
        B() { super(5); }
        @Override
        int m() { return 2; }
    }

    static String run() {
        A made = new B();
        return "" + made.sum();
    }
}

class Bridged {
    static class A implements Comparable<A> {
        A self() { return this; }
        @Override
        public int compareTo(A other) { return 0; }
    }

    static class B extends A {
        @Override
        B self() { return this; }
        String b() { return "b"; }
    }

    static String run() { return new B().self().b() + new B().compareTo(new B()); }
}

/** Two class initialisers with branches. */
class Initialised {
    static class A {
        static int a;
        static {
            for (int i = 0; i < 4; i++) a += i;
            if (a > 100) throw new IllegalStateException();
        }
    }

    static class B extends A {
        static int b;
        static {
            try {
                for (int i = 0; i < 3; i++) b += a + i;
            } catch (RuntimeException error) {
                b = -1;
            }
        }
    }

    static String run() { return A.a + "," + B.b; }
}

/** super.m() of what is further up. */
class Above {
    static class Top {
        String m() { return "top"; }
    }

    static class A extends Top {}

    static class B extends A {
        @Override
        String m() { return "b" + super.m(); }
    }

    static String run() { return new B().m(); }
}

class Caught {
    static class A extends RuntimeException {
        A(String text) { super(text); }
    }

    static class B extends A {
        B(int number) { super("b" + number); }
    }

    static String run() {
        try {
            throw new B(1);
        } catch (B b) {
            return b.getMessage();
        } catch (A a) {
            return "a";
        }
    }
}

/** Private members of nest mates, one class inside of the other. */
class Nested {
    static class A {
        private int hidden = 7;

        static class B extends A {
            private int more;
            B(int more) { this.more = more; }
            int sum() { return ((A) this).hidden + more; }
        }
    }

    static String run() { return new A.B(2).sum() + "" + new A().hidden; }
}

/** Lambdas, and with them bootstrap methods, in both. */
class Captured {
    static class A {
        int a = 1;
        Supplier<String> first() { return () -> "a" + a; }
    }

    static class B extends A {
        String text;
        B(String text) { this.text = text; }
        Function<B, String> second() { return b -> b.text + b.a + text; }
    }

    static String run() {
        B b = new B("x");
        Function<String, A> make = B::new;
        return b.first().get() + b.second().apply(b) + make.apply("y").a;
    }
}

/** With a class below, an array, a cast and generic signatures. */
class Deeper {
    static class A<T> {
        T value;
        T get() { return value; }
    }

    static class B<T> extends A<T> {
        B<T>[] others;
    }

    static class C extends B<String> {
        @SuppressWarnings("unchecked")
        C() {
            others = (B<String>[]) new B<?>[] {this};
            value = "c";
        }
    }

    static String run() {
        A<String> c = new C();
        return ((B<String>) c).others[0].get() + (c instanceof B ? 1 : 0);
    }
}

/** Another class below gets an interface, and has what it takes. */
class Lent {
    interface I {
        int m();
    }

    static class A {}

    static class B extends A implements I {
        @Override
        public int m() { return 8; }
    }

    static class C extends A {}

    static String run() {
        I i = new B();
        return i.m() + "" + (new C() != null);
    }
}

/** An interface and the only class that implements it. */
class Only {
    interface I {
        int[] TABLE = {4, 5};
        int m(long a, I other);
        default int n() { return m(1L, this) + hidden(); }
        private int hidden() { return TABLE[1]; }
        static I make() { return new C(); }
    }

    static class C implements I {
        @Override
        public int m(long a, I other) { return other == this ? I.TABLE[0] : 0; }
    }

    static int loop(I i, int n) {
        int sum = 0;
        for (int j = 0; j < n; j++) sum += i.n() > 0 ? i.m(2L, i) : 1;
        return sum;
    }

    static String run() {
        Function<I, Integer> get = I::n;
        return loop(I.make(), 3) + "," + get.apply(I.make());
    }
}

/** The class inherits what the interface wants. */
class Inherited {
    interface I {
        String m();
        default String n() { return "i"; }
    }

    static class Base {
        public String m() { return "base"; }
        public String n() { return "n"; }
    }

    static class C extends Base implements I {}

    static String run() {
        I i = new C();
        return i.m() + i.n();
    }
}

/** An interface and one above it, of which there are lambdas. */
class Upper {
    interface K {
        int m();
    }

    interface I extends K {
        default int n() { return m() + 1; }
    }

    static String run() {
        I i = () -> 3;
        K k = i;
        return i.n() + "" + k.m();
    }
}

class Statics {
    static final class U {
        private U() {}
        static int count = 1;
        static int next() { return ++count; }
    }

    static class T {
        int use() { return U.next(); }
    }

    static String run() { return new T().use() + "" + U.count; }
}

/** An interface that nobody implements. */
class Constants {
    interface U {
        int[] NUMBERS = {1, 2};
        static int sum() { return NUMBERS[0] + NUMBERS[1]; }
    }

    static class T {
        int use() { return U.sum(); }
    }

    static String run() { return "" + new T().use(); }
}

class Siblings {
    static class X {
        int x = 1;
        int x() { return x; }
    }

    static class Y {
        int y() { return 2; }
    }

    static String run() { return new X().x() + "" + new Y().y(); }
}

/** One extends Object, and can as well extend what the other does. */
class Cousins {
    static class Base {
        int base() { return 1; }
    }

    static class X {
        final int x;
        X(int x) { this.x = x; }
        X() { this.x = 9; }
    }

    static class Y extends Base {
        int y() { return base(); }
    }

    static String run() { return new X(4).x + "" + new X().x + new Y().y(); }
}

/** There is nothing above that its constructor could call. */
class Strangers {
    static class Base {
        Base(int a) {}
    }

    static class X {
        X(long a) {}
    }

    static class Y extends Base {
        Y(int a) { super(a); }
    }
}

/** Reflection is told by the entries of inner classes what is abstract, and what is an interface. */
class Told {
    abstract static class T {
        abstract int m();
    }

    static class U {
        static int f = 1;
    }

    interface I {
        int n();
    }

    static class C implements I {
        @Override
        public int n() { return 2; }
    }

    static int use(T t, I i) { return U.f + t.m() + i.n(); }
}

// What cannot be.

class SameField {
    static class A {
        int f = 1;
    }

    static class B extends A {
        int f = 2;
    }
}

class SameConstructor {
    static class A {
        int a = 1;
    }

    static class B extends A {
        int b = 2;
    }
}

class SuperCalled {
    static class A {
        int m() { return 1; }
    }

    static class B extends A {
        @Override
        int m() { return super.m() + 1; }
    }
}

class SameStatic {
    static class A {
        static int m() { return 1; }
    }

    static class B extends A {
        static int m() { return 2; }
    }
}

class SamePrivate {
    static class A {
        private int m() { return 1; }
        int use() { return m(); }
    }

    static class B extends A {
        private int m() { return 2; }
        int more() { return m(); }
    }
}

class SameOverload {
    static class A {
        int m(A a) { return 1; }
    }

    static class B extends A {
        int m(B b) { return 2; }
    }
}

class OverloadElsewhere {
    static class A {}

    static class B extends A {}

    static class User {
        int m(A a) { return 1; }
        int m(B b) { return 2; }
    }
}

/** A class beside it would have to have a body. */
class Obliged {
    abstract static class A {}

    abstract static class B extends A {
        abstract int m();
    }

    static class C extends A {}
}

/** A class beside it would no longer find what it inherits. */
class FieldHidden {
    static class Top {
        int f;
    }

    static class A extends Top {}

    static class B extends A {
        static int f;
    }

    static class C extends A {
        int more() { return f; }
    }
}

class StaticBeside {
    static class A {}

    static class B extends A {
        int m() { return 1; }
    }

    static class C extends A {
        static int m() { return 2; }
    }
}

class WeakerBeside {
    static class A {}

    static class B extends A {
        public int m() { return 1; }
    }

    static class C extends A {
        int m() { return 2; }
    }
}

class OfEnum {
    interface I {}

    enum E implements I {
        ONE
    }
}

class OfRecord {
    interface I {}

    record R(int a) implements I {}
}

class OfSealed {
    sealed interface I permits C {}

    static final class C implements I {}
}

class OfLambda {
    interface I {
        int m();
    }

    static class C implements I {
        @Override
        public int m() { return 1; }
    }

    static I make() { return () -> 2; }
}

class OfTwo {
    interface I {}

    static class C implements I {}

    static class D implements I {}
}

class DefaultCalled {
    interface I {
        default int m() { return 1; }
    }

    static class C implements I {
        @Override
        public int m() { return I.super.m() + 1; }
    }
}

class Functional {
    interface K {
        int m();
    }

    interface I extends K {
        int n();
    }

    static K make() { return () -> 1; }
}

class Circle {
    interface K {}

    interface L extends K {}

    interface I extends K, L {}
}

class WithObjects {
    static class U {
        static int m() { return 1; }
    }

    static class T {
        Object make() { return new U(); }
    }
}

class WithMembers {
    static class U {
        int m() { return 1; }
    }

    static class T {}
}

class IsAbove {
    static class U {
        static int f;
    }

    static class V extends U {}

    static class T {}
}
