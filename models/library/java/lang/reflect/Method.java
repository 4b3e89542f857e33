package java.lang.reflect;

import deadwood.internal.Conversions;
import deadwood.internal.Descriptors;
import deadwood.internal.Reflect;
import deadwood.internal.Runtime;
import java.nio.ByteBuffer;
import jdk.internal.reflect.ConstantPool;
import jdk.internal.reflect.Reflection;
import sun.reflect.annotation.AnnotationParser;
import sun.reflect.generics.factory.CoreReflectionFactory;
import sun.reflect.generics.repository.MethodRepository;
import sun.reflect.generics.scope.MethodScope;

/** A method. */
public final class Method extends Executable {
    private final String name;
    private final Class<?> returnType;

    private Method(int member) {
        super(member);
        this.name = Reflect.methodName(member);
        this.returnType = Descriptors.returnType(Reflect.methodDescriptor(member));
    }

    /** For the library itself. */
    public static Method of(int member) {
        return new Method(member);
    }

    @Override
    public Class<?> getDeclaringClass() {
        return clazz;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    MethodRepository generics(String signature) {
        return MethodRepository.make(signature, CoreReflectionFactory.make(this, MethodScope.make(this)));
    }

    @Override
    @SuppressWarnings("unchecked")
    public TypeVariable<Method>[] getTypeParameters() {
        String signature = Reflect.methodSignature(member);
        return signature == null
                ? (TypeVariable<Method>[]) new TypeVariable<?>[0]
                : (TypeVariable<Method>[]) generics(signature).getTypeParameters();
    }

    public Class<?> getReturnType() {
        return returnType;
    }

    public Type getGenericReturnType() {
        String signature = Reflect.methodSignature(member);
        return signature == null ? returnType : generics(signature).getReturnType();
    }

    @Override
    public Class<?>[] getParameterTypes() {
        return parameterTypes.clone();
    }

    public boolean isBridge() {
        return (modifiers & Modifier.BRIDGE) != 0;
    }

    public boolean isDefault() {
        return (modifiers & (Modifier.ABSTRACT | Modifier.PUBLIC | Modifier.STATIC)) == Modifier.PUBLIC
                && clazz.isInterface();
    }

    public Object getDefaultValue() {
        byte[] raw = Reflect.annotationDefault(member);
        if (raw == null) {
            return null;
        }
        Class<?> type = Conversions.boxClass(returnType);
        return AnnotationParser.parseMemberValue(type, ByteBuffer.wrap(raw), new ConstantPool(clazz), clazz);
    }

    public Object invoke(Object receiver, Object... arguments) throws IllegalAccessException, InvocationTargetException {
        if (!override) {
            checkAccess(Reflection.getCallerClass(), receiver);
        }
        boolean isStatic = Modifier.isStatic(modifiers);
        if (!isStatic) {
            checkReceiver(receiver);
        }
        Object[] converted = convertArguments(arguments);
        if (isStatic) {
            Reflect.initialize(clazz);
        }
        boolean isVirtual = !isStatic && !Modifier.isPrivate(modifiers);
        try {
            return Reflect.invoke(
                    member, isVirtual, isStatic ? null : receiver, converted, Conversions.kind(returnType));
        } catch (Throwable thrown) {
            throw new InvocationTargetException(thrown);
        }
    }

    private void checkReceiver(Object receiver) {
        if (receiver == null) {
            throw new NullPointerException("Cannot invoke \"Object.getClass()\" because \"obj\" is null");
        }
        if (!clazz.isInstance(receiver)) {
            throw new IllegalArgumentException(Runtime.featureVersion() < 18
                    ? "object is not an instance of declaring class"
                    : "object of type " + receiver.getClass().getName() + " is not an instance of " + clazz.getName());
        }
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof Method)) {
            return false;
        }
        Method that = (Method) other;
        return clazz == that.clazz && name.equals(that.name) && returnType == that.returnType && sameParameters(that);
    }

    @Override
    public int hashCode() {
        return clazz.getName().hashCode() ^ name.hashCode();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        appendModifiers(text, Modifier.methodModifiers(), isDefault());
        text.append(returnType.getTypeName()).append(' ');
        text.append(clazz.getTypeName()).append('.').append(name).append('(');
        appendTypes(text, parameterTypes);
        text.append(')');
        appendThrows(text, getExceptionTypes());
        return text.toString();
    }

    @Override
    public String toGenericString() {
        StringBuilder text = new StringBuilder();
        appendModifiers(text, Modifier.methodModifiers(), isDefault());
        appendTypeParameters(text);
        text.append(getGenericReturnType().getTypeName()).append(' ');
        text.append(clazz.getTypeName()).append('.').append(name);
        appendGenericSignature(text);
        return text.toString();
    }
}
