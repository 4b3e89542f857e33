package deadwood.internal;

/**
 * The questions reflection and method handles put to the virtual machine. A
 * member is the virtual machine's number of a method or field; all objects
 * that describe one are built in Java.
 */
public final class Reflect {
    private Reflect() {
    }

    /** Runs the static initialiser unless that has happened. */
    public static native void initialize(Class<?> type);

    /** Declared methods in the order of the class file, without constructors and class initialisers. */
    public static native int[] methods(Class<?> type);

    public static native int[] constructors(Class<?> type);

    public static native int[] fields(Class<?> type);

    public static native Class<?> methodClass(int method);

    public static native String methodName(int method);

    public static native String methodDescriptor(int method);

    /** The class file's access flags, all 16 bits. */
    public static native int methodModifiers(int method);

    /** The Signature attribute, or null. */
    public static native String methodSignature(int method);

    /** Internal names in the Exceptions attribute, or null. */
    public static native String[] methodExceptions(int method);

    /** The RuntimeVisibleAnnotations attribute, or null. */
    public static native byte[] methodAnnotations(int method);

    /** The RuntimeVisibleParameterAnnotations attribute, or null. */
    public static native byte[] parameterAnnotations(int method);

    /** The AnnotationDefault attribute, or null. */
    public static native byte[] annotationDefault(int method);

    public static native Class<?> fieldClass(int field);

    public static native String fieldName(int field);

    public static native String fieldDescriptor(int field);

    public static native int fieldModifiers(int field);

    public static native String fieldSignature(int field);

    /** The RuntimeVisibleAnnotations attribute, or null. */
    public static native byte[] fieldAnnotations(int field);

    /** An instance with all fields zero; no constructor runs. The class is initialised already. */
    public static native Object allocate(Class<?> type);

    /**
     * Calls a method. Each argument is of exactly the box class of a primitive
     * parameter, or fits a reference parameter. If isVirtual, the method is selected
     * by the receiver's class; otherwise it is called as it stands. The class is
     * initialised already. One native for each kind of result.
     */
    public static native void invokeV(int method, boolean isVirtual, Object receiver, Object[] arguments);

    /** For boolean, byte, char, short and int. */
    public static native int invokeI(int method, boolean isVirtual, Object receiver, Object[] arguments);

    public static native long invokeJ(int method, boolean isVirtual, Object receiver, Object[] arguments);

    public static native float invokeF(int method, boolean isVirtual, Object receiver, Object[] arguments);

    public static native double invokeD(int method, boolean isVirtual, Object receiver, Object[] arguments);

    public static native Object invokeL(int method, boolean isVirtual, Object receiver, Object[] arguments);

    /** Reads a field of the receiver, which is null for a static one. For boolean, byte, char, short and int. */
    public static native int getI(int field, Object receiver);

    public static native long getJ(int field, Object receiver);

    public static native float getF(int field, Object receiver);

    public static native double getD(int field, Object receiver);

    public static native Object getL(int field, Object receiver);

    public static native void putI(int field, Object receiver, int value);

    public static native void putJ(int field, Object receiver, long value);

    public static native void putF(int field, Object receiver, float value);

    public static native void putD(int field, Object receiver, double value);

    public static native void putL(int field, Object receiver, Object value);

    /** Where the field lies, in the unit of Unsafe.objectFieldOffset. */
    public static native int fieldOffset(int field);

    /** Calls a method and boxes its result; returnKind is the first character of the return type's descriptor. */
    public static Object invoke(int method, boolean isVirtual, Object receiver, Object[] arguments, char returnKind) {
        switch (returnKind) {
            case 'V':
                invokeV(method, isVirtual, receiver, arguments);
                return null;
            case 'J':
                return Long.valueOf(invokeJ(method, isVirtual, receiver, arguments));
            case 'F':
                return Float.valueOf(invokeF(method, isVirtual, receiver, arguments));
            case 'D':
                return Double.valueOf(invokeD(method, isVirtual, receiver, arguments));
            case 'L':
            case '[':
                return invokeL(method, isVirtual, receiver, arguments);
            default:
                return Conversions.boxInt(returnKind, invokeI(method, isVirtual, receiver, arguments));
        }
    }

    public static Object get(int field, Object receiver, char kind) {
        switch (kind) {
            case 'J':
                return Long.valueOf(getJ(field, receiver));
            case 'F':
                return Float.valueOf(getF(field, receiver));
            case 'D':
                return Double.valueOf(getD(field, receiver));
            case 'L':
            case '[':
                return getL(field, receiver);
            default:
                return Conversions.boxInt(kind, getI(field, receiver));
        }
    }

    /** The value is of exactly the field's box class, or a reference that fits. */
    public static void put(int field, Object receiver, Object value, char kind) {
        switch (kind) {
            case 'J':
                putJ(field, receiver, (Long) value);
                break;
            case 'F':
                putF(field, receiver, (Float) value);
                break;
            case 'D':
                putD(field, receiver, (Double) value);
                break;
            case 'L':
            case '[':
                putL(field, receiver, value);
                break;
            default:
                putI(field, receiver, Conversions.unboxInt(value));
        }
    }
}
