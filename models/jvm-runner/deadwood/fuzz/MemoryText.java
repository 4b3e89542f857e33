package deadwood.fuzz;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Static fields of a program and all they reach, as the text that the checker has
 * for the same memory. Objects of the library are named, and not looked into.
 */
final class MemoryText {
    private final ProgramLoader loader;
    private final StringBuilder text = new StringBuilder();
    private final Map<Object, Integer> names = new IdentityHashMap<>();
    private final ArrayDeque<Object> pending = new ArrayDeque<>();

    private MemoryText(ProgramLoader loader) {
        this.loader = loader;
    }

    static String of(ProgramLoader loader) throws IllegalAccessException {
        return new MemoryText(loader).all();
    }

    private String all() throws IllegalAccessException {
        for (Class<?> cls : loader.loaded()) {
            for (Field field : cls.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    continue;
                }
                field.setAccessible(true);
                Object value = field.get(null);
                if (!isZero(value, field.getType().isPrimitive())) {
                    text.append(cls.getName()).append('.');
                    field(field, value);
                }
            }
        }
        for (Object next = pending.poll(); next != null; next = pending.poll()) {
            object(next);
        }
        return text.toString();
    }

    /** A counter of the library is a Number as well, and none of these. */
    private static boolean isZero(Object value, boolean isPrimitive) {
        if (!isPrimitive) {
            return value == null;
        }
        return value instanceof Number number && number.doubleValue() == 0
            || Boolean.FALSE.equals(value)
            || value instanceof Character character && character == 0;
    }

    private void field(Field field, Object value) {
        text.append(field.getName()).append('=');
        value(value, field.getType().isPrimitive());
        text.append(' ');
    }

    private void value(Object value, boolean isPrimitive) {
        if (value == null) {
            text.append("null");
        } else if (!isPrimitive) {
            text.append('#').append(nameOf(value));
        } else if (value instanceof Boolean truth) {
            text.append(truth ? 1 : 0);
        } else if (value instanceof Character character) {
            text.append((int) character);
        } else {
            text.append(((Number) value).longValue());
        }
    }

    private int nameOf(Object object) {
        Integer known = names.get(object);
        if (known != null) {
            return known;
        }
        names.put(object, names.size());
        pending.add(object);
        return names.size() - 1;
    }

    private void object(Object object) throws IllegalAccessException {
        Class<?> cls = object.getClass();
        text.append(" #").append(names.get(object)).append(':');
        if (cls.isArray()) {
            text.append(cls.getName().replace('.', '/'));
            elements(object, cls.getComponentType().isPrimitive());
        } else if (cls.getClassLoader() == loader && !cls.isHidden()) {
            text.append(cls.getName()).append('(');
            for (Class<?> c = cls; c.getClassLoader() == loader; c = c.getSuperclass()) {
                fields(object, c);
            }
            text.append(')');
        } else {
            text.append('*');
        }
    }

    private void fields(Object object, Class<?> cls) throws IllegalAccessException {
        for (Field field : cls.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                field.setAccessible(true);
                field(field, field.get(object));
            }
        }
    }

    private void elements(Object array, boolean isPrimitive) {
        text.append('[');
        int length = Array.getLength(array);
        for (int i = 0; i < length; i++) {
            if (i > 0) {
                text.append(',');
            }
            value(Array.get(array, i), isPrimitive);
        }
        text.append(']');
    }
}
