package java.lang.invoke;

import deadwood.internal.Conversions;
import deadwood.internal.Descriptors;
import deadwood.internal.Reflect;
import deadwood.internal.Runtime;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteOrder;
import java.util.List;
import jdk.internal.reflect.Reflection;

/** Makes method handles: by looking members up, and from other handles. */
public class MethodHandles {
    private static final int VARARGS = 0x80;

    private MethodHandles() {
    }

    public static Lookup lookup() {
        return new Lookup(Reflection.getCallerClass(), Lookup.FULL);
    }

    public static Lookup publicLookup() {
        return new Lookup(Object.class, Lookup.UNCONDITIONAL);
    }

    public static Lookup privateLookupIn(Class<?> target, Lookup caller) throws IllegalAccessException {
        if (target.isPrimitive() || target.isArray()) {
            throw new IllegalArgumentException(target + " is a primitive class");
        }
        Module module = target.getModule();
        if (caller.lookupClass().getModule() != module && module.isNamed()) {
            throw new IllegalAccessException(module + " does not open " + target.getPackageName() + " to "
                    + caller.lookupClass().getModule());
        }
        return new Lookup(target, Lookup.FULL & ~Lookup.ORIGINAL);
    }

    public static <T> T classData(Lookup caller, String name, Class<T> type) {
        throw Runtime.unsupported("MethodHandles.classData");
    }

    public static <T> T classDataAt(Lookup caller, String name, Class<T> type, int index) {
        throw Runtime.unsupported("MethodHandles.classDataAt");
    }

    public static <T extends Member> T reflectAs(Class<T> expected, MethodHandle target) {
        Member member;
        switch (target.kind) {
            case MethodHandle.ADAPTOR:
                throw new IllegalArgumentException("not a direct method handle");
            case MethodHandle.GET_FIELD:
            case MethodHandle.GET_STATIC:
            case MethodHandle.PUT_FIELD:
            case MethodHandle.PUT_STATIC:
                member = Field.of(target.member);
                break;
            case MethodHandle.NEW_INVOKE_SPECIAL:
                member = Constructor.of(target.member);
                break;
            default:
                member = Method.of(target.member);
        }
        return expected.cast(member);
    }

    /** A constant of the class file. For the virtual machine; the descriptor of a field kind is the field's. */
    public static MethodHandle $constant(int kind, Class<?> owner, String name, String descriptor, Class<?> caller) {
        try {
            if (kind <= MethodHandle.PUT_STATIC) {
                boolean isStatic = kind == MethodHandle.GET_STATIC || kind == MethodHandle.PUT_STATIC;
                int field = Lookup.field(owner, name, descriptor);
                if (field < 0) {
                    throw new NoSuchFieldError(name);
                }
                boolean isSetter = kind == MethodHandle.PUT_FIELD || kind == MethodHandle.PUT_STATIC;
                return Lookup.fieldHandle(owner, field, isStatic, isSetter);
            }
            boolean isSpecial = kind == MethodHandle.INVOKE_SPECIAL;
            int method = kind == MethodHandle.NEW_INVOKE_SPECIAL
                    ? Lookup.constructor(owner, descriptor)
                    : Lookup.method(isSpecial ? Lookup.above(owner, caller) : owner, name, descriptor);
            if (method < 0) {
                throw new NoSuchMethodError(owner.getName() + "." + name + descriptor);
            }
            return Lookup.methodHandle(
                    kind, isSpecial ? caller : owner, method, MethodType.fromMethodDescriptorString(descriptor, null));
        } catch (TypeNotPresentException e) {
            throw new NoClassDefFoundError(e.typeName());
        }
    }

    /** Whether asType can turn the one type into the other. */
    static boolean canConvert(MethodType from, MethodType to) {
        if (from.parameterCount() != to.parameterCount()) {
            return false;
        }
        for (int i = 0; i < from.parameterCount(); i++) {
            if (!canConvert(to.parameterType(i), from.parameterType(i))) {
                return false;
            }
        }
        return from.returnType() == void.class
                || to.returnType() == void.class
                || canConvert(from.returnType(), to.returnType());
    }

    private static boolean canConvert(Class<?> from, Class<?> to) {
        if (!from.isPrimitive() && !to.isPrimitive()) {
            return true;
        }
        if (from.isPrimitive() && to.isPrimitive()) {
            return Conversions.widens(Conversions.kind(from), Conversions.kind(to));
        }
        if (from.isPrimitive()) {
            return to.isAssignableFrom(Conversions.boxClass(from));
        }
        char held = Conversions.boxKind(from);
        return held == 'L'
                ? from.isAssignableFrom(Conversions.boxClass(to))
                : Conversions.widens(held, Conversions.kind(to));
    }

    /** As below. What was a primitive value is boxed as the language does it, which shares small boxes. */
    static Object convert(Object value, Class<?> from, Class<?> to) {
        return from.isPrimitive() && !to.isPrimitive() ? Conversions.rebox(value) : convert(value, to);
    }

    /** A value on its way to a parameter or result of the given type; the types are known to fit. */
    static Object convert(Object value, Class<?> to) {
        if (!to.isPrimitive()) {
            return to.isInterface() ? value : to.cast(value);
        }
        if (to == void.class) {
            return null;
        }
        if (value == null) {
            throw new NullPointerException();
        }
        char kind = Conversions.kind(to);
        if (Conversions.boxKind(value.getClass()) == 'L') {
            // As the JVM does it: no box at all fails in another way than a box of another kind.
            value = (Number) value;
        }
        if (!Conversions.widens(Conversions.boxKind(value.getClass()), kind)) {
            throw new ClassCastException(
                    "Cannot cast " + value.getClass().getName() + " to " + Conversions.boxClass(to).getName());
        }
        return Conversions.widen(value, kind);
    }

    static Object convertResult(Object result, Class<?> from, Class<?> to) {
        return from == void.class ? Conversions.zero(to) : convert(result, from, to);
    }

    private static Class<?> array(Class<?> type) {
        if (!type.isArray()) {
            throw new IllegalArgumentException("not an array type: " + type.getName());
        }
        return type;
    }

    private static Class<?> variables(Class<?> arrayType) {
        if (!arrayType.isArray()) {
            throw new IllegalArgumentException("not an array: " + arrayType.getName());
        }
        return arrayType;
    }

    public static MethodHandle arrayConstructor(Class<?> arrayType) {
        Class<?> component = array(arrayType).getComponentType();
        return new AdaptedHandle(
                MethodType.methodType(arrayType, int.class),
                arguments -> Array.newInstance(component, ((Integer) arguments[0]).intValue()));
    }

    public static MethodHandle arrayLength(Class<?> arrayType) {
        return new AdaptedHandle(
                MethodType.methodType(int.class, array(arrayType)), arguments -> Array.getLength(arguments[0]));
    }

    public static MethodHandle arrayElementGetter(Class<?> arrayType) {
        return new AdaptedHandle(
                MethodType.methodType(array(arrayType).getComponentType(), arrayType, int.class),
                arguments -> Array.get(arguments[0], (Integer) arguments[1]));
    }

    public static MethodHandle arrayElementSetter(Class<?> arrayType) {
        return new AdaptedHandle(
                MethodType.methodType(void.class, arrayType, int.class, array(arrayType).getComponentType()),
                arguments -> {
                    Array.set(arguments[0], (Integer) arguments[1], arguments[2]);
                    return null;
                });
    }

    public static VarHandle arrayElementVarHandle(Class<?> arrayType) {
        return VarHandle.ofArray(variables(arrayType));
    }

    public static VarHandle byteArrayViewVarHandle(Class<?> viewArrayType, ByteOrder order) {
        return VarHandle.ofByteArrayView(variables(viewArrayType), order == ByteOrder.BIG_ENDIAN);
    }

    public static VarHandle byteBufferViewVarHandle(Class<?> viewArrayType, ByteOrder order) {
        return VarHandle.ofByteBufferView(variables(viewArrayType), order == ByteOrder.BIG_ENDIAN);
    }

    public static MethodHandle exactInvoker(MethodType type) {
        return new AdaptedHandle(type.insertParameterTypes(0, MethodHandle.class), arguments -> {
            MethodHandle handle = (MethodHandle) arguments[0];
            if (!handle.type.equals(type)) {
                throw new WrongMethodTypeException("expected " + handle.type + " but found " + type);
            }
            return handle.call(tail(arguments, 1));
        });
    }

    public static MethodHandle invoker(MethodType type) {
        return new AdaptedHandle(
                type.insertParameterTypes(0, MethodHandle.class),
                arguments -> ((MethodHandle) arguments[0]).asType(type).call(tail(arguments, 1)));
    }

    public static MethodHandle spreadInvoker(MethodType type, int leading) {
        return invoker(type).asSpreader(Object[].class, type.parameterCount() - leading);
    }

    public static MethodHandle varHandleExactInvoker(VarHandle.AccessMode mode, MethodType type) {
        return variableInvoker(mode, type, true);
    }

    public static MethodHandle varHandleInvoker(VarHandle.AccessMode mode, MethodType type) {
        return variableInvoker(mode, type, false);
    }

    private static MethodHandle variableInvoker(VarHandle.AccessMode mode, MethodType type, boolean isExact) {
        int number = mode.ordinal();
        return new AdaptedHandle(type.insertParameterTypes(0, VarHandle.class), arguments -> {
            VarHandle handle = (VarHandle) arguments[0];
            MethodType own = handle.accessModeType(mode);
            if (isExact && !own.equals(type)) {
                String one = own.insertParameterTypes(0, VarHandle.class).toString();
                String other = type.insertParameterTypes(0, VarHandle.class).toString();
                throw new WrongMethodTypeException(Runtime.featureVersion() < 21
                        ? "expected " + other + " but found " + one
                        : "handle's method type " + one + " but found " + other);
            }
            return handle.invoke(number, type, handle.exact, tail(arguments, 1));
        });
    }

    public static MethodHandle explicitCastArguments(MethodHandle target, MethodType newType) {
        MethodHandle fixed = target.asFixedArity();
        if (fixed.type.parameterCount() != newType.parameterCount()) {
            throw new WrongMethodTypeException("cannot explicitly cast " + target + " to " + newType);
        }
        return new AdaptedHandle(newType, arguments -> {
            Object[] converted = new Object[arguments.length];
            for (int i = 0; i < converted.length; i++) {
                converted[i] = castExplicitly(arguments[i], fixed.type.parameterType(i));
            }
            Object result = fixed.call(converted);
            return fixed.type.returnType() == void.class
                    ? Conversions.zero(newType.returnType())
                    : castExplicitly(result, newType.returnType());
        });
    }

    /** As a cast in the language, and null becomes zero. */
    private static Object castExplicitly(Object value, Class<?> to) {
        if (!to.isPrimitive() || to == void.class) {
            return convert(value, to);
        }
        if (value == null) {
            return Conversions.zero(to);
        }
        char kind = Conversions.kind(to);
        if (value instanceof Boolean) {
            return kind == 'Z' ? value : Conversions.convert((Boolean) value ? 1 : 0, kind);
        }
        Number number = value instanceof Character ? Integer.valueOf((Character) value) : (Number) value;
        return Conversions.convert(number, kind);
    }

    public static MethodHandle permuteArguments(MethodHandle target, MethodType newType, int... reorder) {
        MethodHandle fixed = target.asFixedArity();
        return new AdaptedHandle(newType, arguments -> {
            Object[] permuted = new Object[reorder.length];
            for (int i = 0; i < reorder.length; i++) {
                permuted[i] = arguments[reorder[i]];
            }
            return fixed.call(permuted);
        });
    }

    public static MethodHandle constant(Class<?> type, Object value) {
        if (type == void.class) {
            throw new IllegalArgumentException("void type");
        }
        Object converted = convert(value, type);
        return new AdaptedHandle(MethodType.methodType(type), arguments -> converted);
    }

    public static MethodHandle identity(Class<?> type) {
        return new AdaptedHandle(MethodType.methodType(type, type), arguments -> arguments[0]);
    }

    public static MethodHandle zero(Class<?> type) {
        return new AdaptedHandle(MethodType.methodType(type), arguments -> Conversions.zero(type));
    }

    public static MethodHandle empty(MethodType type) {
        return new AdaptedHandle(type, arguments -> Conversions.zero(type.returnType()));
    }

    private static Object[] tail(Object[] arguments, int from) {
        return slice(arguments, from, arguments.length);
    }

    private static Object[] slice(Object[] arguments, int from, int to) {
        Object[] part = new Object[to - from];
        System.arraycopy(arguments, from, part, 0, part.length);
        return part;
    }

    /** The arguments with those from one index to another replaced by others. */
    private static Object[] spliced(Object[] arguments, int from, int to, Object[] others) {
        Object[] all = new Object[arguments.length - (to - from) + others.length];
        System.arraycopy(arguments, 0, all, 0, from);
        System.arraycopy(others, 0, all, from, others.length);
        System.arraycopy(arguments, to, all, from + others.length, arguments.length - to);
        return all;
    }

    public static MethodHandle insertArguments(MethodHandle target, int position, Object... values) {
        MethodHandle fixed = target.asFixedArity();
        if (position < 0 || position + values.length > fixed.type.parameterCount()) {
            throw new IllegalArgumentException("too many values to insert");
        }
        Object[] bound = new Object[values.length];
        for (int i = 0; i < values.length; i++) {
            bound[i] = convert(values[i], fixed.type.parameterType(position + i));
        }
        return new AdaptedHandle(
                fixed.type.dropParameterTypes(position, position + values.length),
                arguments -> fixed.call(spliced(arguments, position, position, bound)));
    }

    public static MethodHandle dropArguments(MethodHandle target, int position, List<Class<?>> types) {
        return dropArguments(target, position, types.toArray(new Class<?>[0]));
    }

    public static MethodHandle dropArguments(MethodHandle target, int position, Class<?>... types) {
        MethodHandle fixed = target.asFixedArity();
        int end = position + types.length;
        return new AdaptedHandle(
                fixed.type.insertParameterTypes(position, types),
                arguments -> fixed.call(spliced(arguments, position, end, new Object[0])));
    }

    public static MethodHandle dropArgumentsToMatch(MethodHandle target, int skip, List<Class<?>> types, int position) {
        int matched = target.type.parameterCount() - skip;
        Class<?>[] all = types.toArray(new Class<?>[0]);
        Class<?>[] before = new Class<?>[position];
        System.arraycopy(all, 0, before, 0, position);
        Class<?>[] after = new Class<?>[all.length - position - matched];
        System.arraycopy(all, position + matched, after, 0, after.length);
        return dropArguments(dropArguments(target, target.type.parameterCount(), after), skip, before);
    }

    public static MethodHandle dropReturn(MethodHandle target) {
        MethodHandle fixed = target.asFixedArity();
        return new AdaptedHandle(fixed.type.changeReturnType(void.class), arguments -> {
            fixed.call(arguments);
            return null;
        });
    }

    public static MethodHandle filterArguments(MethodHandle target, int position, MethodHandle... filters) {
        MethodHandle fixed = target.asFixedArity();
        MethodType newType = fixed.type;
        for (int i = 0; i < filters.length; i++) {
            if (filters[i] != null) {
                if (filters[i].type.parameterCount() != 1
                        || filters[i].type.returnType() != fixed.type.parameterType(position + i)) {
                    throw new IllegalArgumentException("target and filter types do not match: " + target + ", " + filters[i]);
                }
                newType = newType.changeParameterType(position + i, filters[i].type.parameterType(0));
            }
        }
        return new AdaptedHandle(newType, arguments -> {
            Object[] filtered = arguments.clone();
            for (int i = 0; i < filters.length; i++) {
                if (filters[i] != null) {
                    filtered[position + i] = filters[i].call(new Object[] {arguments[position + i]});
                }
            }
            return fixed.call(filtered);
        });
    }

    public static MethodHandle collectArguments(MethodHandle target, int position, MethodHandle filter) {
        MethodHandle fixed = target.asFixedArity();
        boolean isVoid = filter.type.returnType() == void.class;
        if (!isVoid && filter.type.returnType() != fixed.type.parameterType(position)) {
            throw new IllegalArgumentException("target and filter types do not match: " + target + ", " + filter);
        }
        int end = position + filter.type.parameterCount();
        MethodType kept = isVoid ? fixed.type : fixed.type.dropParameterTypes(position, position + 1);
        return new AdaptedHandle(kept.insertParameterTypes(position, filter.type.parameterArray()), arguments -> {
            Object collected = filter.call(slice(arguments, position, end));
            Object[] passed = isVoid ? new Object[0] : new Object[] {collected};
            return fixed.call(spliced(arguments, position, end, passed));
        });
    }

    public static MethodHandle filterReturnValue(MethodHandle target, MethodHandle filter) {
        MethodHandle fixed = target.asFixedArity();
        boolean isVoid = fixed.type.returnType() == void.class;
        if (filter.type.parameterCount() != (isVoid ? 0 : 1)
                || (!isVoid && filter.type.parameterType(0) != fixed.type.returnType())) {
            throw new IllegalArgumentException("target and filter types do not match: " + target + ", " + filter);
        }
        return new AdaptedHandle(fixed.type.changeReturnType(filter.type.returnType()), arguments -> {
            Object result = fixed.call(arguments);
            return filter.call(isVoid ? new Object[0] : new Object[] {result});
        });
    }

    public static MethodHandle foldArguments(MethodHandle target, MethodHandle combiner) {
        return foldArguments(target, 0, combiner);
    }

    public static MethodHandle foldArguments(MethodHandle target, int position, MethodHandle combiner) {
        MethodHandle fixed = target.asFixedArity();
        boolean isVoid = combiner.type.returnType() == void.class;
        int start = isVoid ? position : position + 1;
        for (int i = 0; i < combiner.type.parameterCount(); i++) {
            if (combiner.type.parameterType(i) != fixed.type.parameterType(start + i)) {
                throw new IllegalArgumentException("target and combiner types do not match: " + target + ", " + combiner);
            }
        }
        MethodType newType = isVoid ? fixed.type : fixed.type.dropParameterTypes(position, position + 1);
        return new AdaptedHandle(newType, arguments -> {
            Object folded = combiner.call(slice(arguments, position, position + combiner.type.parameterCount()));
            return fixed.call(isVoid ? arguments : spliced(arguments, position, position, new Object[] {folded}));
        });
    }

    public static MethodHandle guardWithTest(MethodHandle test, MethodHandle target, MethodHandle fallback) {
        if (!target.type.equals(fallback.type)) {
            throw new IllegalArgumentException("target and fallback types must match: " + target.type + " != " + fallback.type);
        }
        if (test.type.returnType() != boolean.class) {
            throw new IllegalArgumentException("guard type is not a predicate " + test.type);
        }
        int tested = test.type.parameterCount();
        return new AdaptedHandle(target.type, arguments -> {
            boolean holds = (Boolean) test.call(slice(arguments, 0, tested));
            return holds ? target.call(arguments) : fallback.call(arguments);
        });
    }

    public static MethodHandle catchException(
            MethodHandle target, Class<? extends Throwable> type, MethodHandle handler) {
        int passed = handler.type.parameterCount() - 1;
        if (passed < 0 || !handler.type.parameterType(0).isAssignableFrom(type)
                || handler.type.returnType() != target.type.returnType()) {
            throw new IllegalArgumentException("handler does not accept exception type " + type);
        }
        return new AdaptedHandle(target.type, arguments -> {
            try {
                return target.call(arguments);
            } catch (Throwable thrown) {
                if (!type.isInstance(thrown)) {
                    throw thrown;
                }
                return handler.call(spliced(slice(arguments, 0, passed), 0, 0, new Object[] {thrown}));
            }
        });
    }

    public static MethodHandle throwException(Class<?> returnType, Class<? extends Throwable> type) {
        return new AdaptedHandle(MethodType.methodType(returnType, type), arguments -> {
            if (arguments[0] == null) {
                throw new NullPointerException();
            }
            throw (Throwable) arguments[0];
        });
    }

    public static MethodHandle tryFinally(MethodHandle target, MethodHandle cleanup) {
        boolean isVoid = target.type.returnType() == void.class;
        int passed = cleanup.type.parameterCount() - (isVoid ? 1 : 2);
        return new AdaptedHandle(target.type, arguments -> {
            Throwable thrown = null;
            Object result = Conversions.zero(target.type.returnType());
            try {
                result = target.call(arguments);
            } catch (Throwable t) {
                thrown = t;
                throw t;
            } finally {
                Object[] leading = isVoid ? new Object[] {thrown} : new Object[] {thrown, result};
                result = cleanup.call(spliced(slice(arguments, 0, passed), 0, 0, leading));
            }
            return result;
        });
    }

    public static MethodHandle tableSwitch(MethodHandle fallback, MethodHandle... targets) {
        return new AdaptedHandle(fallback.type, arguments -> {
            int selector = (Integer) arguments[0];
            boolean inside = selector >= 0 && selector < targets.length;
            return inside ? targets[selector].call(arguments) : fallback.call(arguments);
        });
    }

    public static MethodHandle loop(MethodHandle[]... clauses) {
        throw Runtime.unsupported("MethodHandles.loop");
    }

    public static MethodHandle whileLoop(MethodHandle init, MethodHandle pred, MethodHandle body) {
        throw Runtime.unsupported("MethodHandles.whileLoop");
    }

    public static MethodHandle doWhileLoop(MethodHandle init, MethodHandle body, MethodHandle pred) {
        throw Runtime.unsupported("MethodHandles.doWhileLoop");
    }

    public static MethodHandle countedLoop(MethodHandle iterations, MethodHandle init, MethodHandle body) {
        throw Runtime.unsupported("MethodHandles.countedLoop");
    }

    public static MethodHandle countedLoop(MethodHandle start, MethodHandle end, MethodHandle init, MethodHandle body) {
        throw Runtime.unsupported("MethodHandles.countedLoop");
    }

    public static MethodHandle iteratedLoop(MethodHandle iterator, MethodHandle init, MethodHandle body) {
        throw Runtime.unsupported("MethodHandles.iteratedLoop");
    }

    /** Finds members with the rights of a class. */
    public static final class Lookup {
        public static final int PUBLIC = Modifier.PUBLIC;
        public static final int PRIVATE = Modifier.PRIVATE;
        public static final int PROTECTED = Modifier.PROTECTED;
        public static final int PACKAGE = Modifier.STATIC;
        public static final int MODULE = 0x10;
        public static final int UNCONDITIONAL = 0x20;
        public static final int ORIGINAL = 0x40;

        static final int FULL = PUBLIC | PRIVATE | PROTECTED | PACKAGE | MODULE | ORIGINAL;

        private static final String[] KINDS = {
            "", "getField", "getStatic", "putField", "putStatic", "invokeVirtual", "invokeStatic", "invokeSpecial",
            "newInvokeSpecial", "invokeInterface"
        };

        private final Class<?> lookupClass;
        private final int modes;

        Lookup(Class<?> lookupClass, int modes) {
            this.lookupClass = lookupClass;
            this.modes = modes;
        }

        /** How hidden classes are defined. */
        public enum ClassOption {
            NESTMATE,
            STRONG
        }

        public Class<?> lookupClass() {
            return lookupClass;
        }

        public Class<?> previousLookupClass() {
            return null;
        }

        public int lookupModes() {
            return modes;
        }

        public Lookup in(Class<?> other) {
            if (other == lookupClass) {
                return this;
            }
            int kept = modes & ~(PROTECTED | ORIGINAL);
            if (!other.getPackageName().equals(lookupClass.getPackageName())) {
                kept &= ~(PACKAGE | PRIVATE);
            }
            return new Lookup(other, other.isNestmateOf(lookupClass) ? kept : kept & ~PRIVATE);
        }

        public Lookup dropLookupMode(int mode) {
            return new Lookup(lookupClass, modes & ~(mode | PROTECTED | ORIGINAL));
        }

        public Class<?> defineClass(byte[] bytes) {
            throw Runtime.unsupported("Lookup.defineClass");
        }

        public Lookup defineHiddenClass(byte[] bytes, boolean initialize, ClassOption... options) {
            throw Runtime.unsupported("Lookup.defineHiddenClass");
        }

        public Lookup defineHiddenClassWithClassData(
                byte[] bytes, Object data, boolean initialize, ClassOption... options) {
            throw Runtime.unsupported("Lookup.defineHiddenClassWithClassData");
        }

        @Override
        public String toString() {
            return lookupClass.getName();
        }

        /** In the class, its superclasses and its interfaces; a method with a body first. -1 if there is none. */
        static int method(Class<?> owner, String name, String descriptor) {
            for (Class<?> c = owner; c != null; c = c.getSuperclass()) {
                int own = declared(c, name, descriptor);
                if (own >= 0) {
                    return own;
                }
            }
            int found = -1;
            for (Class<?> c = owner; c != null; c = c.getSuperclass()) {
                found = better(found, inherited(c, name, descriptor));
            }
            return found < 0 && owner.isInterface() ? declared(Object.class, name, descriptor) : found;
        }

        private static int declared(Class<?> owner, String name, String descriptor) {
            int[] methods = Reflect.methods(owner);
            for (int i = 0; i < methods.length; i++) {
                if (Reflect.methodName(methods[i]).equals(name)
                        && Reflect.methodDescriptor(methods[i]).equals(descriptor)) {
                    return methods[i];
                }
            }
            return -1;
        }

        private static int inherited(Class<?> owner, String name, String descriptor) {
            int found = -1;
            Class<?>[] interfaces = owner.getInterfaces();
            for (int i = 0; i < interfaces.length; i++) {
                int own = declared(interfaces[i], name, descriptor);
                found = better(found, own >= 0 ? own : inherited(interfaces[i], name, descriptor));
            }
            return found;
        }

        private static int better(int one, int other) {
            if (one < 0 || other < 0) {
                return Math.max(one, other);
            }
            return Modifier.isAbstract(Reflect.methodModifiers(one)) ? other : one;
        }

        static int constructor(Class<?> owner, String descriptor) {
            int[] constructors = Reflect.constructors(owner);
            for (int i = 0; i < constructors.length; i++) {
                if (Reflect.methodDescriptor(constructors[i]).equals(descriptor)) {
                    return constructors[i];
                }
            }
            return -1;
        }

        /** In the class, its interfaces, its superclasses. */
        static int field(Class<?> owner, String name, String descriptor) {
            int[] fields = Reflect.fields(owner);
            for (int i = 0; i < fields.length; i++) {
                if (Reflect.fieldName(fields[i]).equals(name) && Reflect.fieldDescriptor(fields[i]).equals(descriptor)) {
                    return fields[i];
                }
            }
            Class<?>[] interfaces = owner.getInterfaces();
            for (int i = 0; i < interfaces.length; i++) {
                int found = field(interfaces[i], name, descriptor);
                if (found >= 0) {
                    return found;
                }
            }
            return owner.getSuperclass() == null ? -1 : field(owner.getSuperclass(), name, descriptor);
        }

        /** Where a super call that names a class begins to look: in the superclass, whichever it names. */
        static Class<?> above(Class<?> named, Class<?> caller) {
            boolean isSuperCall = named != caller && !named.isInterface() && named.isAssignableFrom(caller);
            return isSuperCall ? caller.getSuperclass() : named;
        }

        static MethodHandle methodHandle(int kind, Class<?> owner, int method, MethodType type) {
            boolean varargs = (Reflect.methodModifiers(method) & VARARGS) != 0;
            MethodType whole;
            if (kind == MethodHandle.INVOKE_STATIC) {
                whole = type;
            } else if (kind == MethodHandle.NEW_INVOKE_SPECIAL) {
                whole = type.changeReturnType(owner);
            } else {
                whole = type.insertParameterTypes(0, owner);
            }
            return new MethodHandle(whole, kind, method, varargs);
        }

        static MethodHandle fieldHandle(Class<?> owner, int field, boolean isStatic, boolean isSetter) {
            Class<?> type = Descriptors.type(Reflect.fieldDescriptor(field));
            MethodType whole = isSetter ? MethodType.methodType(void.class, type) : MethodType.methodType(type);
            int kind = isSetter
                    ? isStatic ? MethodHandle.PUT_STATIC : MethodHandle.PUT_FIELD
                    : isStatic ? MethodHandle.GET_STATIC : MethodHandle.GET_FIELD;
            return new MethodHandle(isStatic ? whole : whole.insertParameterTypes(0, owner), kind, field, false);
        }

        private void checkAccess(Class<?> declaring, int modifiers, String what) throws IllegalAccessException {
            boolean allowed = (modes & PRIVATE) != 0
                    ? Reflection.verifyMemberAccess(lookupClass, declaring, null, modifiers)
                    : Modifier.isPublic(modifiers) && Modifier.isPublic(declaring.getModifiers());
            if (!allowed) {
                String reason = Modifier.isPrivate(modifiers) ? "member is private: "
                        : Modifier.isProtected(modifiers) ? "member is protected: "
                        : Modifier.isPublic(modifiers) ? "class is not public: " : "member is private to package: ";
                throw new IllegalAccessException(
                        reason + what + ", from " + lookupClass + " (" + lookupClass.getModule() + ")");
            }
        }

        private MethodHandle find(int kind, Class<?> owner, String name, MethodType type)
                throws NoSuchMethodException, IllegalAccessException {
            boolean isConstructor = kind == MethodHandle.NEW_INVOKE_SPECIAL;
            String descriptor = type.toMethodDescriptorString();
            String what = owner.getName() + "." + name + type + "/" + KINDS[kind];
            int method = isConstructor ? constructor(owner, descriptor) : method(owner, name, descriptor);
            if (method < 0) {
                String missing = isConstructor ? "no such constructor: " : "no such method: ";
                throw new NoSuchMethodException(missing + what);
            }
            int modifiers = Reflect.methodModifiers(method);
            if (Modifier.isStatic(modifiers) != (kind == MethodHandle.INVOKE_STATIC)) {
                throw new IllegalAccessException("no such method: " + what);
            }
            checkAccess(Reflect.methodClass(method), modifiers, what);
            return methodHandle(kind, owner, method, type);
        }

        public MethodHandle findStatic(Class<?> owner, String name, MethodType type)
                throws NoSuchMethodException, IllegalAccessException {
            return find(MethodHandle.INVOKE_STATIC, owner, name, type);
        }

        public MethodHandle findVirtual(Class<?> owner, String name, MethodType type)
                throws NoSuchMethodException, IllegalAccessException {
            if (owner == MethodHandle.class && name.equals("invokeExact")) {
                return exactInvoker(type);
            }
            if (owner == MethodHandle.class && name.equals("invoke")) {
                return invoker(type);
            }
            VarHandle.AccessMode mode = owner == VarHandle.class ? VarHandle.AccessMode.named(name) : null;
            if (mode != null) {
                return varHandleInvoker(mode, type);
            }
            return find(
                    owner.isInterface() ? MethodHandle.INVOKE_INTERFACE : MethodHandle.INVOKE_VIRTUAL, owner, name, type);
        }

        public MethodHandle findConstructor(Class<?> owner, MethodType type)
                throws NoSuchMethodException, IllegalAccessException {
            if (owner.isArray()) {
                throw new NoSuchMethodException("no constructor for array class: " + owner.getName());
            }
            return find(MethodHandle.NEW_INVOKE_SPECIAL, owner, "<init>", type);
        }

        public Class<?> findClass(String name) throws ClassNotFoundException {
            return Class.forName(name, false, lookupClass.getClassLoader());
        }

        public Class<?> ensureInitialized(Class<?> type) throws IllegalAccessException {
            if (type.isPrimitive()) {
                throw new IllegalArgumentException(type + " is a primitive class");
            }
            if (!type.isArray()) {
                Reflect.initialize(type);
            }
            return type;
        }

        public Class<?> accessClass(Class<?> type) throws IllegalAccessException {
            return type;
        }

        public MethodHandle findSpecial(Class<?> owner, String name, MethodType type, Class<?> caller)
                throws NoSuchMethodException, IllegalAccessException {
            if (caller != lookupClass || (modes & PRIVATE) == 0) {
                throw new IllegalAccessException("no private access for invokespecial: " + caller + ", from " + this);
            }
            MethodHandle found = find(MethodHandle.INVOKE_SPECIAL, above(owner, caller), name, type);
            return new MethodHandle(
                    found.type.changeParameterType(0, caller), MethodHandle.INVOKE_SPECIAL, found.member, found.varargs);
        }

        private int findField(Class<?> owner, String name, Class<?> type, int kind)
                throws NoSuchFieldException, IllegalAccessException {
            String what = owner.getName() + "." + name + "/" + type.getName() + "/" + KINDS[kind];
            int field = field(owner, name, type.descriptorString());
            if (field < 0) {
                throw new NoSuchFieldException("no such field: " + what);
            }
            int modifiers = Reflect.fieldModifiers(field);
            boolean isStatic = kind == MethodHandle.GET_STATIC || kind == MethodHandle.PUT_STATIC;
            if (Modifier.isStatic(modifiers) != isStatic) {
                throw new IllegalAccessException("no such field: " + what);
            }
            checkAccess(Reflect.fieldClass(field), modifiers, what);
            boolean isSetter = kind == MethodHandle.PUT_FIELD || kind == MethodHandle.PUT_STATIC;
            if (isSetter && Modifier.isFinal(modifiers)) {
                throw new IllegalAccessException("final field has no write access: " + what + ", from " + lookupClass
                        + " (" + lookupClass.getModule() + ")");
            }
            return field;
        }

        public MethodHandle findGetter(Class<?> owner, String name, Class<?> type)
                throws NoSuchFieldException, IllegalAccessException {
            return fieldHandle(owner, findField(owner, name, type, MethodHandle.GET_FIELD), false, false);
        }

        public MethodHandle findSetter(Class<?> owner, String name, Class<?> type)
                throws NoSuchFieldException, IllegalAccessException {
            return fieldHandle(owner, findField(owner, name, type, MethodHandle.PUT_FIELD), false, true);
        }

        public MethodHandle findStaticGetter(Class<?> owner, String name, Class<?> type)
                throws NoSuchFieldException, IllegalAccessException {
            return fieldHandle(owner, findField(owner, name, type, MethodHandle.GET_STATIC), true, false);
        }

        public MethodHandle findStaticSetter(Class<?> owner, String name, Class<?> type)
                throws NoSuchFieldException, IllegalAccessException {
            return fieldHandle(owner, findField(owner, name, type, MethodHandle.PUT_STATIC), true, true);
        }

        public VarHandle findVarHandle(Class<?> owner, String name, Class<?> type)
                throws NoSuchFieldException, IllegalAccessException {
            return VarHandle.ofField(owner, findField(owner, name, type, MethodHandle.GET_FIELD));
        }

        public VarHandle findStaticVarHandle(Class<?> owner, String name, Class<?> type)
                throws NoSuchFieldException, IllegalAccessException {
            return VarHandle.ofField(owner, findField(owner, name, type, MethodHandle.GET_STATIC));
        }

        public MethodHandle bind(Object receiver, String name, MethodType type)
                throws NoSuchMethodException, IllegalAccessException {
            MethodHandle found = findVirtual(receiver.getClass(), name, type);
            MethodHandle bound = found.bindTo(receiver);
            return found.varargs ? bound.asVarargsCollector(bound.type.lastParameterType()) : bound;
        }

        public MethodHandle unreflect(Method method) throws IllegalAccessException {
            if (!isOpen(method)) {
                checkAccess(method.getDeclaringClass(), method.getModifiers(), method.toString());
            }
            Class<?> owner = method.getDeclaringClass();
            int kind = Modifier.isStatic(method.getModifiers())
                    ? MethodHandle.INVOKE_STATIC
                    : owner.isInterface() ? MethodHandle.INVOKE_INTERFACE : MethodHandle.INVOKE_VIRTUAL;
            MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
            return methodHandle(kind, owner, method.member(), type);
        }

        @SuppressWarnings("deprecation")
        private static boolean isOpen(java.lang.reflect.AccessibleObject member) {
            return member.isAccessible();
        }

        public MethodHandle unreflectSpecial(Method method, Class<?> caller) throws IllegalAccessException {
            MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
            return methodHandle(MethodHandle.INVOKE_SPECIAL, caller, method.member(), type);
        }

        public MethodHandle unreflectConstructor(Constructor<?> constructor) throws IllegalAccessException {
            Class<?> owner = constructor.getDeclaringClass();
            if (!isOpen(constructor)) {
                checkAccess(owner, constructor.getModifiers(), constructor.toString());
            }
            MethodType type = MethodType.methodType(void.class, constructor.getParameterTypes());
            return methodHandle(MethodHandle.NEW_INVOKE_SPECIAL, owner, constructor.member(), type);
        }

        public MethodHandle unreflectGetter(Field field) throws IllegalAccessException {
            return unreflected(field, false);
        }

        public MethodHandle unreflectSetter(Field field) throws IllegalAccessException {
            return unreflected(field, true);
        }

        private MethodHandle unreflected(Field field, boolean isSetter) throws IllegalAccessException {
            int modifiers = field.getModifiers();
            if (!isOpen(field)) {
                checkAccess(field.getDeclaringClass(), modifiers, field.toString());
            }
            if (isSetter && Modifier.isFinal(modifiers) && (!isOpen(field) || Modifier.isStatic(modifiers))) {
                throw new IllegalAccessException("final field has no write access: " + field);
            }
            return fieldHandle(field.getDeclaringClass(), field.member(), Modifier.isStatic(modifiers), isSetter);
        }

        public VarHandle unreflectVarHandle(Field field) throws IllegalAccessException {
            checkAccess(field.getDeclaringClass(), field.getModifiers(), field.toString());
            return VarHandle.ofField(field.getDeclaringClass(), field.member());
        }

        public MethodHandleInfo revealDirect(MethodHandle target) {
            throw Runtime.unsupported("Lookup.revealDirect");
        }

        @Deprecated(since = "14")
        public boolean hasPrivateAccess() {
            return hasFullPrivilegeAccess();
        }

        public boolean hasFullPrivilegeAccess() {
            return (modes & (PRIVATE | MODULE)) == (PRIVATE | MODULE);
        }
    }
}
