package deadwood.internal;

/** Boxing, unboxing and widening as reflection and method handles define them. */
public final class Conversions {
    /** Each kind widens to those after it, except that byte and short do not become char. */
    private static final String NUMERIC = "BSIJFD";

    private Conversions() {
    }

    /** The first character of a type's descriptor. */
    public static char kind(Class<?> type) {
        if (!type.isPrimitive()) {
            return type.isArray() ? '[' : 'L';
        }
        if (type == int.class) {
            return 'I';
        }
        if (type == boolean.class) {
            return 'Z';
        }
        if (type == long.class) {
            return 'J';
        }
        if (type == double.class) {
            return 'D';
        }
        if (type == byte.class) {
            return 'B';
        }
        if (type == char.class) {
            return 'C';
        }
        if (type == short.class) {
            return 'S';
        }
        return type == float.class ? 'F' : 'V';
    }

    public static Class<?> primitive(char kind) {
        switch (kind) {
            case 'Z':
                return boolean.class;
            case 'B':
                return byte.class;
            case 'C':
                return char.class;
            case 'S':
                return short.class;
            case 'I':
                return int.class;
            case 'J':
                return long.class;
            case 'F':
                return float.class;
            case 'D':
                return double.class;
            default:
                return void.class;
        }
    }

    /** The box class of a primitive type, any other type itself. */
    public static Class<?> boxClass(Class<?> type) {
        switch (kind(type)) {
            case 'Z':
                return Boolean.class;
            case 'B':
                return Byte.class;
            case 'C':
                return Character.class;
            case 'S':
                return Short.class;
            case 'I':
                return Integer.class;
            case 'J':
                return Long.class;
            case 'F':
                return Float.class;
            case 'D':
                return Double.class;
            case 'V':
                return Void.class;
            default:
                return type;
        }
    }

    /** The primitive type of a box class, any other type itself. */
    public static Class<?> primitiveClass(Class<?> type) {
        char kind = boxKind(type);
        return kind == 'L' ? type == Void.class ? void.class : type : primitive(kind);
    }

    /** The primitive kind a box class holds, or 'L'. */
    public static char boxKind(Class<?> type) {
        if (type == Integer.class) {
            return 'I';
        }
        if (type == Boolean.class) {
            return 'Z';
        }
        if (type == Long.class) {
            return 'J';
        }
        if (type == Double.class) {
            return 'D';
        }
        if (type == Byte.class) {
            return 'B';
        }
        if (type == Character.class) {
            return 'C';
        }
        if (type == Short.class) {
            return 'S';
        }
        return type == Float.class ? 'F' : 'L';
    }

    /** The widening primitive conversions of the language, identity included. */
    public static boolean widens(char from, char to) {
        if (from == to) {
            return true;
        }
        int target = NUMERIC.indexOf(to);
        return from == 'C' ? target >= 2 : NUMERIC.indexOf(from) >= 0 && target > NUMERIC.indexOf(from);
    }

    public static Object boxInt(char kind, int value) {
        switch (kind) {
            case 'Z':
                return Boolean.valueOf(value != 0);
            case 'B':
                return Byte.valueOf((byte) value);
            case 'C':
                return Character.valueOf((char) value);
            case 'S':
                return Short.valueOf((short) value);
            default:
                return Integer.valueOf(value);
        }
    }

    /** The value of a Boolean, Byte, Character, Short or Integer. */
    public static int unboxInt(Object box) {
        if (box instanceof Integer) {
            return ((Integer) box).intValue();
        }
        if (box instanceof Boolean) {
            return ((Boolean) box).booleanValue() ? 1 : 0;
        }
        if (box instanceof Character) {
            return ((Character) box).charValue();
        }
        return ((Number) box).intValue();
    }

    /** The box that valueOf gives for the value in a box. */
    public static Object rebox(Object box) {
        char kind = boxKind(box.getClass());
        switch (kind) {
            case 'J':
                return Long.valueOf((Long) box);
            case 'F':
                return Float.valueOf((Float) box);
            case 'D':
                return Double.valueOf((Double) box);
            default:
                return boxInt(kind, unboxInt(box));
        }
    }

    /** Widens the value in one box to another kind; the kinds are known to fit. */
    public static Object widen(Object box, char to) {
        if (boxKind(box.getClass()) == to) {
            return box;
        }
        if (box instanceof Character) {
            return convert(Integer.valueOf(((Character) box).charValue()), to);
        }
        return convert((Number) box, to);
    }

    /** Any numeric conversion, narrowing ones included. */
    public static Object convert(Number value, char to) {
        switch (to) {
            case 'Z':
                return Boolean.valueOf((value.byteValue() & 1) != 0);
            case 'B':
                return Byte.valueOf(value.byteValue());
            case 'C':
                return Character.valueOf((char) value.intValue());
            case 'S':
                return Short.valueOf(value.shortValue());
            case 'I':
                return Integer.valueOf(value.intValue());
            case 'J':
                return Long.valueOf(value.longValue());
            case 'F':
                return Float.valueOf(value.floatValue());
            default:
                return Double.valueOf(value.doubleValue());
        }
    }

    /** Zero, false or null. */
    public static Object zero(Class<?> type) {
        char kind = kind(type);
        return kind == 'L' || kind == '[' || kind == 'V' ? null : convert(Integer.valueOf(0), kind);
    }
}
