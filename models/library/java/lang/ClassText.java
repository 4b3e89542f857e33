package java.lang;

import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;

/** How classes and missing members are put in words. */
final class ClassText {
    private ClassText() {
    }

    /** "p.A.name(int,java.lang.String)". */
    static String signature(Class<?> owner, String name, Class<?>[] parameterTypes) {
        StringBuilder text = new StringBuilder(owner.getName()).append('.').append(name).append('(');
        int count = parameterTypes == null ? 0 : parameterTypes.length;
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : ",").append(parameterTypes[i] == null ? "null" : parameterTypes[i].getName());
        }
        return text.append(')').toString();
    }

    /** The class that is missing when an array of it is: "p.A" for "[[Lp.A;". */
    static String elementName(String name) {
        int at = 0;
        while (at < name.length() && name.charAt(at) == '[') {
            at++;
        }
        if (at > 0 && name.length() > at + 2 && name.charAt(at) == 'L' && name.charAt(name.length() - 1) == ';') {
            return name.substring(at + 1, name.length() - 1);
        }
        return name;
    }

    static String generic(Class<?> type) {
        if (type.isPrimitive()) {
            return type.toString();
        }
        if (type.isArray()) {
            return generic(type.getComponentType()) + "[]";
        }
        StringBuilder text = new StringBuilder();
        String modifiers = Modifier.toString(type.getModifiers() & Modifier.classModifiers());
        if (!modifiers.isEmpty()) {
            text.append(modifiers).append(' ');
        }
        if (type.isSealed()) {
            text.append("sealed ");
        } else if (isNonSealed(type)) {
            text.append("non-sealed ");
        }
        if (type.isAnnotation()) {
            text.append('@');
        }
        text.append(type.isInterface() ? "interface" : type.isEnum() ? "enum" : type.isRecord() ? "record" : "class");
        text.append(' ').append(type.getName());
        TypeVariable<?>[] parameters = type.getTypeParameters();
        for (int i = 0; i < parameters.length; i++) {
            text.append(i == 0 ? "<" : ",").append(bounded(parameters[i]));
        }
        return text.append(parameters.length == 0 ? "" : ">").toString();
    }

    private static String bounded(TypeVariable<?> variable) {
        Type[] bounds = variable.getBounds();
        StringBuilder text = new StringBuilder(variable.getName());
        if (bounds.length == 1 && bounds[0] == Object.class) {
            return text.toString();
        }
        for (int i = 0; i < bounds.length; i++) {
            text.append(i == 0 ? " extends " : " & ").append(bounds[i].getTypeName());
        }
        return text.toString();
    }

    private static boolean isNonSealed(Class<?> type) {
        if (Modifier.isFinal(type.getModifiers())) {
            return false;
        }
        Class<?> parent = type.getSuperclass();
        boolean sealedAbove = parent != null && parent.isSealed();
        Class<?>[] interfaces = type.getInterfaces();
        for (int i = 0; i < interfaces.length; i++) {
            sealedAbove |= interfaces[i].isSealed();
        }
        return sealedAbove;
    }

    /** Throws anything, declared or not; the result only makes the call read well after "throw". */
    @SuppressWarnings("unchecked")
    static <E extends Throwable> RuntimeException sneak(Throwable thrown) throws E {
        throw (E) thrown;
    }
}
