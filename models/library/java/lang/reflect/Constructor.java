package java.lang.reflect;

import deadwood.internal.Reflect;
import jdk.internal.reflect.Reflection;
import sun.reflect.generics.factory.CoreReflectionFactory;
import sun.reflect.generics.repository.ConstructorRepository;
import sun.reflect.generics.scope.ConstructorScope;

/** A constructor. */
public final class Constructor<T> extends Executable {
    private Constructor(int member) {
        super(member);
    }

    /** For the library itself. */
    public static Constructor<?> of(int member) {
        return new Constructor<>(member);
    }

    @Override
    @SuppressWarnings("unchecked")
    public Class<T> getDeclaringClass() {
        return (Class<T>) clazz;
    }

    @Override
    public String getName() {
        return clazz.getName();
    }

    @Override
    ConstructorRepository generics(String signature) {
        return ConstructorRepository.make(signature, CoreReflectionFactory.make(this, ConstructorScope.make(this)));
    }

    @Override
    @SuppressWarnings("unchecked")
    public TypeVariable<Constructor<T>>[] getTypeParameters() {
        String signature = Reflect.methodSignature(member);
        return signature == null
                ? (TypeVariable<Constructor<T>>[]) new TypeVariable<?>[0]
                : (TypeVariable<Constructor<T>>[]) generics(signature).getTypeParameters();
    }

    @Override
    public Class<?>[] getParameterTypes() {
        return parameterTypes.clone();
    }

    @SuppressWarnings("unchecked")
    public T newInstance(Object... arguments)
            throws InstantiationException, IllegalAccessException, InvocationTargetException {
        if (!override) {
            checkAccess(Reflection.getCallerClass(), null);
        }
        if (clazz.isEnum()) {
            throw new IllegalArgumentException("Cannot reflectively create enum objects");
        }
        if (Modifier.isAbstract(clazz.getModifiers())) {
            throw new InstantiationException();
        }
        Object[] converted = convertArguments(arguments);
        Reflect.initialize(clazz);
        Object instance = Reflect.allocate(clazz);
        try {
            Reflect.invokeV(member, false, instance, converted);
        } catch (Throwable thrown) {
            throw new InvocationTargetException(thrown);
        }
        return (T) instance;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Constructor
                && clazz == ((Constructor<?>) other).clazz
                && sameParameters((Constructor<?>) other);
    }

    @Override
    public int hashCode() {
        return clazz.getName().hashCode();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        appendModifiers(text, Modifier.constructorModifiers(), false);
        text.append(clazz.getTypeName()).append('(');
        appendTypes(text, parameterTypes);
        text.append(')');
        appendThrows(text, getExceptionTypes());
        return text.toString();
    }

    @Override
    public String toGenericString() {
        StringBuilder text = new StringBuilder();
        appendModifiers(text, Modifier.constructorModifiers(), false);
        appendTypeParameters(text);
        text.append(clazz.getTypeName());
        appendGenericSignature(text);
        return text.toString();
    }
}
