// Default, static and private interface methods; diamonds; class wins; abstract re-declaration.
package objects;

import static java.lang.System.out;

class InterfaceMethods {
    interface A { default String hi() { return "A"; } }
    interface B extends A { @Override default String hi() { return "B" + A.super.hi(); } }
    interface C extends A { }
    interface D extends A { default String hi() { return "D" + helper() + util(); } private String helper() { return "-helper-"; } private static String util() { return "util"; } static String make() { return "static" + util(); } }
    interface E { String hi(); }
    static class BC implements B, C { }
    static class CB implements C, B { }
    static class BD implements B, D { public String hi() { return "[" + B.super.hi() + "|" + D.super.hi() + "]"; } }
    static class Base { public String hi() { return "Base"; } }
    static class Wins extends Base implements B { }
    static abstract class Abs implements A { public abstract String hi(); }
    static class FromAbs extends Abs { public String hi() { return "FromAbs"; } }
    static class Mixed extends Base implements E { }
    static class Sub extends BC implements A { }
    interface Counter { int[] BOX = {0}; default int next() { return ++BOX[0]; } int CONST = 5 + 6; }
    static class C1 implements Counter { }
    static class C2 implements Counter { public int next() { return Counter.super.next() * 100; } }
    @FunctionalInterface interface F<T> { T f(T t); default F<T> twice() { return t -> f(f(t)); } static <T> F<T> id() { return t -> t; } }
    interface Eq { boolean equals(Object o); String toString(); }
    interface Gen<T> { default String show(T t) { return "Gen" + t; } }
    static class GenInt implements Gen<Integer> { public String show(Integer i) { return "Int" + Gen.super.show(i + 1); } }

    public static void main(String[] args) {
        A[] all = {new A() { }, new BC(), new CB(), new BD(), new Wins(), new FromAbs(), new Sub(), new D() { }};
        for (A a : all) out.print(a.hi() + " ");
        out.println(D.make() + new Mixed().hi() + ((E) new Mixed()).hi());
        out.println(new C1().next() + " " + new C2().next() + " " + new C1().next() + " " + Counter.CONST + " " + Counter.BOX[0]);
        F<Integer> inc = x -> x + 1;
        out.println(inc.twice().twice().f(10) + " " + F.<String>id().f("id") + " " + ((F<String>) s -> s + s).twice().f("ab"));
        Gen<Integer> g = new GenInt();
        out.println(g.show(4));
        Eq eq = new Eq() { public String toString() { return "eq!"; } };
        out.println(eq + " " + eq.equals(eq) + " " + eq.equals(null) + (eq.hashCode() == eq.hashCode()));
        B lambda = new B() { public String hi() { return "anon" + B.super.hi(); } };
        out.println(lambda.hi());
    }
}
