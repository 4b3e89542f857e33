package jdk.internal.reflect;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Set;

/** Who may use which member by reflection. */
public class Reflection {
    public static final Set<String> ALL_MEMBERS = null;

    private Reflection() {
    }

    /** The class whose code called the method that calls this. Frames of Method.invoke and the like do not count. */
    public static native Class<?> getCallerClass();

    public static int getClassAccessFlags(Class<?> type) {
        return type.getModifiers();
    }

    public static void ensureMemberAccess(Class<?> caller, Class<?> member, Class<?> target, int modifiers)
            throws IllegalAccessException {
        if (!verifyMemberAccess(caller, member, target, modifiers)) {
            throw newIllegalAccessException(caller, member, target, modifiers);
        }
    }

    public static void ensureNativeAccess(Class<?> owner) {
    }

    public static void ensureNativeAccess(Class<?> caller, Class<?> owner, String method, boolean jni) {
    }

    /** The rules of the language, on run-time classes. Target is the class of the object used, or null. */
    public static boolean verifyMemberAccess(Class<?> caller, Class<?> member, Class<?> target, int modifiers) {
        if (caller == member || caller == null) {
            return true;
        }
        boolean samePackage = caller.getClassLoader() == member.getClassLoader()
                && caller.getPackageName().equals(member.getPackageName());
        if (!Modifier.isPublic(getClassAccessFlags(member)) && !samePackage && !areNestMates(caller, member)) {
            return false;
        }
        if (Modifier.isPublic(modifiers)) {
            return true;
        }
        if (Modifier.isPrivate(modifiers)) {
            return areNestMates(caller, member);
        }
        if (samePackage) {
            return true;
        }
        return Modifier.isProtected(modifiers)
                && member.isAssignableFrom(caller)
                && (target == null || target == member || caller.isAssignableFrom(target));
    }

    public static boolean verifyPublicMemberAccess(Class<?> member, int modifiers) {
        return Modifier.isPublic(getClassAccessFlags(member)) && Modifier.isPublic(modifiers);
    }

    public static boolean verifyModuleAccess(Module current, Class<?> member) {
        return true;
    }

    public static void registerFieldsToFilter(Class<?> type, Set<String> names) {
    }

    public static void registerMethodsToFilter(Class<?> type, Set<String> names) {
    }

    public static Field[] filterFields(Class<?> type, Field[] fields) {
        return fields;
    }

    public static Method[] filterMethods(Class<?> type, Method[] methods) {
        return methods;
    }

    public static boolean isCallerSensitive(Method method) {
        return false;
    }

    public static boolean isTrustedFinalField(Field field) {
        Class<?> owner = field.getDeclaringClass();
        return Modifier.isStatic(field.getModifiers()) || owner.isRecord() || owner.isHidden();
    }

    public static IllegalAccessException newIllegalAccessException(
            Class<?> caller, Class<?> member, Class<?> target, int modifiers) {
        String who = caller == null ? "JNI code" : caller + inModule(caller);
        String text = who + " cannot access a member of " + member + inModule(member)
                + " with modifiers \"" + Modifier.toString(modifiers) + "\"";
        return new IllegalAccessException(text);
    }

    private static String inModule(Class<?> type) {
        Module module = type.getModule();
        return module.isNamed() ? " (in " + module + ")" : "";
    }

    public static boolean areNestMates(Class<?> one, Class<?> other) {
        return one.getNestHost() == other.getNestHost();
    }
}
