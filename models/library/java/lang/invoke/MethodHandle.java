package java.lang.invoke;

import deadwood.internal.Conversions;
import deadwood.internal.Reflect;
import deadwood.internal.Runtime;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.constant.Constable;
import java.lang.constant.MethodHandleDesc;
import java.lang.reflect.Array;
import java.util.List;
import java.util.Optional;

/**
 * A typed reference to a method, constructor or field. This class is the direct
 * one, of a kind as in the class file; handles made from others are subclasses
 * in Java. All calls take boxed arguments; the virtual machine boxes at the call
 * site and calls the entry for the kind of result that is wanted.
 */
public class MethodHandle implements Constable {
    static final int ADAPTOR = 0;
    static final int GET_FIELD = 1;
    static final int GET_STATIC = 2;
    static final int PUT_FIELD = 3;
    static final int PUT_STATIC = 4;
    static final int INVOKE_VIRTUAL = 5;
    static final int INVOKE_STATIC = 6;
    static final int INVOKE_SPECIAL = 7;
    static final int NEW_INVOKE_SPECIAL = 8;
    static final int INVOKE_INTERFACE = 9;

    final MethodType type;
    /** A reference kind of the JVM specification, or ADAPTOR. */
    final int kind;
    /** The virtual machine's number of the method or field. */
    final int member;
    /** Whether invoke collects trailing arguments into an array. */
    final boolean varargs;

    MethodHandle(MethodType type, int kind, int member, boolean varargs) {
        this.type = type;
        this.kind = kind;
        this.member = member;
        this.varargs = varargs;
    }

    /** Marks the methods whose call sites have descriptors of their own. */
    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @interface PolymorphicSignature {
    }

    public MethodType type() {
        return type;
    }

    public final native @PolymorphicSignature Object invokeExact(Object... arguments) throws Throwable;

    public final native @PolymorphicSignature Object invoke(Object... arguments) throws Throwable;

    /** Entries for the call sites of invokeExact and invoke, by result. */
    static void $invokeV(MethodHandle handle, String descriptor, int exact, Object[] arguments) throws Throwable {
        callSite(handle, descriptor, exact, arguments);
    }

    /** For boolean, byte, char, short and int. */
    static int $invokeI(MethodHandle handle, String descriptor, int exact, Object[] arguments) throws Throwable {
        return Conversions.unboxInt(callSite(handle, descriptor, exact, arguments));
    }

    static long $invokeJ(MethodHandle handle, String descriptor, int exact, Object[] arguments) throws Throwable {
        return (Long) callSite(handle, descriptor, exact, arguments);
    }

    static float $invokeF(MethodHandle handle, String descriptor, int exact, Object[] arguments) throws Throwable {
        return (Float) callSite(handle, descriptor, exact, arguments);
    }

    static double $invokeD(MethodHandle handle, String descriptor, int exact, Object[] arguments) throws Throwable {
        return (Double) callSite(handle, descriptor, exact, arguments);
    }

    static Object $invokeL(MethodHandle handle, String descriptor, int exact, Object[] arguments) throws Throwable {
        return callSite(handle, descriptor, exact, arguments);
    }

    private static Object callSite(MethodHandle handle, String descriptor, int exact, Object[] arguments)
            throws Throwable {
        if (handle.type.toMethodDescriptorString().equals(descriptor)) {
            return handle.call(arguments);
        }
        MethodType site = MethodType.fromMethodDescriptorString(descriptor, null);
        if (exact != 0) {
            String expected = Runtime.featureVersion() < 21 ? "expected " : "handle's method type ";
            throw new WrongMethodTypeException(expected + handle.type + " but found " + site);
        }
        return handle.asType(site).call(arguments);
    }

    /** Calls with arguments that are exactly of the parameter types, primitives boxed. The result likewise. */
    Object call(Object[] arguments) throws Throwable {
        switch (kind) {
            case GET_FIELD:
                return Reflect.get(member, receiver(arguments), Conversions.kind(type.returnType()));
            case GET_STATIC:
                Reflect.initialize(Reflect.fieldClass(member));
                return Reflect.get(member, null, Conversions.kind(type.returnType()));
            case PUT_FIELD:
                Reflect.put(member, receiver(arguments), arguments[1], Conversions.kind(type.parameterType(1)));
                return null;
            case PUT_STATIC:
                Reflect.initialize(Reflect.fieldClass(member));
                Reflect.put(member, null, arguments[0], Conversions.kind(type.parameterType(0)));
                return null;
            case INVOKE_STATIC:
                Reflect.initialize(Reflect.methodClass(member));
                return Reflect.invoke(member, false, null, arguments, Conversions.kind(type.returnType()));
            case NEW_INVOKE_SPECIAL:
                Reflect.initialize(type.returnType());
                Object instance = Reflect.allocate(type.returnType());
                Reflect.invokeV(member, false, instance, arguments);
                return instance;
            default:
                Object[] rest = new Object[arguments.length - 1];
                System.arraycopy(arguments, 1, rest, 0, rest.length);
                return Reflect.invoke(
                        member, kind != INVOKE_SPECIAL, receiver(arguments), rest, Conversions.kind(type.returnType()));
        }
    }

    private static Object receiver(Object[] arguments) {
        if (arguments[0] == null) {
            throw new NullPointerException();
        }
        return arguments[0];
    }

    public Object invokeWithArguments(Object... arguments) throws Throwable {
        return asType(MethodType.genericMethodType(arguments.length)).call(arguments);
    }

    public Object invokeWithArguments(List<?> arguments) throws Throwable {
        return invokeWithArguments(arguments.toArray());
    }

    public MethodHandle asType(MethodType newType) {
        if (newType.equals(type)) {
            return this;
        }
        MethodHandle target = varargs ? collectingFor(newType) : this;
        if (!MethodHandles.canConvert(target.type, newType)) {
            throw new WrongMethodTypeException("cannot convert " + this + " to " + newType);
        }
        return new AdaptedHandle(newType, arguments -> {
            Object[] converted = new Object[arguments.length];
            for (int i = 0; i < converted.length; i++) {
                converted[i] = MethodHandles.convert(
                        arguments[i], newType.parameterType(i), target.type.parameterType(i));
            }
            Object result = target.call(converted);
            return MethodHandles.convertResult(result, target.type.returnType(), newType.returnType());
        });
    }

    /** For a call with so many arguments: as it stands if the last one can be the array, else collecting. */
    private MethodHandle collectingFor(MethodType site) {
        int fixed = type.parameterCount() - 1;
        Class<?> arrayType = type.lastParameterType();
        int given = site.parameterCount();
        if (given == fixed + 1 && arrayType.isAssignableFrom(site.lastParameterType())) {
            return asFixedArity();
        }
        if (given < fixed) {
            return asFixedArity();
        }
        return asFixedArity().asCollector(arrayType, given - fixed);
    }

    public MethodHandle asSpreader(Class<?> arrayType, int length) {
        return asSpreader(type.parameterCount() - length, arrayType, length);
    }

    public MethodHandle asSpreader(int position, Class<?> arrayType, int length) {
        if (!arrayType.isArray()) {
            throw new IllegalArgumentException("not an array type: " + arrayType.getName());
        }
        if (position < 0 || length < 0 || position + length > type.parameterCount()) {
            throw new IllegalArgumentException("bad spread array length");
        }
        MethodType newType = type.dropParameterTypes(position, position + length).insertParameterTypes(position, arrayType);
        return new AdaptedHandle(newType, arguments -> {
            Object array = arguments[position];
            int actual = array == null ? 0 : Array.getLength(array);
            if (actual != length) {
                throw new IllegalArgumentException("array is not of length " + length);
            }
            Object[] spread = new Object[type.parameterCount()];
            System.arraycopy(arguments, 0, spread, 0, position);
            for (int i = 0; i < length; i++) {
                spread[position + i] = MethodHandles.convert(Array.get(array, i), type.parameterType(position + i));
            }
            System.arraycopy(arguments, position + 1, spread, position + length, arguments.length - position - 1);
            return call(spread);
        });
    }

    public MethodHandle withVarargs(boolean makeVarargs) {
        return makeVarargs ? asVarargsCollector(type.lastParameterType()) : asFixedArity();
    }

    public MethodHandle asCollector(Class<?> arrayType, int length) {
        return asCollector(type.parameterCount() - 1, arrayType, length);
    }

    public MethodHandle asCollector(int position, Class<?> arrayType, int length) {
        if (!arrayType.isArray() || !type.parameterType(position).isAssignableFrom(arrayType)) {
            throw new IllegalArgumentException("array type not assignable to argument: " + this + ", " + arrayType.getName());
        }
        Class<?>[] elements = new Class<?>[length];
        for (int i = 0; i < length; i++) {
            elements[i] = arrayType.getComponentType();
        }
        MethodType newType = type.dropParameterTypes(position, position + 1).insertParameterTypes(position, elements);
        return new AdaptedHandle(newType, arguments -> {
            Object array = Array.newInstance(arrayType.getComponentType(), length);
            for (int i = 0; i < length; i++) {
                Array.set(array, i, arguments[position + i]);
            }
            Object[] collected = new Object[type.parameterCount()];
            System.arraycopy(arguments, 0, collected, 0, position);
            collected[position] = array;
            System.arraycopy(
                    arguments, position + length, collected, position + 1, arguments.length - position - length);
            return call(collected);
        });
    }

    public MethodHandle asVarargsCollector(Class<?> arrayType) {
        if (!arrayType.isArray() || !type.lastParameterType().isAssignableFrom(arrayType)) {
            throw new IllegalArgumentException("array type not assignable to trailing argument: " + this);
        }
        return varargs ? this : new AdaptedHandle(type, this::call, true);
    }

    public boolean isVarargsCollector() {
        return varargs;
    }

    public MethodHandle asFixedArity() {
        return varargs ? new MethodHandle(type, kind, member, false) : this;
    }

    public MethodHandle bindTo(Object receiver) {
        if (type.parameterCount() == 0 || type.parameterType(0).isPrimitive()) {
            throw new IllegalArgumentException("no leading reference parameter");
        }
        return MethodHandles.insertArguments(asFixedArity(), 0, type.parameterType(0).cast(receiver));
    }

    @Override
    public Optional<MethodHandleDesc> describeConstable() {
        throw Runtime.unsupported("MethodHandle.describeConstable");
    }

    @Override
    public String toString() {
        return "MethodHandle" + type;
    }
}
