package java.lang.invoke;

import deadwood.internal.Descriptors;
import deadwood.internal.Reflect;
import deadwood.internal.Runtime;
import java.lang.constant.Constable;
import java.lang.constant.DynamicConstantDesc;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Optional;

/**
 * A typed reference to a variable: a field or the elements of arrays. The
 * virtual machine carries out each access as one step; the fields here are all
 * it needs to find the variable.
 */
public class VarHandle implements Constable {
    static final int FIELD = 0;
    static final int STATIC = 1;
    static final int ARRAY = 2;
    static final int BYTES_LITTLE_ENDIAN = 3;
    static final int BYTES_BIG_ENDIAN = 4;

    final int kind;
    /** What a static field's offset is counted from. */
    final int base;
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
            int kind, int base, int offset, int member, Class<?> type, Class<?> receiver, boolean exact) {
        this.kind = kind;
        this.base = base;
        this.offset = offset;
        this.member = member;
        this.type = type;
        this.receiver = receiver;
        this.exact = exact;
    }

    static VarHandle ofField(Class<?> owner, int field) {
        Class<?> type = Descriptors.type(Reflect.fieldDescriptor(field));
        if (!Modifier.isStatic(Reflect.fieldModifiers(field))) {
            return new VarHandle(FIELD, 0, Reflect.fieldOffset(field), field, type, owner, false);
        }
        Reflect.initialize(Reflect.fieldClass(field));
        return new VarHandle(STATIC, Reflect.fieldBase(field), Reflect.fieldOffset(field), field, type, owner, false);
    }

    static VarHandle ofArray(Class<?> arrayType) {
        return new VarHandle(ARRAY, 0, 0, -1, arrayType.getComponentType(), arrayType, false);
    }

    static VarHandle ofByteArrayView(Class<?> viewArrayType, boolean bigEndian) {
        Class<?> type = viewArrayType.getComponentType();
        if (!type.isPrimitive() || type == boolean.class || type == byte.class) {
            throw new UnsupportedOperationException();
        }
        int kind = bigEndian ? BYTES_BIG_ENDIAN : BYTES_LITTLE_ENDIAN;
        return new VarHandle(kind, 0, 0, -1, type, byte[].class, false);
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
        return exact ? this : new VarHandle(kind, base, offset, member, type, receiver, true);
    }

    public VarHandle withInvokeBehavior() {
        return exact ? new VarHandle(kind, base, offset, member, type, receiver, false) : this;
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
        MethodType coordinates = MethodType.methodType(void.class, coordinateTypes());
        switch (mode.shape) {
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

    /** A final field can only be read; arithmetic and bit operations depend on the type. */
    public final boolean isAccessModeSupported(AccessMode mode) {
        if (mode.shape == AccessMode.READ) {
            return true;
        }
        if (member >= 0 && Modifier.isFinal(Reflect.fieldModifiers(member))) {
            return false;
        }
        boolean isNumber = type.isPrimitive() && type != boolean.class;
        boolean isFloating = type == float.class || type == double.class;
        if (mode.methodName().startsWith("getAndAdd")) {
            return isNumber;
        }
        if (mode.methodName().startsWith("getAndBitwise")) {
            return type.isPrimitive() && !isFloating;
        }
        return true;
    }

    public MethodHandle toMethodHandle(AccessMode mode) {
        throw Runtime.unsupported("VarHandle.toMethodHandle");
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

    /** The ways a variable can be accessed. */
    public enum AccessMode {
        GET("get", 0),
        SET("set", 1),
        GET_VOLATILE("getVolatile", 0),
        SET_VOLATILE("setVolatile", 1),
        GET_OPAQUE("getOpaque", 0),
        SET_OPAQUE("setOpaque", 1),
        GET_ACQUIRE("getAcquire", 0),
        SET_RELEASE("setRelease", 1),
        COMPARE_AND_SET("compareAndSet", 2),
        COMPARE_AND_EXCHANGE("compareAndExchange", 3),
        COMPARE_AND_EXCHANGE_ACQUIRE("compareAndExchangeAcquire", 3),
        COMPARE_AND_EXCHANGE_RELEASE("compareAndExchangeRelease", 3),
        WEAK_COMPARE_AND_SET_PLAIN("weakCompareAndSetPlain", 2),
        WEAK_COMPARE_AND_SET("weakCompareAndSet", 2),
        WEAK_COMPARE_AND_SET_ACQUIRE("weakCompareAndSetAcquire", 2),
        WEAK_COMPARE_AND_SET_RELEASE("weakCompareAndSetRelease", 2),
        GET_AND_SET("getAndSet", 4),
        GET_AND_SET_ACQUIRE("getAndSetAcquire", 4),
        GET_AND_SET_RELEASE("getAndSetRelease", 4),
        GET_AND_ADD("getAndAdd", 4),
        GET_AND_ADD_ACQUIRE("getAndAddAcquire", 4),
        GET_AND_ADD_RELEASE("getAndAddRelease", 4),
        GET_AND_BITWISE_OR("getAndBitwiseOr", 4),
        GET_AND_BITWISE_OR_ACQUIRE("getAndBitwiseOrAcquire", 4),
        GET_AND_BITWISE_OR_RELEASE("getAndBitwiseOrRelease", 4),
        GET_AND_BITWISE_AND("getAndBitwiseAnd", 4),
        GET_AND_BITWISE_AND_ACQUIRE("getAndBitwiseAndAcquire", 4),
        GET_AND_BITWISE_AND_RELEASE("getAndBitwiseAndRelease", 4),
        GET_AND_BITWISE_XOR("getAndBitwiseXor", 4),
        GET_AND_BITWISE_XOR_ACQUIRE("getAndBitwiseXorAcquire", 4),
        GET_AND_BITWISE_XOR_RELEASE("getAndBitwiseXorRelease", 4);

        static final int READ = 0;
        static final int WRITE = 1;
        static final int COMPARE = 2;
        static final int EXCHANGE = 3;
        static final int UPDATE = 4;

        final int shape;
        private final String methodName;

        AccessMode(String methodName, int shape) {
            this.methodName = methodName;
            this.shape = shape;
        }

        public String methodName() {
            return methodName;
        }

        public static AccessMode valueFromMethodName(String methodName) {
            AccessMode[] all = values();
            for (int i = 0; i < all.length; i++) {
                if (all[i].methodName.equals(methodName)) {
                    return all[i];
                }
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
