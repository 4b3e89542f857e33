// Class objects: names, kinds, hierarchy, modifiers, primitives, arrays, annotations.
package invoke;

import static java.lang.System.out;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Modifier;

class ClassNames {
    interface I { }
    static class Nested<T> implements I { class Inner { } }
    enum E { A, B { } }
    record R(int x, String y) { }
    @Retention(RetentionPolicy.RUNTIME) @interface Ann { String value() default "dflt"; int n() default 3; Class<?> c() default Object.class; }
    @Ann("here") static final class Annotated { }
    static abstract class Abs { }

    static void show(Class<?> c) {
        out.println(c + "|" + c.getName() + "|" + c.getSimpleName() + "|" + c.getTypeName() + "|" + c.getPackageName() + "|" + Modifier.toString(c.getModifiers()) + "|" + (c.isInterface() ? "I" : "") + (c.isEnum() ? "E" : "") + (c.isRecord() ? "R" : "") + (c.isArray() ? "A" : "") + (c.isPrimitive() ? "P" : "") + (c.isAnnotation() ? "@" : "") + (c.isAnonymousClass() ? "a" : "") + (c.isMemberClass() ? "m" : "") + "|" + (c.getSuperclass() == null ? null : c.getSuperclass().getName()) + "|" + c.getInterfaces().length);
    }

    public static void main(String[] args) throws Exception {
        Object anon = new Object() { };
        class Local { }
        for (Class<?> c : new Class<?>[] {ClassNames.class, I.class, Nested.class, Nested.Inner.class, E.class, E.B.getClass(), R.class, Ann.class, Annotated.class, Abs.class, anon.getClass(), Local.class, int.class, void.class, int[].class, String[][].class, R[].class, String.class, java.util.Map.Entry.class, Integer.class, Runnable.class, Thread.State.class}) show(c);
        out.println(Class.forName("invoke.ClassNames$R") == R.class);
        out.println(Class.forName("[Ljava.lang.String;") == String[].class);
        out.println(Class.forName("[[I").getSimpleName() + " " + Class.forName("java.lang.String").getSimpleName());
        for (String s : new String[] {"int", "invoke.Missing", "invoke/ClassNames", ""}) {
            try {
                Class.forName(s);
            } catch (ClassNotFoundException e) {
                out.println(e);
            }
        }
        out.println(Number.class.isAssignableFrom(Integer.class) + " " + Integer.class.isAssignableFrom(int.class) + " " + I.class.isInstance(new Nested<String>()) + Object.class.isAssignableFrom(I.class) + int.class.isAssignableFrom(int.class) + Object[].class.isAssignableFrom(String[].class));
        out.println(Annotated.class.isAnnotationPresent(Ann.class) + " " + Annotated.class.getAnnotation(Ann.class).value() + Annotated.class.getAnnotation(Ann.class).n() + Annotated.class.getAnnotation(Ann.class).c().getSimpleName());
        out.println(Nested.Inner.class.getDeclaringClass().getSimpleName() + " " + Local.class.getEnclosingMethod().getName() + " " + E.class.getEnumConstants().length + " " + R.class.getRecordComponents()[1].getName() + R.class.getRecordComponents()[0].getType() + " " + Integer.TYPE + " " + (int.class == Integer.TYPE) + " " + ClassNames.class.getClassLoader().getClass().getSimpleName().length() + String.class.getClassLoader());
        out.println(String.class.cast("x") + " " + int[].class.getComponentType() + String.class.getComponentType() + " " + ClassNames.class.hashCode() * 0 + ClassNames.class.equals(ClassNames.class) + " " + Integer.class.getModule().getName() + " " + ClassNames.class.getNestHost().getSimpleName() + ClassNames.class.isNestmateOf(R.class));
    }
}
