package java.lang.reflect;

import deadwood.internal.Reflect;
import jdk.internal.reflect.Reflection;
import sun.reflect.generics.factory.CoreReflectionFactory;
import sun.reflect.generics.repository.ConstructorRepository;
import sun.reflect.generics.scope.ConstructorScope;

/** A constructor. */
public final class Constructor<T> extends Executable {
    /** The class of the instances: another than the declaring one only in serialization. */
    private final Class<?> instantiated;

    private Constructor(int member) {
        super(member);
        this.instantiated = clazz;
    }

    private Constructor(int member, Class<?> instantiated) {
        super(member);
        this.instantiated = instantiated;
    }

    /** Makes instances of the class, initialised by a constructor of one of its superclasses. */
    static Constructor<?> $forSerialization(Object factory, Class<?> type, Constructor<?> constructor) {
        Constructor<?> made = new Constructor<>(constructor.member(), type);
        made.grantAccess();
        return made;
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
        if (instantiated.isEnum()) {
            throw new IllegalArgumentException("Cannot reflectively create enum objects");
        }
        if (Modifier.isAbstract(instantiated.getModifiers())) {
            throw new InstantiationException();
        }
        Object[] converted = convertArguments(arguments);
        Reflect.initialize(instantiated);
        Object instance = Reflect.allocate(instantiated);
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
