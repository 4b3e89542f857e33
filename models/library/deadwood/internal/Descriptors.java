package deadwood.internal;

/** From descriptors of the class file to classes. */
public final class Descriptors {
    private Descriptors() {
    }

    /** The class of one field descriptor. */
    public static Class<?> type(String descriptor) {
        char kind = descriptor.charAt(0);
        if (kind != 'L' && kind != '[') {
            return Conversions.primitive(kind);
        }
        String dotted = descriptor.replace('/', '.');
        String name = kind == 'L' ? dotted.substring(1, dotted.length() - 1) : dotted;
        try {
            return Class.forName(name, false, null);
        } catch (ClassNotFoundException e) {
            throw (NoClassDefFoundError) new NoClassDefFoundError(name.replace('.', '/')).initCause(e);
        }
    }

    public static Class<?> returnType(String descriptor) {
        return type(descriptor.substring(descriptor.indexOf(')') + 1));
    }

    public static Class<?>[] parameterTypes(String descriptor) {
        int count = 0;
        for (int at = 1; descriptor.charAt(at) != ')'; at = end(descriptor, at)) {
            count++;
        }
        Class<?>[] types = new Class<?>[count];
        int at = 1;
        for (int i = 0; i < count; i++) {
            int end = end(descriptor, at);
            types[i] = type(descriptor.substring(at, end));
            at = end;
        }
        return types;
    }

    /** Index after the field descriptor that starts at the given index. */
    private static int end(String descriptor, int start) {
        int at = start;
        while (descriptor.charAt(at) == '[') {
            at++;
        }
        return descriptor.charAt(at) == 'L' ? descriptor.indexOf(';', at) + 1 : at + 1;
    }
}
