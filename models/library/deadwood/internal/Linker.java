package deadwood.internal;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.WrongMethodTypeException;

/**
 * Makes the constants and call sites that only Java code can make: method
 * types, method handles, dynamic constants, and invokedynamic call sites whose
 * bootstrap method the machine does not know. A site is a number of the
 * machine's; constants of its class are named by their index.
 */
final class Linker {
    private Linker() {}

    /** The machine calls this in front of the instruction that needs the site. */
    static void run(int site) throws Throwable {
        store(site, constant(site, index(site)));
    }

    private static Object constant(int site, int constant) throws Throwable {
        switch (tag(site, constant)) {
            case 3:
                return (int) bits(site, constant);
            case 4:
                return Float.intBitsToFloat((int) bits(site, constant));
            case 5:
                return bits(site, constant);
            case 6:
                return Double.longBitsToDouble(bits(site, constant));
            case 7:
                return type(site, constant);
            case 8:
                return text(site, constant);
            case 15:
                return handle(site, constant);
            case 16:
                return methodType(text(site, constant));
            default:
                return dynamic(site, constant);
        }
    }

    private static MethodHandle handle(int site, int constant) throws Throwable {
        return MethodHandles.$constant(
                handleKind(site, constant),
                type(site, constant),
                name(site, constant),
                descriptor(site, constant),
                caller(site));
    }

    private static MethodType methodType(String descriptor) {
        return MethodType.fromMethodDescriptorString(descriptor, null);
    }

    /** Calls the bootstrap method of a dynamic constant or call site, and gives the constant or what the site calls. */
    private static Object dynamic(int site, int constant) throws Throwable {
        MethodHandle bootstrap = handle(site, bootstrapMethod(site, constant));
        int count = argumentCount(site, constant);
        Object[] arguments = new Object[count + 3];
        arguments[0] = MethodHandles.privateLookupIn(caller(site), MethodHandles.lookup());
        arguments[1] = name(site, constant);
        String descriptor = descriptor(site, constant);
        MethodType type = methodType(descriptor.startsWith("(") ? descriptor : "()" + descriptor);
        arguments[2] = descriptor.startsWith("(") ? (Object) type : type.returnType();
        for (int i = 0; i < count; i++) {
            arguments[i + 3] = constant(site, argument(site, constant, i));
        }
        if (!descriptor.startsWith("(")) {
            return called(bootstrap, arguments, type.returnType());
        }
        return target((CallSite) called(bootstrap, arguments, CallSite.class), type);
    }

    private static Object called(MethodHandle bootstrap, Object[] arguments, Class<?> type) {
        try {
            Object made = bootstrap.invokeWithArguments(arguments);
            return type.isPrimitive() ? MethodHandles.constant(type, made).invokeWithArguments() : type.cast(made);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw new BootstrapMethodError("bootstrap method initialization exception", e);
        }
    }

    private static MethodHandle target(CallSite made, MethodType type) {
        String problem = "CallSite bootstrap method initialization exception";
        if (made == null) {
            throw new BootstrapMethodError(
                    problem,
                    new ClassCastException("CallSite bootstrap method failed to produce an instance of CallSite"));
        }
        if (!made.type().equals(type)) {
            throw new BootstrapMethodError(
                    problem, new WrongMethodTypeException(made.getTarget() + " should be of type " + type));
        }
        return made.dynamicInvoker();
    }

    private static native int index(int site);

    private static native Class<?> caller(int site);

    private static native int tag(int site, int constant);

    private static native long bits(int site, int constant);

    private static native String text(int site, int constant);

    /** The class of a Class constant, or the owner of a method handle's member. */
    private static native Class<?> type(int site, int constant);

    private static native int handleKind(int site, int constant);

    private static native String name(int site, int constant);

    private static native String descriptor(int site, int constant);

    private static native int bootstrapMethod(int site, int constant);

    private static native int argumentCount(int site, int constant);

    private static native int argument(int site, int constant, int index);

    private static native void store(int site, Object value);
}
