package java.lang.invoke;

import deadwood.internal.Runtime;

/** The virtual machine links lambdas itself; these names are only there to be recognised. */
public final class LambdaMetafactory {
    public static final int FLAG_SERIALIZABLE = 1;
    public static final int FLAG_MARKERS = 2;
    public static final int FLAG_BRIDGES = 4;

    private LambdaMetafactory() {
    }

    public static CallSite metafactory(MethodHandles.Lookup caller, String interfaceMethodName, MethodType factoryType,
            MethodType interfaceMethodType, MethodHandle implementation, MethodType dynamicMethodType)
            throws LambdaConversionException {
        throw Runtime.unsupported("LambdaMetafactory.metafactory");
    }

    public static CallSite altMetafactory(
            MethodHandles.Lookup caller, String interfaceMethodName, MethodType factoryType, Object... arguments)
            throws LambdaConversionException {
        throw Runtime.unsupported("LambdaMetafactory.altMetafactory");
    }
}
