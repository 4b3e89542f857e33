package java.lang.invoke;

import deadwood.internal.Runtime;

/** The virtual machine links string concatenation itself; these names are only there to be recognised. */
public final class StringConcatFactory {
    private StringConcatFactory() {
    }

    public static CallSite makeConcat(MethodHandles.Lookup caller, String name, MethodType concatType)
            throws StringConcatException {
        throw Runtime.unsupported("StringConcatFactory.makeConcat");
    }

    public static CallSite makeConcatWithConstants(
            MethodHandles.Lookup caller, String name, MethodType concatType, String recipe, Object... constants)
            throws StringConcatException {
        throw Runtime.unsupported("StringConcatFactory.makeConcatWithConstants");
    }
}
