package java.lang.invoke;

import deadwood.internal.Conversions;
import deadwood.internal.Descriptors;
import deadwood.internal.Reflect;
import deadwood.internal.Runtime;
import java.lang.constant.Constable;
import java.lang.constant.DynamicConstantDesc;
import java.lang.reflect.Modifier;
import java.nio.BufferBytes;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A typed reference to a variable: a field, the elements of arrays, or what lies
 * in a byte[] or buffer. The virtual machine carries out each access as one step;
 * the fields here are all it needs to find the variable. A call site whose types
 * are others than the variable's is handed over to $invoke, with its arguments
 * boxed; converted, it ends up in $bits, $reference or $compare, which are
 * accesses again. So do modes that may have to be refused, and views.
 */
public class VarHandle implements Constable {
    static final int FIELD = 0;
    static final int STATIC = 1;
    static final int ARRAY = 2;
    static final int BYTES_LITTLE_ENDIAN = 3;
    static final int BYTES_BIG_ENDIAN = 4;
    static final int BUFFER_LITTLE_ENDIAN = 5;
    static final int BUFFER_BIG_ENDIAN = 6;

    /** From here on, byte arrays and heap buffers have plain access only. */
    private static final int PLAIN_VIEWS = 22;
    /** From here on, what is wrong is said in other words. */
    private static final int NEW_MESSAGES = 21;

    final int kind;
    /** Where a field lies, in the unit of Unsafe.objectFieldOffset. */
    final int offset;
    /** The virtual machine's number of the field, or -1. */
    final int member;
    /** The variable's type. */
    final Class<?> type;
    /** The class that has the field, or the class of the array. */
    final Class<?> receiver;
    final boolean exact;

    private VarHandle(
            int kind, int offset, int member, Class<?> type, Class<?> receiver, boolean exact) {
        this.kind = kind;
        this.offset = offset;
        this.member = member;
        this.type = type;
        this.receiver = receiver;
        this.exact = exact;
    }

    static VarHandle ofField(Class<?> owner, int field) {
        Class<?> type = Descriptors.type(Reflect.fieldDescriptor(field));
        if (!Modifier.isStatic(Reflect.fieldModifiers(field))) {
            return new VarHandle(FIELD, Reflect.fieldOffset(field), field, type, owner, false);
        }
        if (Runtime.featureVersion() < PLAIN_VIEWS) {
            // Later JDKs leave it to the first access.
            Reflect.initialize(Reflect.fieldClass(field));
        }
        return new VarHandle(STATIC, Reflect.fieldOffset(field), field, type, owner, false);
    }

    static VarHandle ofArray(Class<?> arrayType) {
        return new VarHandle(ARRAY, 0, -1, arrayType.getComponentType(), arrayType, false);
    }

    static VarHandle ofByteArrayView(Class<?> viewArrayType, boolean bigEndian) {
        Class<?> type = viewed(viewArrayType);
        int kind = bigEndian ? BYTES_BIG_ENDIAN : BYTES_LITTLE_ENDIAN;
        return new VarHandle(kind, 0, -1, type, byte[].class, false);
    }

    static VarHandle ofByteBufferView(Class<?> viewArrayType, boolean bigEndian) {
        Class<?> type = viewed(viewArrayType);
        int kind = bigEndian ? BUFFER_BIG_ENDIAN : BUFFER_LITTLE_ENDIAN;
        return new VarHandle(kind, 0, -1, type, ByteBuffer.class, false);
    }

    private static Class<?> viewed(Class<?> viewArrayType) {
        Class<?> type = viewArrayType.getComponentType();
        if (!type.isPrimitive() || type == boolean.class || type == byte.class) {
            throw new UnsupportedOperationException();
        }
        return type;
    }

    // ---- calls that the machine hands over ----

    static void $invokeV(VarHandle handle, String descriptor, int mode, Object[] arguments) throws Throwable {
        handle.invoke(mode, descriptor, arguments);
    }

    /** For boolean, byte, char, short and int. */
    static int $invokeI(VarHandle handle, String descriptor, int mode, Object[] arguments) throws Throwable {
        return Conversions.unboxInt(handle.invoke(mode, descriptor, arguments));
    }

    static long $invokeJ(VarHandle handle, String descriptor, int mode, Object[] arguments) throws Throwable {
        return (Long) handle.invoke(mode, descriptor, arguments);
    }

    static float $invokeF(VarHandle handle, String descriptor, int mode, Object[] arguments) throws Throwable {
        return (Float) handle.invoke(mode, descriptor, arguments);
    }

    static double $invokeD(VarHandle handle, String descriptor, int mode, Object[] arguments) throws Throwable {
        return (Double) handle.invoke(mode, descriptor, arguments);
    }

    static Object $invokeL(VarHandle handle, String descriptor, int mode, Object[] arguments) throws Throwable {
        return handle.invoke(mode, descriptor, arguments);
    }

    private Object invoke(int mode, String descriptor, Object[] arguments) throws Throwable {
        return invoke(mode, MethodType.fromMethodDescriptorString(descriptor, null), exact, arguments);
    }

    /** Calls with arguments of the given type, boxed. */
    Object invoke(int mode, MethodType site, boolean isExact, Object[] arguments) throws Throwable {
        MethodType own = typeOf(mode);
        if (isExact && !own.equals(site)) {
            String expected = Runtime.featureVersion() < NEW_MESSAGES ? "expected " : "handle's method type ";
            throw new WrongMethodTypeException(expected + own + " but found " + site);
        }
        if (!supports(mode)) {
            throw Runtime.featureVersion() < NEW_MESSAGES
                    ? new UnsupportedOperationException()
                    : new UnsupportedOperationException(AccessMode.values()[mode].methodName());
        }
        if (own.equals(site)) {
            return access(mode, arguments);
        }
        if (!MethodHandles.canConvert(own, site)) {
            throw new WrongMethodTypeException("cannot convert MethodHandle" + own.insertParameterTypes(0, VarHandle.class)
                    + " to " + site.insertParameterTypes(0, VarHandle.class));
        }
        Object[] converted = new Object[arguments.length];
        for (int i = 0; i < converted.length; i++) {
            converted[i] = MethodHandles.convert(arguments[i], site.parameterType(i), own.parameterType(i));
        }
        return MethodHandles.convertResult(access(mode, converted), own.returnType(), site.returnType());
    }

    /** An access with arguments of exactly the variable's types, boxed. */
    private Object access(int mode, Object[] arguments) {
        int at = kind == STATIC ? 0 : kind == FIELD ? 1 : 2;
        Object holder = at > 0 ? Objects.requireNonNull(arguments[0]) : null;
        int index = at > 1 ? (Integer) arguments[1] : 0;
        Object first = at < arguments.length ? arguments[at] : null;
        Object second = at + 1 < arguments.length ? arguments[at + 1] : null;
        int shape = shape(mode);
        if (!type.isPrimitive()) {
            return shape == AccessMode.COMPARE
                    ? (Object) $compare(mode, holder, index, first, second)
                    : $reference(mode, holder, index, first, second);
        }
        VarHandle place = this;
        if (kind >= BUFFER_LITTLE_ENDIAN) {
            place = bytes();
            ByteBuffer buffer = (ByteBuffer) holder;
            holder = BufferBytes.of(buffer);
            index = indexInBuffer(mode, buffer, index);
        } else if (kind >= BYTES_LITTLE_ENDIAN) {
            checkView(mode, index, ((byte[]) holder).length, 0);
        }
        long bits = place.$bits(mode, holder, index, bits(first), bits(second));
        if (shape == AccessMode.COMPARE) {
            return bits != 0;
        }
        return shape == AccessMode.WRITE ? null : box(Conversions.kind(type), bits);
    }

    /** The same view of byte arrays. */
    private VarHandle bytes() {
        return new VarHandle(kind - BUFFER_LITTLE_ENDIAN + BYTES_LITTLE_ENDIAN, 0, -1, type, byte[].class, false);
    }

    private int indexInBuffer(int mode, ByteBuffer buffer, int index) {
        if (shape(mode) != AccessMode.READ && buffer.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
        boolean isPlain = mode == GET || mode == SET;
        if (!isPlain && Runtime.featureVersion() >= PLAIN_VIEWS) {
            throw new IllegalStateException("Atomic access not supported for heap buffer");
        }
        int start = BufferBytes.start(buffer);
        checkView(mode, index, buffer.limit(), start);
        return start + index;
    }

    private void checkView(int mode, int index, int length, int start) {
        int size = size();
        int places = length - size + 1;
        if (index < 0 || index >= places) {
            String message = "Index " + index + " out of bounds for length " + (places < 0 ? 0 : places);
            throw kind < BUFFER_LITTLE_ENDIAN
                    ? new ArrayIndexOutOfBoundsException(message) : new IndexOutOfBoundsException(message);
        }
        if (mode != GET && mode != SET && ((start + index) & size - 1) != 0) {
            throw new IllegalStateException("Misaligned access at index: " + index);
        }
    }

    private int size() {
        return type == long.class || type == double.class ? 8 : type == int.class || type == float.class ? 4 : 2;
    }

    private static long bits(Object box) {
        if (box == null) {
            return 0;
        }
        if (box instanceof Long) {
            return (Long) box;
        }
        if (box instanceof Double) {
            return Double.doubleToRawLongBits((Double) box);
        }
        return box instanceof Float ? Float.floatToRawIntBits((Float) box) : Conversions.unboxInt(box);
    }

    private static Object box(char kind, long bits) {
        switch (kind) {
            case 'J':
                return bits;
            case 'D':
                return Double.longBitsToDouble(bits);
            case 'F':
                return Float.intBitsToFloat((int) bits);
            default:
                return Conversions.boxInt(kind, (int) bits);
        }
    }

    /** One access, with the mode's number; a result that there is none of is zero. Values of primitive types. */
    private native long $bits(int mode, Object holder, int index, long first, long second);

    private native Object $reference(int mode, Object holder, int index, Object first, Object second);

    /** For the modes that say whether the old value was the expected one. */
    private native boolean $compare(int mode, Object holder, int index, Object first, Object second);

    // ---- modes by number ----

    private static final int GET = 0;
    private static final int SET = 1;
    private static final int FIRST_COMPARE = 8;
    private static final int FIRST_EXCHANGE = 9;
    private static final int FIRST_WEAK_COMPARE = 12;
    private static final int FIRST_UPDATE = 16;
    private static final int FIRST_ADD = 19;
    private static final int FIRST_BITWISE = 22;

    private static int shape(int mode) {
        if (mode < FIRST_COMPARE) {
            return mode % 2 == 0 ? AccessMode.READ : AccessMode.WRITE;
        }
        if (mode >= FIRST_UPDATE) {
            return AccessMode.UPDATE;
        }
        return mode >= FIRST_EXCHANGE && mode < FIRST_WEAK_COMPARE ? AccessMode.EXCHANGE : AccessMode.COMPARE;
    }

    private MethodType typeOf(int mode) {
        MethodType coordinates = MethodType.methodType(void.class, coordinateTypes());
        switch (shape(mode)) {
            case AccessMode.READ:
                return coordinates.changeReturnType(type);
            case AccessMode.WRITE:
                return coordinates.appendParameterTypes(type);
            case AccessMode.COMPARE:
                return coordinates.appendParameterTypes(type, type).changeReturnType(boolean.class);
            case AccessMode.EXCHANGE:
                return coordinates.appendParameterTypes(type, type).changeReturnType(type);
            default:
                return coordinates.appendParameterTypes(type).changeReturnType(type);
        }
    }

    /** A final field can only be read; what else there is depends on the type, and on how a view is made. */
    private boolean supports(int mode) {
        int shape = shape(mode);
        boolean isView = kind >= BYTES_LITTLE_ENDIAN;
        if (kind == BYTES_LITTLE_ENDIAN || kind == BYTES_BIG_ENDIAN) {
            if (mode != GET && mode != SET && Runtime.featureVersion() >= PLAIN_VIEWS) {
                return false;
            }
        }
        if (shape == AccessMode.READ) {
            return true;
        }
        if (member >= 0 && Modifier.isFinal(Reflect.fieldModifiers(member))) {
            return false;
        }
        if (mode < FIRST_COMPARE) {
            return true;
        }
        if (isView && size() == 2) {
            return false;
        }
        boolean isFloating = type == float.class || type == double.class;
        if (mode < FIRST_ADD) {
            return true;
        }
        if (mode < FIRST_BITWISE) {
            return type.isPrimitive() && type != boolean.class && !(isView && isFloating);
        }
        return type.isPrimitive() && !isFloating;
    }

    public final native @MethodHandle.PolymorphicSignature Object get(Object... arguments);

    public final native @MethodHandle.PolymorphicSignature void set(Object... arguments);

    public final native @MethodHandle.PolymorphicSignature Object getVolatile(Object... arguments);

    public final native @MethodHandle.PolymorphicSignature void setVolatile(Object... arguments);

    public final native @MethodHandle.PolymorphicSignature Object getOpaque(Object... arguments);

    public final native @MethodHandle.PolymorphicSignature void setOpaque(Object... arguments);

    public final native @MethodHandle.PolymorphicSignature Object getAcquire(Object... arguments);

    public final native @MethodHandle.PolymorphicSignature void setRelease(Object... arguments);

    public final native @MethodHandle.PolymorphicSignature boolean compareAndSet(Object... arguments);

    public final native @MethodHandle.PolymorphicSignature Object compareAndExchange(Object... arguments);

    public final native @MethodHandle.PolymorphicSignature Object compareAndExchangeAcquire(Object... arguments);

    public final native @MethodHandle.PolymorphicSignature Object compareAndExchangeRelease(Object... arguments);

    public final native @MethodHandle.PolymorphicSignature boolean weakCompareAndSetPlain(Object... arguments);

    public final native @MethodHandle.PolymorphicSignature boolean weakCompareAndSet(Object... arguments);

    public final native @MethodHandle.PolymorphicSignature boolean weakCompareAndSetAcquire(Object... arguments);

    public final native @MethodHandle.PolymorphicSignature boolean weakCompareAndSetRelease(Object... arguments);

    public final native @MethodHandle.PolymorphicSignature Object getAndSet(Object... arguments);

    public final native @MethodHandle.PolymorphicSignature Object getAndSetAcquire(Object... arguments);

    public final native @MethodHandle.PolymorphicSignature Object getAndSetRelease(Object... arguments);

    public final native @MethodHandle.PolymorphicSignature Object getAndAdd(Object... arguments);

    public final native @MethodHandle.PolymorphicSignature Object getAndAddAcquire(Object... arguments);

    public final native @MethodHandle.PolymorphicSignature Object getAndAddRelease(Object... arguments);

    public final native @MethodHandle.PolymorphicSignature Object getAndBitwiseOr(Object... arguments);

    public final native @MethodHandle.PolymorphicSignature Object getAndBitwiseOrAcquire(Object... arguments);

    public final native @MethodHandle.PolymorphicSignature Object getAndBitwiseOrRelease(Object... arguments);

    public final native @MethodHandle.PolymorphicSignature Object getAndBitwiseAnd(Object... arguments);

    public final native @MethodHandle.PolymorphicSignature Object getAndBitwiseAndAcquire(Object... arguments);

    public final native @MethodHandle.PolymorphicSignature Object getAndBitwiseAndRelease(Object... arguments);

    public final native @MethodHandle.PolymorphicSignature Object getAndBitwiseXor(Object... arguments);

    public final native @MethodHandle.PolymorphicSignature Object getAndBitwiseXorAcquire(Object... arguments);

    public final native @MethodHandle.PolymorphicSignature Object getAndBitwiseXorRelease(Object... arguments);

    public boolean hasInvokeExactBehavior() {
        return exact;
    }

    public VarHandle withInvokeExactBehavior() {
        return exact ? this : new VarHandle(kind, offset, member, type, receiver, true);
    }

    public VarHandle withInvokeBehavior() {
        return exact ? new VarHandle(kind, offset, member, type, receiver, false) : this;
    }

    @Override
    public final String toString() {
        return "VarHandle[varType=" + type.getName() + ", coord=" + coordinateTypes() + "]";
    }

    public Class<?> varType() {
        return type;
    }

    public List<Class<?>> coordinateTypes() {
        switch (kind) {
            case STATIC:
                return List.of();
            case FIELD:
                return List.of(receiver);
            default:
                return List.of(receiver, int.class);
        }
    }

    public final MethodType accessModeType(AccessMode mode) {
        return typeOf(mode.ordinal());
    }

    public final boolean isAccessModeSupported(AccessMode mode) {
        return supports(mode.ordinal());
    }

    /** One that is not supported is refused when it is called. */
    public MethodHandle toMethodHandle(AccessMode mode) {
        int number = mode.ordinal();
        MethodType own = typeOf(number);
        return new AdaptedHandle(own, arguments -> invoke(number, own, false, arguments));
    }

    @Override
    public Optional<VarHandleDesc> describeConstable() {
        throw Runtime.unsupported("VarHandle.describeConstable");
    }

    public static native void fullFence();

    public static native void acquireFence();

    public static native void releaseFence();

    public static native void loadLoadFence();

    public static native void storeStoreFence();

    /** The ways a variable can be accessed, in the order of their numbers. */
    public enum AccessMode {
        GET("get"),
        SET("set"),
        GET_VOLATILE("getVolatile"),
        SET_VOLATILE("setVolatile"),
        GET_OPAQUE("getOpaque"),
        SET_OPAQUE("setOpaque"),
        GET_ACQUIRE("getAcquire"),
        SET_RELEASE("setRelease"),
        COMPARE_AND_SET("compareAndSet"),
        COMPARE_AND_EXCHANGE("compareAndExchange"),
        COMPARE_AND_EXCHANGE_ACQUIRE("compareAndExchangeAcquire"),
        COMPARE_AND_EXCHANGE_RELEASE("compareAndExchangeRelease"),
        WEAK_COMPARE_AND_SET_PLAIN("weakCompareAndSetPlain"),
        WEAK_COMPARE_AND_SET("weakCompareAndSet"),
        WEAK_COMPARE_AND_SET_ACQUIRE("weakCompareAndSetAcquire"),
        WEAK_COMPARE_AND_SET_RELEASE("weakCompareAndSetRelease"),
        GET_AND_SET("getAndSet"),
        GET_AND_SET_ACQUIRE("getAndSetAcquire"),
        GET_AND_SET_RELEASE("getAndSetRelease"),
        GET_AND_ADD("getAndAdd"),
        GET_AND_ADD_ACQUIRE("getAndAddAcquire"),
        GET_AND_ADD_RELEASE("getAndAddRelease"),
        GET_AND_BITWISE_OR("getAndBitwiseOr"),
        GET_AND_BITWISE_OR_ACQUIRE("getAndBitwiseOrAcquire"),
        GET_AND_BITWISE_OR_RELEASE("getAndBitwiseOrRelease"),
        GET_AND_BITWISE_AND("getAndBitwiseAnd"),
        GET_AND_BITWISE_AND_ACQUIRE("getAndBitwiseAndAcquire"),
        GET_AND_BITWISE_AND_RELEASE("getAndBitwiseAndRelease"),
        GET_AND_BITWISE_XOR("getAndBitwiseXor"),
        GET_AND_BITWISE_XOR_ACQUIRE("getAndBitwiseXorAcquire"),
        GET_AND_BITWISE_XOR_RELEASE("getAndBitwiseXorRelease");

        static final int READ = 0;
        static final int WRITE = 1;
        static final int COMPARE = 2;
        static final int EXCHANGE = 3;
        static final int UPDATE = 4;

        private final String methodName;

        AccessMode(String methodName) {
            this.methodName = methodName;
        }

        public String methodName() {
            return methodName;
        }

        /** Null when there is none. */
        static AccessMode named(String methodName) {
            AccessMode[] all = values();
            for (int i = 0; i < all.length; i++) {
                if (all[i].methodName.equals(methodName)) {
                    return all[i];
                }
            }
            return null;
        }

        public static AccessMode valueFromMethodName(String methodName) {
            AccessMode mode = named(methodName);
            if (mode != null) {
                return mode;
            }
            throw new IllegalArgumentException("No AccessMode value for method name " + methodName);
        }
    }

    /** Describes a handle as a loadable constant; never made here. */
    public abstract static class VarHandleDesc extends DynamicConstantDesc<VarHandle> {
        private VarHandleDesc() {
            super(null, null, null);
        }
    }
}
