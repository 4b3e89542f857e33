package java.lang.reflect;

import deadwood.internal.Runtime;
import java.lang.annotation.Annotation;

/** A parameter of a method. Names kept in MethodParameters attributes are not read: all are called arg0, arg1 … */
public final class Parameter implements AnnotatedElement {
    private final Executable executable;
    private final int index;

    Parameter(Executable executable, int index) {
        this.executable = executable;
        this.index = index;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Parameter
                && ((Parameter) other).executable.equals(executable)
                && ((Parameter) other).index == index;
    }

    @Override
    public int hashCode() {
        return executable.hashCode() ^ index;
    }

    public boolean isNamePresent() {
        return false;
    }

    @Override
    public String toString() {
        String type = getParameterizedType().getTypeName();
        return (isVarArgs() ? type.substring(0, type.length() - 2) + "..." : type) + " " + getName();
    }

    public Executable getDeclaringExecutable() {
        return executable;
    }

    public int getModifiers() {
        return 0;
    }

    public String getName() {
        return "arg" + index;
    }

    public Type getParameterizedType() {
        Type[] types = executable.getGenericParameterTypes();
        return types.length == executable.parameterTypes.length ? types[index] : getType();
    }

    public Class<?> getType() {
        return executable.parameterTypes[index];
    }

    public AnnotatedType getAnnotatedType() {
        throw Runtime.unsupported("Parameter.getAnnotatedType");
    }

    public boolean isImplicit() {
        return false;
    }

    public boolean isSynthetic() {
        return false;
    }

    public boolean isVarArgs() {
        return executable.isVarArgs() && index == executable.parameterTypes.length - 1;
    }

    @Override
    public <T extends Annotation> T getAnnotation(Class<T> type) {
        return getDeclaredAnnotation(type);
    }

    @Override
    public Annotation[] getAnnotations() {
        return getDeclaredAnnotations();
    }

    @Override
    public Annotation[] getDeclaredAnnotations() {
        return executable.getParameterAnnotations()[index];
    }
}
