/**
 * A small program for each kind of thing that a class file can need, in a class of its own
 * each: what is left out of one changes nothing for the others. `run` is called by reflection
 * (see main) where a JVM complains only when code runs.
 */
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

final class NeedCases {
    /** Prints how the run method of each class ends whose name is given. */
    public static void main(String[] names) throws Exception {
        for (String name : names) {
            String result = "ok";
            try {
                Method run = Class.forName(name).getDeclaredMethod("run");
                run.setAccessible(true);
                run.invoke(null);
            } catch (Throwable error) {
                Throwable cause = error;
                while (cause.getCause() != null) cause = cause.getCause();
                result = cause.toString().split("\n")[0];
            }
            System.out.println(name + ": " + result);
        }
    }
}

class GenericBound {
    static class Base {}
    static class Derived extends Base {}
    static class Box<T extends Base> {}
    static class Holder extends Box<Derived> {}
}

class GenericBounds {
    interface Named {}
    static class Derived implements Named {}
    static class Box<T, U extends T> {}
    static <V extends Derived> Box<Named, V> box(List<? extends Box<Named, V>> boxes) { return null; }
}

class GenericGone {
    static class Box<T> {}
    static class Holder { Box<String> box; }
}

class GenericHierarchy {
    interface I {}
    static class A<T> extends ArrayList<T> implements I {}
}

class GenericVariable {
    static class Box<T> {
        T value;
        class Inner { T get() { return value; } }
    }
}

class GenericThrows {
    static class Problem extends Exception {}
    static <E extends Exception> void m(E e) throws E, Problem {}
}

class AnnotatedEnum {
    enum Level { LOW }
    @Retention(RetentionPolicy.RUNTIME) @interface Marked { Level level(); }
    @Marked(level = Level.LOW) static class A {}
}

class OverriddenThrows {
    static class Problem extends Exception {}
    interface I { void m() throws Problem; }
    static class A implements I { public void m() throws Problem {} }
}

class InTables {
    static class Held {}
    static class Kept {}
    static void use() {
        Held held = null;
        List<Kept> kept = null;
    }
}

class Superclass {
    static class Base {}
    static class Derived extends Base {}
    static void take(Base base) {}
    static void use() { take(new Derived()); }
}

class Interfaces {
    interface I { void m(); }
    static class A implements I { public void m() {} }
    static void run() { I i = new A(); i.m(); }
}

class InterfaceExtends {
    interface Upper { default void m() {} }
    interface Lower extends Upper {}
    static class A implements Lower {}
    static void run() { Lower lower = new A(); lower.m(); }
}

class AbstractOwn {
    interface I { void m(); }
    static class A implements I { public void m() {} }
}

class AbstractProtected {
    abstract static class Top { protected void m() {} }
    interface I { void m(); }
    static class A extends Top implements I { public void m() {} }
}

class AbstractInherited {
    abstract static class Top { public abstract void m(); }
    static class Middle extends Top { public void m() {} }
    static class Bottom extends Middle {}
}

class AbstractAgain {
    static class Top { public void m() {} }
    abstract static class Middle extends Top { public abstract void m(); }
    static class Bottom extends Middle { public void m() {} }
}

class Bridge {
    interface Taker<T> { void take(T value); }
    static class Text implements Taker<String> { public void take(String text) {} }
}

class DefaultBody {
    interface Upper { void m(); }
    interface Lower extends Upper { default void m() {} }
    static class A implements Lower {}
}

class DefaultGone {
    interface Upper { void m(); }
    interface Lower extends Upper { default void m() {} }
    static class A implements Lower {}
}

class TwoDefaults {
    interface Left { default String m() { return "left"; } }
    interface Right { default String m() { return "right"; } }
    static class A implements Left, Right { public String m() { return Left.super.m(); } }
    static void run() { Left left = new A(); left.m(); }
}

class InheritedFromClass {
    interface I { void m(); }
    static class Holder { public void m() {} }
    static class A extends Holder implements I {}
}

class OfRecord {
    record R(int value) {}
}

class OfObject {
    interface Named { String toString(); }
    static class A implements Named { public String toString() { return "a"; } }
}

class Fields {
    static class Base { int inherited; int own; }
    static class Derived extends Base {}
    static int use(Derived derived) { return derived.inherited; }
    static int own(Base base) { return base.own; }
}

class Finals {
    static class A { final int value; A(int value) { this.value = value; } }
}

class Constants {
    interface I { List<String> NAMES = new ArrayList<>(); }
}

class Stubs {
    static class Base { Base(String text, long number) {} }
    static class Derived extends Base { Derived(int i) { super("t" + i, 2L); } }
}

class StubOfNest {
    static class Base { private Base() {} }
    static class Derived extends Base {}
    static void run() { new Derived(); }
}

class StubsFree {
    static class Base { Base(String text, long number) {} }
    static class Derived extends Base { Derived(int i) { super("t" + i, 2L); } }
    static class Wide { double d(long a, Object[] b) { return a; } Object[] o() { return null; } }
    static void run() { new Derived(1); new Wide().d(1, null); new Wide().o(); }
}

class Throws {
    static class Problem extends Exception {}
    static void m() throws Problem { if (System.nanoTime() == 0) throw new Problem(); }
    static void run() { try { m(); } catch (Problem problem) { throw new IllegalStateException(problem); } }
}

class ThrowsEntry {
    static class Problem extends Exception {}
    static void m() throws Problem {}
}

class NestHosts {
    static class Inner { private static int secret; }
    static int use() { return Inner.secret; }
}

class NestMembers {
    private static int secret;
    static class Inner { static int use() { return secret; } }
}

class Sealed {
    sealed interface S permits A {}
    record A() implements S {}
}

class SealedFree {
    sealed interface S permits A, B {}
    record A() implements S {}
    record B() implements S {}
}

class RecordParts {
    static class Part {}
    record R(Part part, List<Part> parts) {}
    static void run() {
        for (var each : R.class.getRecordComponents()) each.getGenericType().toString();
    }
}

class RecordText {
    record R(int value) {}
    static String use() { return new R(1).toString(); }
}

class Enums {
    enum E { ONE }
    static E[] use() { return E.values(); }
}

class EnumSuper {
    enum E { ONE }
    static int use(E e) { return e.ordinal(); }
}

class LambdaMethod {
    interface F { int apply(int i); }
    static void run() { F f = i -> i + 1; if (f.hashCode() == 0) System.out.println(); }
}

class LambdaBody {
    static Runnable use() { return () -> System.out.println(); }
}

class LambdaCaptured {
    interface Named { default String name() { return "n"; } }
    static class A implements Named {}
    static void run() { A a = new A(); Supplier<String> name = a::name; name.get(); }
}

class LambdaParameter {
    interface Named { default String name() { return "n"; } }
    static class A implements Named {}
    static void run() { Function<A, String> name = Named::name; name.apply(new A()); }
}

class LambdaResult {
    static class Base {}
    static class Derived extends Base { Derived() {} }
    static void run() { Supplier<Base> made = Derived::new; made.get(); }
}

class StackMaps {
    static class Base {}
    static class One extends Base {}
    static class Two extends Base {}
    static Object use(boolean first) {
        Base base;
        if (first) base = new One(); else base = new Two();
        return base;
    }
}

class StackMapNames {
    static class A {}
    static int use(int n) {
        A a = null;
        while (n > 0) n--;
        return a == null ? n : 1;
    }
}

class Casts {
    static class A {}
    static void run() { Object o = NeedCases.class; if (o instanceof A a) a.hashCode(); }
}

class Literals {
    static class A {}
    static void run() { A.class.getName(); }
}

class Arrays {
    static class Base {}
    static class Derived extends Base {}
    static void take(Base[][] bases) {}
    static void use() { take(new Derived[1][]); }
}

class ArrayElement {
    static class A {}
    static void run() { A[][] a = new A[1][1]; if (a.length == 0) System.out.println(); }
}

class Diamond {
    interface Top { default int m() { return 1; } }
    interface Left extends Top {}
    interface Right extends Top {}
    static class A implements Left, Right {}
    static void run() { Top top = new A(); top.m(); }
}

class DiamondHalf {
    interface Top { default int m() { return 1; } }
    interface Left extends Top {}
    interface Right extends Top {}
    static class A implements Left, Right {}
    static void run() { Top top = new A(); top.m(); }
}

class Inherited {
    static class Base { int m() { return 1; } }
    static class Derived extends Base { int m() { return 2; } }
    static int use(Derived derived) { return derived.m(); }
}

class InheritedFree {
    static class Base { int m() { return 1; } }
    static class Derived extends Base { int m() { return 2; } }
    static void run() { new Derived().m(); }
}

class SuperCall {
    static class Base { int m() { return 1; } }
    static class Derived extends Base { int m() { return super.m(); } }
}

class SuperDefault {
    interface I { default int m() { return 1; } }
    static class A implements I { public int m() { return I.super.m(); } }
}

class InnerEntries {
    static class Inner {}
    static void run() { Inner.class.getDeclaringClass(); }
}

class Enclosing {
    static Class<?> local() { class Local {} return Local.class; }
    static void run() throws Exception { Class.forName("Enclosing$1Local").getEnclosingMethod(); }
}

class Annotated {
    static class A {}
    @Retention(RetentionPolicy.RUNTIME)
    @interface Marked { Class<?> type(); }
    @Marked(type = A.class)
    static void m() {}
    static void run() throws Exception { Annotated.class.getDeclaredMethod("m").getAnnotation(Marked.class).type(); }
}

class AnnotationNames {
    enum Level { LOW, HIGH, DEFAULT }
    @interface Inner { Level level(); }
    @Target({ElementType.METHOD, ElementType.PARAMETER, ElementType.TYPE_USE})
    @interface Outer {
        Level[] levels() default { Level.DEFAULT };
        Inner inner() default @Inner(level = Level.LOW);
    }
    @Outer(levels = {Level.LOW, Level.HIGH})
    static void entry() {}
    static void parameter(int first, @Outer(inner = @Inner(level = Level.HIGH)) int second) {}
    static Object type(Object o) { return (@Outer(levels = Level.LOW) String) o; }
}

class AnnotationFree {
    @interface Marked { int used(); int unused() default 0; }
    @Marked(used = 1)
    static void m() {}
}

class Signed {
    static class A {}
    static abstract class Generic<T> {}
    static class B extends Generic<A> {}
    static void run() { B.class.getGenericSuperclass().toString(); }
}

class Protected {
    static class Made extends java.util.AbstractList<String> {
        public String get(int index) { return ""; }
        public int size() { return modCount; }
    }
}

class Catching {
    static class Problem extends RuntimeException {}
    static void use(Runnable runnable) { try { runnable.run(); } catch (Problem problem) { System.out.println(); } }
}
