package java.lang.reflect;

/** Arrays whose type is known at run time only. */
public final class Array {
    private Array() {
    }

    public static Object newInstance(Class<?> componentType, int length) {
        if (componentType == void.class) {
            throw new IllegalArgumentException();
        }
        if (length < 0) {
            throw new NegativeArraySizeException(String.valueOf(length));
        }
        return newArray(present(componentType), length);
    }

    public static Object newInstance(Class<?> componentType, int... dimensions) {
        if (dimensions.length == 0) {
            throw new IllegalArgumentException("Empty dimensions array");
        }
        if (componentType == void.class || dimensions.length > 255) {
            throw new IllegalArgumentException();
        }
        for (int i = 0; i < dimensions.length; i++) {
            if (dimensions[i] < 0) {
                throw new NegativeArraySizeException(String.valueOf(dimensions[i]));
            }
        }
        return multiNewArray(present(componentType), dimensions);
    }

    private static Class<?> present(Class<?> type) {
        if (type == null) {
            throw new NullPointerException();
        }
        return type;
    }

    /** The arguments have been checked. */
    private static native Object newArray(Class<?> componentType, int length);

    /** As multianewarray: dimensions[0] is the outermost. */
    private static native Object multiNewArray(Class<?> componentType, int[] dimensions);

    public static int getLength(Object array) {
        if (!array.getClass().isArray()) {
            throw new IllegalArgumentException("Argument is not an array");
        }
        return length0(array);
    }

    private static native int length0(Object array);

    private static int checked(Object array, int index) {
        if (index < 0 || index >= length0(array)) {
            throw new ArrayIndexOutOfBoundsException();
        }
        return index;
    }

    private static IllegalArgumentException mismatch(Object array) {
        return new IllegalArgumentException(
                array.getClass().isArray() ? "argument type mismatch" : "Argument is not an array");
    }

    public static Object get(Object array, int index) {
        if (array instanceof Object[]) {
            return ((Object[]) array)[checked(array, index)];
        }
        if (array instanceof boolean[]) {
            return Boolean.valueOf(((boolean[]) array)[checked(array, index)]);
        }
        if (array instanceof byte[]) {
            return Byte.valueOf(((byte[]) array)[checked(array, index)]);
        }
        if (array instanceof char[]) {
            return Character.valueOf(((char[]) array)[checked(array, index)]);
        }
        if (array instanceof short[]) {
            return Short.valueOf(((short[]) array)[checked(array, index)]);
        }
        if (array instanceof int[]) {
            return Integer.valueOf(((int[]) array)[checked(array, index)]);
        }
        if (array instanceof long[]) {
            return Long.valueOf(((long[]) array)[checked(array, index)]);
        }
        if (array instanceof float[]) {
            return Float.valueOf(((float[]) array)[checked(array, index)]);
        }
        if (array instanceof double[]) {
            return Double.valueOf(((double[]) array)[checked(array, index)]);
        }
        throw mismatch(array);
    }

    public static boolean getBoolean(Object array, int index) {
        if (array instanceof boolean[]) {
            return ((boolean[]) array)[checked(array, index)];
        }
        throw mismatch(array);
    }

    public static byte getByte(Object array, int index) {
        if (array instanceof byte[]) {
            return ((byte[]) array)[checked(array, index)];
        }
        throw mismatch(array);
    }

    public static char getChar(Object array, int index) {
        if (array instanceof char[]) {
            return ((char[]) array)[checked(array, index)];
        }
        throw mismatch(array);
    }

    public static short getShort(Object array, int index) {
        if (array instanceof short[]) {
            return ((short[]) array)[checked(array, index)];
        }
        if (array instanceof byte[]) {
            return ((byte[]) array)[checked(array, index)];
        }
        throw mismatch(array);
    }

    public static int getInt(Object array, int index) {
        if (array instanceof int[]) {
            return ((int[]) array)[checked(array, index)];
        }
        if (array instanceof short[]) {
            return ((short[]) array)[checked(array, index)];
        }
        if (array instanceof char[]) {
            return ((char[]) array)[checked(array, index)];
        }
        if (array instanceof byte[]) {
            return ((byte[]) array)[checked(array, index)];
        }
        throw mismatch(array);
    }

    public static long getLong(Object array, int index) {
        if (array instanceof long[]) {
            return ((long[]) array)[checked(array, index)];
        }
        if (array instanceof int[]) {
            return ((int[]) array)[checked(array, index)];
        }
        if (array instanceof short[]) {
            return ((short[]) array)[checked(array, index)];
        }
        if (array instanceof char[]) {
            return ((char[]) array)[checked(array, index)];
        }
        if (array instanceof byte[]) {
            return ((byte[]) array)[checked(array, index)];
        }
        throw mismatch(array);
    }

    public static float getFloat(Object array, int index) {
        if (array instanceof float[]) {
            return ((float[]) array)[checked(array, index)];
        }
        if (array instanceof long[]) {
            return ((long[]) array)[checked(array, index)];
        }
        if (array instanceof int[]) {
            return ((int[]) array)[checked(array, index)];
        }
        if (array instanceof short[]) {
            return ((short[]) array)[checked(array, index)];
        }
        if (array instanceof char[]) {
            return ((char[]) array)[checked(array, index)];
        }
        if (array instanceof byte[]) {
            return ((byte[]) array)[checked(array, index)];
        }
        throw mismatch(array);
    }

    public static double getDouble(Object array, int index) {
        if (array instanceof double[]) {
            return ((double[]) array)[checked(array, index)];
        }
        if (array instanceof float[]) {
            return ((float[]) array)[checked(array, index)];
        }
        if (array instanceof long[]) {
            return ((long[]) array)[checked(array, index)];
        }
        if (array instanceof int[]) {
            return ((int[]) array)[checked(array, index)];
        }
        if (array instanceof short[]) {
            return ((short[]) array)[checked(array, index)];
        }
        if (array instanceof char[]) {
            return ((char[]) array)[checked(array, index)];
        }
        if (array instanceof byte[]) {
            return ((byte[]) array)[checked(array, index)];
        }
        throw mismatch(array);
    }

    public static void set(Object array, int index, Object value) {
        if (array instanceof Object[]) {
            Object[] objects = (Object[]) array;
            checked(array, index);
            if (value != null && !array.getClass().getComponentType().isInstance(value)) {
                throw new IllegalArgumentException("array element type mismatch");
            }
            objects[index] = value;
            return;
        }
        if (value == null) {
            if (array.getClass().isArray()) {
                throw new IllegalArgumentException();
            }
            throw mismatch(array);
        }
        if (value instanceof Boolean) {
            setBoolean(array, index, (Boolean) value);
        } else if (value instanceof Byte) {
            setByte(array, index, (Byte) value);
        } else if (value instanceof Character) {
            setChar(array, index, (Character) value);
        } else if (value instanceof Short) {
            setShort(array, index, (Short) value);
        } else if (value instanceof Integer) {
            setInt(array, index, (Integer) value);
        } else if (value instanceof Long) {
            setLong(array, index, (Long) value);
        } else if (value instanceof Float) {
            setFloat(array, index, (Float) value);
        } else if (value instanceof Double) {
            setDouble(array, index, (Double) value);
        } else {
            throw mismatch(array);
        }
    }

    public static void setBoolean(Object array, int index, boolean value) {
        if (array instanceof boolean[]) {
            ((boolean[]) array)[checked(array, index)] = value;
        } else {
            throw mismatch(array);
        }
    }

    public static void setByte(Object array, int index, byte value) {
        if (array instanceof byte[]) {
            ((byte[]) array)[checked(array, index)] = value;
        } else if (array instanceof short[]) {
            ((short[]) array)[checked(array, index)] = value;
        } else if (array instanceof int[]) {
            ((int[]) array)[checked(array, index)] = value;
        } else if (array instanceof long[]) {
            ((long[]) array)[checked(array, index)] = value;
        } else if (array instanceof float[]) {
            ((float[]) array)[checked(array, index)] = value;
        } else if (array instanceof double[]) {
            ((double[]) array)[checked(array, index)] = value;
        } else {
            throw mismatch(array);
        }
    }

    public static void setChar(Object array, int index, char value) {
        if (array instanceof char[]) {
            ((char[]) array)[checked(array, index)] = value;
        } else if (array instanceof int[]) {
            ((int[]) array)[checked(array, index)] = value;
        } else if (array instanceof long[]) {
            ((long[]) array)[checked(array, index)] = value;
        } else if (array instanceof float[]) {
            ((float[]) array)[checked(array, index)] = value;
        } else if (array instanceof double[]) {
            ((double[]) array)[checked(array, index)] = value;
        } else {
            throw mismatch(array);
        }
    }

    public static void setShort(Object array, int index, short value) {
        if (array instanceof short[]) {
            ((short[]) array)[checked(array, index)] = value;
        } else if (array instanceof int[]) {
            ((int[]) array)[checked(array, index)] = value;
        } else if (array instanceof long[]) {
            ((long[]) array)[checked(array, index)] = value;
        } else if (array instanceof float[]) {
            ((float[]) array)[checked(array, index)] = value;
        } else if (array instanceof double[]) {
            ((double[]) array)[checked(array, index)] = value;
        } else {
            throw mismatch(array);
        }
    }

    public static void setInt(Object array, int index, int value) {
        if (array instanceof int[]) {
            ((int[]) array)[checked(array, index)] = value;
        } else if (array instanceof long[]) {
            ((long[]) array)[checked(array, index)] = value;
        } else if (array instanceof float[]) {
            ((float[]) array)[checked(array, index)] = value;
        } else if (array instanceof double[]) {
            ((double[]) array)[checked(array, index)] = value;
        } else {
            throw mismatch(array);
        }
    }

    public static void setLong(Object array, int index, long value) {
        if (array instanceof long[]) {
            ((long[]) array)[checked(array, index)] = value;
        } else if (array instanceof float[]) {
            ((float[]) array)[checked(array, index)] = value;
        } else if (array instanceof double[]) {
            ((double[]) array)[checked(array, index)] = value;
        } else {
            throw mismatch(array);
        }
    }

    public static void setFloat(Object array, int index, float value) {
        if (array instanceof float[]) {
            ((float[]) array)[checked(array, index)] = value;
        } else if (array instanceof double[]) {
            ((double[]) array)[checked(array, index)] = value;
        } else {
            throw mismatch(array);
        }
    }

    public static void setDouble(Object array, int index, double value) {
        if (array instanceof double[]) {
            ((double[]) array)[checked(array, index)] = value;
        } else {
            throw mismatch(array);
        }
    }
}
