import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;

/** Bootstrap methods that fail in several ways, and a program that says how each site ends. */
public class Bootstraps {
    public static void main(String[] names) throws Exception {
        for (String name : names) {
            try {
                System.out.println(name + ": " + Class.forName(name).getMethod("site").invoke(null));
            } catch (java.lang.reflect.InvocationTargetException e) {
                Throwable thrown = e.getCause();
                System.out.println(name + ": " + thrown.getClass().getName() + " because of " + text(thrown.getCause()));
            }
        }
    }

    private static String text(Throwable cause) {
        return cause == null ? "nothing" : cause.getClass().getName();
    }

    public static CallSite good(Lookup lookup, String name, MethodType type) {
        return new ConstantCallSite(MethodHandles.constant(Object.class, "made"));
    }

    public static CallSite exception(Lookup lookup, String name, MethodType type) {
        throw new IllegalStateException("no site");
    }

    public static CallSite checked(Lookup lookup, String name, MethodType type) throws Exception {
        throw new java.io.IOException("no site");
    }

    public static CallSite error(Lookup lookup, String name, MethodType type) {
        throw new AssertionError("no site");
    }

    public static CallSite nothing(Lookup lookup, String name, MethodType type) {
        return null;
    }

    public static Object noSite(Lookup lookup, String name, MethodType type) {
        return "text";
    }

    public static CallSite otherType(Lookup lookup, String name, MethodType type) {
        return new ConstantCallSite(MethodHandles.constant(int.class, 1));
    }

    public static CallSite fewer(Lookup lookup, String name) {
        return null;
    }

    public static CallSite more(Lookup lookup, String name, MethodType type, String more) {
        return null;
    }

    public CallSite instance(Lookup lookup, String name, MethodType type) {
        return null;
    }

    private static CallSite hidden(Lookup lookup, String name, MethodType type) {
        return null;
    }

    public static Object constant(Lookup lookup, String name, Class<?> type) {
        return "made";
    }

    public static Object noConstant(Lookup lookup, String name, Class<?> type) {
        throw new IllegalStateException("no constant");
    }

    public static Object wrongConstant(Lookup lookup, String name, Class<?> type) {
        return 5;
    }

    public static String made() {
        return "made";
    }

    private static String secret() {
        return "secret";
    }

    public String own() {
        return "own";
    }
}
