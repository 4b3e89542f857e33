package java.lang.reflect;

import deadwood.internal.Conversions;
import deadwood.internal.Descriptors;
import deadwood.internal.Reflect;
import deadwood.internal.Runtime;
import java.lang.annotation.Annotation;
import jdk.internal.reflect.ConstantPool;
import sun.reflect.annotation.AnnotationParser;
import sun.reflect.generics.repository.ConstructorRepository;

/** A method or a constructor. */
public abstract class Executable extends AccessibleObject implements Member, GenericDeclaration {
    private static final Object[] NO_ARGUMENTS = new Object[0];

    final int member;
    final Class<?> clazz;
    final Class<?>[] parameterTypes;
    final int modifiers;

    Executable(int member) {
        this.member = member;
        this.clazz = Reflect.methodClass(member);
        this.parameterTypes = Descriptors.parameterTypes(Reflect.methodDescriptor(member));
        this.modifiers = Reflect.methodModifiers(member);
    }

    /** The virtual machine's number of this method. */
    public final int member() {
        return member;
    }

    @Override
    public abstract Class<?> getDeclaringClass();

    @Override
    public abstract String getName();

    @Override
    public int getModifiers() {
        return modifiers;
    }

    @Override
    public abstract TypeVariable<?>[] getTypeParameters();

    public abstract Class<?>[] getParameterTypes();

    public int getParameterCount() {
        return parameterTypes.length;
    }

    abstract ConstructorRepository generics(String signature);

    public Type[] getGenericParameterTypes() {
        String signature = Reflect.methodSignature(member);
        return signature == null ? getParameterTypes() : generics(signature).getParameterTypes();
    }

    public Parameter[] getParameters() {
        Parameter[] parameters = new Parameter[parameterTypes.length];
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = new Parameter(this, i);
        }
        return parameters;
    }

    public Class<?>[] getExceptionTypes() {
        String[] names = Reflect.methodExceptions(member);
        Class<?>[] types = new Class<?>[names == null ? 0 : names.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = Descriptors.type("L" + names[i] + ";");
        }
        return types;
    }

    public Type[] getGenericExceptionTypes() {
        String signature = Reflect.methodSignature(member);
        Type[] generic = signature == null ? null : generics(signature).getExceptionTypes();
        return generic == null || generic.length == 0 ? getExceptionTypes() : generic;
    }

    public abstract String toGenericString();

    public boolean isVarArgs() {
        return (modifiers & Modifier.VARARGS) != 0;
    }

    @Override
    public boolean isSynthetic() {
        return (modifiers & Modifier.SYNTHETIC) != 0;
    }

    @Override
    byte[] rawAnnotations() {
        return Reflect.methodAnnotations(member);
    }

    public Annotation[][] getParameterAnnotations() {
        byte[] raw = Reflect.parameterAnnotations(member);
        if (raw == null) {
            return new Annotation[parameterTypes.length][0];
        }
        Annotation[][] listed = AnnotationParser.parseParameterAnnotations(raw, new ConstantPool(clazz), clazz);
        // The compiler leaves out what it adds itself, in front: the outer instance, an enum's name and number.
        int missing = parameterTypes.length - listed.length;
        if (missing <= 0) {
            return listed;
        }
        Annotation[][] all = new Annotation[parameterTypes.length][0];
        System.arraycopy(listed, 0, all, missing, listed.length);
        return all;
    }

    public AnnotatedType getAnnotatedReturnType() {
        throw Runtime.unsupported("Executable.getAnnotatedReturnType");
    }

    public AnnotatedType getAnnotatedReceiverType() {
        throw Runtime.unsupported("Executable.getAnnotatedReceiverType");
    }

    public AnnotatedType[] getAnnotatedParameterTypes() {
        throw Runtime.unsupported("Executable.getAnnotatedParameterTypes");
    }

    public AnnotatedType[] getAnnotatedExceptionTypes() {
        throw Runtime.unsupported("Executable.getAnnotatedExceptionTypes");
    }

    /** The arguments as the parameters want them: boxes widened, references checked. */
    final Object[] convertArguments(Object[] given) {
        Object[] arguments = given == null ? NO_ARGUMENTS : given;
        if (arguments.length != parameterTypes.length) {
            String details = Runtime.featureVersion() < 18
                    ? "" : ": " + arguments.length + " expected: " + parameterTypes.length;
            throw new IllegalArgumentException("wrong number of arguments" + details);
        }
        Object[] converted = new Object[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            converted[i] = convertArgument(parameterTypes[i], arguments[i]);
        }
        return converted;
    }

    private static Object convertArgument(Class<?> type, Object argument) {
        if (!type.isPrimitive()) {
            if (argument != null && !type.isInstance(argument)) {
                throw new IllegalArgumentException("argument type mismatch");
            }
            return argument;
        }
        if (argument == null) {
            throw new IllegalArgumentException();
        }
        char kind = Conversions.kind(type);
        if (!Conversions.widens(Conversions.boxKind(argument.getClass()), kind)) {
            throw new IllegalArgumentException("argument type mismatch");
        }
        return Conversions.widen(argument, kind);
    }

    /** "public static" and a blank, or nothing; "default" where the language has it. */
    final void appendModifiers(StringBuilder text, int mask, boolean isDefault) {
        int shown = modifiers & mask;
        if (shown == 0) {
            return;
        }
        if (isDefault) {
            int access = shown & (Modifier.PUBLIC | Modifier.PROTECTED | Modifier.PRIVATE);
            text.append(access == 0 ? "" : Modifier.toString(access) + " ").append("default ");
            shown &= ~(Modifier.PUBLIC | Modifier.PROTECTED | Modifier.PRIVATE);
        }
        text.append(shown == 0 ? "" : Modifier.toString(shown) + " ");
    }

    static void appendTypes(StringBuilder text, Type[] types) {
        for (int i = 0; i < types.length; i++) {
            text.append(i == 0 ? "" : ",").append(types[i].getTypeName());
        }
    }

    static void appendThrows(StringBuilder text, Type[] types) {
        if (types.length > 0) {
            text.append(" throws ");
            appendTypes(text, types);
        }
    }

    /** "(a,b) throws c" with generic types, the last one as "T..." if so declared. */
    final void appendGenericSignature(StringBuilder text) {
        Type[] types = getGenericParameterTypes();
        text.append('(');
        for (int i = 0; i < types.length; i++) {
            String name = types[i].getTypeName();
            if (isVarArgs() && i == types.length - 1 && name.endsWith("[]")) {
                name = name.substring(0, name.length() - 2) + "...";
            }
            text.append(i == 0 ? "" : ",").append(name);
        }
        text.append(')');
        appendThrows(text, getGenericExceptionTypes());
    }

    final void appendTypeParameters(StringBuilder text) {
        TypeVariable<?>[] variables = getTypeParameters();
        for (int i = 0; i < variables.length; i++) {
            text.append(i == 0 ? "<" : ",").append(variables[i].getName());
            Type[] bounds = variables[i].getBounds();
            if (bounds.length != 1 || bounds[0] != Object.class) {
                for (int j = 0; j < bounds.length; j++) {
                    text.append(j == 0 ? " extends " : " & ").append(bounds[j].getTypeName());
                }
            }
        }
        text.append(variables.length == 0 ? "" : "> ");
    }

    final boolean sameParameters(Executable other) {
        if (parameterTypes.length != other.parameterTypes.length) {
            return false;
        }
        for (int i = 0; i < parameterTypes.length; i++) {
            if (parameterTypes[i] != other.parameterTypes[i]) {
                return false;
            }
        }
        return true;
    }
}
