package java.lang;

import deadwood.internal.Descriptors;
import deadwood.internal.Reflect;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;

/** Finds the members of a class, declared and inherited. */
final class Members {
    private Members() {
    }

    static Field[] fields(Class<?> type) {
        int[] members = Reflect.fields(type);
        Field[] fields = new Field[members.length];
        for (int i = 0; i < members.length; i++) {
            fields[i] = Field.of(members[i]);
        }
        return fields;
    }

    static Field field(Class<?> type, String name) {
        int[] members = Reflect.fields(type);
        for (int i = 0; i < members.length; i++) {
            if (Reflect.fieldName(members[i]).equals(name)) {
                return Field.of(members[i]);
            }
        }
        return null;
    }

    /** The class itself, then its interfaces, then its superclass. */
    static Field publicField(Class<?> type, String name) {
        Field own = field(type, name);
        if (own != null && Modifier.isPublic(own.getModifiers())) {
            return own;
        }
        Class<?>[] interfaces = type.getInterfaces();
        for (int i = 0; i < interfaces.length; i++) {
            Field inherited = publicField(interfaces[i], name);
            if (inherited != null) {
                return inherited;
            }
        }
        Class<?> parent = type.getSuperclass();
        return parent == null ? null : publicField(parent, name);
    }

    static Field[] publicFields(Class<?> type) {
        Field[] found = new Field[8];
        int count = 0;
        Class<?>[] types = allTypes(type);
        for (int t = 0; t < types.length; t++) {
            Field[] own = fields(types[t]);
            for (int i = 0; i < own.length; i++) {
                if (Modifier.isPublic(own[i].getModifiers())) {
                    if (count == found.length) {
                        Field[] longer = new Field[count * 2];
                        System.arraycopy(found, 0, longer, 0, count);
                        found = longer;
                    }
                    found[count++] = own[i];
                }
            }
        }
        Field[] exact = new Field[count];
        System.arraycopy(found, 0, exact, 0, count);
        return exact;
    }

    static Method[] methods(Class<?> type) {
        int[] members = Reflect.methods(type);
        Method[] methods = new Method[members.length];
        for (int i = 0; i < members.length; i++) {
            methods[i] = Method.of(members[i]);
        }
        return methods;
    }

    /** Of several that differ in the return type alone, the one with the most specific. */
    static Method method(Class<?> type, String name, Class<?>[] parameterTypes) {
        int[] members = Reflect.methods(type);
        Method best = null;
        for (int i = 0; i < members.length; i++) {
            if (Reflect.methodName(members[i]).equals(name) && hasParameters(members[i], parameterTypes)) {
                Method method = Method.of(members[i]);
                if (best == null || isMoreSpecific(method.getReturnType(), best.getReturnType())) {
                    best = method;
                }
            }
        }
        return best;
    }

    private static boolean isMoreSpecific(Class<?> type, Class<?> than) {
        return type != than && than.isAssignableFrom(type);
    }

    private static boolean hasParameters(int member, Class<?>[] wanted) {
        return sameTypes(Descriptors.parameterTypes(Reflect.methodDescriptor(member)), wanted);
    }

    static boolean sameTypes(Class<?>[] actual, Class<?>[] wanted) {
        if (actual.length != (wanted == null ? 0 : wanted.length)) {
            return false;
        }
        for (int i = 0; i < actual.length; i++) {
            if (actual[i] != wanted[i]) {
                return false;
            }
        }
        return true;
    }

    /** Classes before interfaces; among interfaces the most specific, and one with a body before one without. */
    static Method publicMethod(Class<?> type, String name, Class<?>[] parameterTypes) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            Method own = method(c, name, parameterTypes);
            if (own != null && Modifier.isPublic(own.getModifiers())) {
                return own;
            }
        }
        Method best = null;
        Class<?>[] types = allTypes(type);
        for (int i = 0; i < types.length; i++) {
            if (!types[i].isInterface()) {
                continue;
            }
            Method own = method(types[i], name, parameterTypes);
            if (own == null || !isInherited(own)) {
                continue;
            }
            if (best == null
                    || best.getDeclaringClass().isAssignableFrom(types[i])
                    || (!types[i].isAssignableFrom(best.getDeclaringClass())
                            && Modifier.isAbstract(best.getModifiers())
                            && !Modifier.isAbstract(own.getModifiers()))) {
                best = own;
            }
        }
        return best;
    }

    private static boolean isInherited(Method ofInterface) {
        return Modifier.isPublic(ofInterface.getModifiers()) && !Modifier.isStatic(ofInterface.getModifiers());
    }

    static Method[] publicMethods(Class<?> type) {
        Method[] found = new Method[16];
        int count = 0;
        Class<?>[] types = allTypes(type);
        for (int t = 0; t < types.length; t++) {
            Method[] own = methods(types[t]);
            for (int i = 0; i < own.length; i++) {
                Method method = own[i];
                boolean candidate = types[t].isInterface() && types[t] != type
                        ? isInherited(method) : Modifier.isPublic(method.getModifiers());
                if (!candidate || isOverridden(method, found, count)) {
                    continue;
                }
                if (count == found.length) {
                    Method[] longer = new Method[count * 2];
                    System.arraycopy(found, 0, longer, 0, count);
                    found = longer;
                }
                found[count++] = method;
            }
        }
        Method[] exact = new Method[count];
        System.arraycopy(found, 0, exact, 0, count);
        return exact;
    }

    /** Whether a method found before has the same signature and comes from a class or from a more specific interface. */
    private static boolean isOverridden(Method method, Method[] found, int count) {
        for (int i = 0; i < count; i++) {
            Method other = found[i];
            if (other.getName().equals(method.getName())
                    && other.getReturnType() == method.getReturnType()
                    && sameTypes(other.getParameterTypes(), method.getParameterTypes())
                    && (!other.getDeclaringClass().isInterface()
                            || method.getDeclaringClass().isAssignableFrom(other.getDeclaringClass()))) {
                return true;
            }
        }
        return false;
    }

    static Constructor<?>[] constructors(Class<?> type) {
        int[] members = Reflect.constructors(type);
        Constructor<?>[] constructors = new Constructor<?>[members.length];
        for (int i = 0; i < members.length; i++) {
            constructors[i] = Constructor.of(members[i]);
        }
        return constructors;
    }

    static Constructor<?>[] publicConstructors(Class<?> type) {
        Constructor<?>[] all = constructors(type);
        int count = 0;
        for (int i = 0; i < all.length; i++) {
            if (Modifier.isPublic(all[i].getModifiers())) {
                all[count++] = all[i];
            }
        }
        Constructor<?>[] exact = new Constructor<?>[count];
        System.arraycopy(all, 0, exact, 0, count);
        return exact;
    }

    static Constructor<?> constructor(Class<?> type, Class<?>[] parameterTypes) {
        int[] members = Reflect.constructors(type);
        for (int i = 0; i < members.length; i++) {
            if (hasParameters(members[i], parameterTypes)) {
                return Constructor.of(members[i]);
            }
        }
        return null;
    }

    static RecordComponent[] recordComponents(Class<?> type, String[] described) {
        RecordComponent[] components = new RecordComponent[described.length / 3];
        for (int i = 0; i < components.length; i++) {
            components[i] = RecordComponent.of(
                    type, described[3 * i], Descriptors.type(described[3 * i + 1]), described[3 * i + 2]);
        }
        return components;
    }

    static Class<?>[] publicClasses(Class<?> type) {
        Class<?>[] found = new Class<?>[0];
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            Class<?>[] own = c.getDeclaredClasses();
            for (int i = 0; i < own.length; i++) {
                if (Modifier.isPublic(own[i].getModifiers())) {
                    found = with(found, own[i]);
                }
            }
        }
        return found;
    }

    /** The class and its superclasses, then all their interfaces; each once. */
    private static Class<?>[] allTypes(Class<?> type) {
        Class<?>[] types = new Class<?>[0];
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            types = with(types, c);
        }
        for (int i = 0; i < types.length; i++) {
            Class<?>[] interfaces = types[i].getInterfaces();
            for (int j = 0; j < interfaces.length; j++) {
                types = with(types, interfaces[j]);
            }
        }
        return types;
    }

    private static Class<?>[] with(Class<?>[] types, Class<?> another) {
        for (int i = 0; i < types.length; i++) {
            if (types[i] == another) {
                return types;
            }
        }
        Class<?>[] longer = new Class<?>[types.length + 1];
        System.arraycopy(types, 0, longer, 0, types.length);
        longer[types.length] = another;
        return longer;
    }
}
