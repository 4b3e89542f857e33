package java.lang.invoke;

/** Bootstrap methods of dynamic constants. The lookup and the name come from the class file that asks. */
public final class ConstantBootstraps {
    private ConstantBootstraps() {
    }

    public static Object nullConstant(MethodHandles.Lookup lookup, String name, Class<?> type) {
        if (type.isPrimitive()) {
            throw new IllegalArgumentException("not reference: " + type);
        }
        return null;
    }

    public static Class<?> primitiveClass(MethodHandles.Lookup lookup, String name, Class<?> type) {
        if (type != Class.class || name.length() != 1) {
            throw new IllegalArgumentException("not primitive: " + name);
        }
        Class<?> found = MethodType.fromMethodDescriptorString("()" + name, null).returnType();
        if (!found.isPrimitive()) {
            throw new IllegalArgumentException("not primitive: " + name);
        }
        return found;
    }

    public static <E extends Enum<E>> E enumConstant(MethodHandles.Lookup lookup, String name, Class<E> type) {
        return Enum.valueOf(type, name);
    }

    public static Object getStaticFinal(MethodHandles.Lookup lookup, String name, Class<?> type, Class<?> owner) {
        try {
            return lookup.findStaticGetter(owner, name, type).invokeWithArguments();
        } catch (ReflectiveOperationException e) {
            throw linkage(e);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new LinkageError("Unexpected throwable", e);
        }
    }

    /** Looked for in the type itself, or in the box of a primitive type. */
    public static Object getStaticFinal(MethodHandles.Lookup lookup, String name, Class<?> type) {
        Class<?> owner = type.isPrimitive() ? MethodType.methodType(type).wrap().returnType() : type;
        return getStaticFinal(lookup, name, type, owner);
    }

    public static Object invoke(
            MethodHandles.Lookup lookup, String name, Class<?> type, MethodHandle handle, Object... args)
            throws Throwable {
        Object result = handle.invokeWithArguments(args);
        if (type == void.class || handle.type().returnType() == type) {
            return result;
        }
        return explicitCast(lookup, name, type, result);
    }

    public static VarHandle fieldVarHandle(
            MethodHandles.Lookup lookup, String name, Class<VarHandle> type, Class<?> owner, Class<?> fieldType) {
        try {
            return lookup.findVarHandle(owner, name, fieldType);
        } catch (ReflectiveOperationException e) {
            throw linkage(e);
        }
    }

    public static VarHandle staticFieldVarHandle(
            MethodHandles.Lookup lookup, String name, Class<VarHandle> type, Class<?> owner, Class<?> fieldType) {
        try {
            return lookup.findStaticVarHandle(owner, name, fieldType);
        } catch (ReflectiveOperationException e) {
            throw linkage(e);
        }
    }

    public static VarHandle arrayVarHandle(
            MethodHandles.Lookup lookup, String name, Class<VarHandle> type, Class<?> arrayClass) {
        return MethodHandles.arrayElementVarHandle(arrayClass);
    }

    public static Object explicitCast(MethodHandles.Lookup lookup, String name, Class<?> type, Object value)
            throws ClassCastException {
        if (type == void.class) {
            return null;
        }
        if (!type.isPrimitive()) {
            return type.cast(value);
        }
        MethodHandle identity = MethodHandles.identity(type);
        try {
            return identity.invokeWithArguments(value);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new InternalError(e);
        }
    }

    private static LinkageError linkage(ReflectiveOperationException cause) {
        LinkageError error =
                cause instanceof IllegalAccessException
                        ? new IllegalAccessError(cause.getMessage())
                        : cause instanceof NoSuchFieldException
                                ? new NoSuchFieldError(cause.getMessage())
                                : new IncompatibleClassChangeError(cause.getMessage());
        error.initCause(cause);
        return error;
    }
}
