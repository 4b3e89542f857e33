package java.lang.invoke;

import deadwood.internal.Conversions;
import deadwood.internal.Descriptors;
import java.io.Serializable;
import java.lang.constant.Constable;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Optional;

/** The return type and the parameter types of a method handle. */
public final class MethodType implements Constable, TypeDescriptor.OfMethod<Class<?>, MethodType>, Serializable {
    private static final long serialVersionUID = 292L;
    private static final Class<?>[] NONE = new Class<?>[0];

    private final Class<?> returnType;
    private final Class<?>[] parameterTypes;

    private MethodType(Class<?> returnType, Class<?>[] parameterTypes) {
        if (returnType == null) {
            throw new NullPointerException();
        }
        for (int i = 0; i < parameterTypes.length; i++) {
            if (parameterTypes[i] == null) {
                throw new NullPointerException();
            }
            if (parameterTypes[i] == void.class) {
                throw new IllegalArgumentException("parameter type cannot be void");
            }
        }
        this.returnType = returnType;
        this.parameterTypes = parameterTypes;
    }

    public static MethodType methodType(Class<?> returnType, Class<?>[] parameterTypes) {
        return new MethodType(returnType, parameterTypes.clone());
    }

    public static MethodType methodType(Class<?> returnType, List<Class<?>> parameterTypes) {
        return new MethodType(returnType, parameterTypes.toArray(NONE));
    }

    public static MethodType methodType(Class<?> returnType, Class<?> first, Class<?>... rest) {
        return new MethodType(returnType, joined(new Class<?>[] {first}, 1, rest));
    }

    public static MethodType methodType(Class<?> returnType) {
        return new MethodType(returnType, NONE);
    }

    public static MethodType methodType(Class<?> returnType, Class<?> parameterType) {
        return new MethodType(returnType, new Class<?>[] {parameterType});
    }

    public static MethodType methodType(Class<?> returnType, MethodType parameters) {
        return new MethodType(returnType, parameters.parameterTypes);
    }

    public static MethodType genericMethodType(int count, boolean finalArray) {
        Class<?>[] types = new Class<?>[finalArray ? count + 1 : count];
        for (int i = 0; i < count; i++) {
            types[i] = Object.class;
        }
        if (finalArray) {
            types[count] = Object[].class;
        }
        return new MethodType(Object.class, types);
    }

    public static MethodType genericMethodType(int count) {
        return genericMethodType(count, false);
    }

    /** The types before the position, the given ones, the types from the position on. */
    private static Class<?>[] joined(Class<?>[] types, int position, Class<?>[] inserted) {
        Class<?>[] all = new Class<?>[types.length + inserted.length];
        System.arraycopy(types, 0, all, 0, position);
        System.arraycopy(inserted, 0, all, position, inserted.length);
        System.arraycopy(types, position, all, position + inserted.length, types.length - position);
        return all;
    }

    @Override
    public MethodType changeParameterType(int index, Class<?> type) {
        Class<?>[] types = parameterTypes.clone();
        types[index] = type;
        return new MethodType(returnType, types);
    }

    @Override
    public MethodType insertParameterTypes(int position, Class<?>... types) {
        if (position < 0 || position > parameterTypes.length) {
            throw new IndexOutOfBoundsException(String.valueOf(position));
        }
        return new MethodType(returnType, joined(parameterTypes, position, types));
    }

    public MethodType appendParameterTypes(Class<?>... types) {
        return insertParameterTypes(parameterTypes.length, types);
    }

    public MethodType insertParameterTypes(int position, List<Class<?>> types) {
        return insertParameterTypes(position, types.toArray(NONE));
    }

    public MethodType appendParameterTypes(List<Class<?>> types) {
        return insertParameterTypes(parameterTypes.length, types);
    }

    @Override
    public MethodType dropParameterTypes(int start, int end) {
        if (start < 0 || end > parameterTypes.length || start > end) {
            throw new IndexOutOfBoundsException(start + " to " + end);
        }
        Class<?>[] types = new Class<?>[parameterTypes.length - (end - start)];
        System.arraycopy(parameterTypes, 0, types, 0, start);
        System.arraycopy(parameterTypes, end, types, start, parameterTypes.length - end);
        return new MethodType(returnType, types);
    }

    @Override
    public MethodType changeReturnType(Class<?> type) {
        return type == returnType ? this : new MethodType(type, parameterTypes);
    }

    public boolean hasPrimitives() {
        boolean any = returnType.isPrimitive();
        for (int i = 0; i < parameterTypes.length; i++) {
            any |= parameterTypes[i].isPrimitive();
        }
        return any;
    }

    public boolean hasWrappers() {
        return !unwrap().equals(this);
    }

    public MethodType erase() {
        Class<?>[] types = new Class<?>[parameterTypes.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = parameterTypes[i].isPrimitive() ? parameterTypes[i] : Object.class;
        }
        return new MethodType(returnType.isPrimitive() ? returnType : Object.class, types);
    }

    public MethodType generic() {
        return genericMethodType(parameterTypes.length);
    }

    public MethodType wrap() {
        Class<?>[] types = new Class<?>[parameterTypes.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = Conversions.boxClass(parameterTypes[i]);
        }
        return new MethodType(Conversions.boxClass(returnType), types);
    }

    public MethodType unwrap() {
        Class<?>[] types = new Class<?>[parameterTypes.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = Conversions.primitiveClass(parameterTypes[i]);
        }
        return new MethodType(Conversions.primitiveClass(returnType), types);
    }

    @Override
    public Class<?> parameterType(int index) {
        return parameterTypes[index];
    }

    @Override
    public int parameterCount() {
        return parameterTypes.length;
    }

    @Override
    public Class<?> returnType() {
        return returnType;
    }

    @Override
    public List<Class<?>> parameterList() {
        return List.of(parameterTypes);
    }

    public Class<?> lastParameterType() {
        return parameterTypes.length == 0 ? void.class : parameterTypes[parameterTypes.length - 1];
    }

    @Override
    public Class<?>[] parameterArray() {
        return parameterTypes.clone();
    }

    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof MethodType)) {
            return false;
        }
        MethodType that = (MethodType) other;
        if (returnType != that.returnType || parameterTypes.length != that.parameterTypes.length) {
            return false;
        }
        for (int i = 0; i < parameterTypes.length; i++) {
            if (parameterTypes[i] != that.parameterTypes[i]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        return toMethodDescriptorString().hashCode();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("(");
        for (int i = 0; i < parameterTypes.length; i++) {
            text.append(i == 0 ? "" : ",").append(parameterTypes[i].getSimpleName());
        }
        return text.append(')').append(returnType.getSimpleName()).toString();
    }

    public static MethodType fromMethodDescriptorString(String descriptor, ClassLoader loader) {
        if (!descriptor.startsWith("(") || descriptor.indexOf(')') < 0 || descriptor.indexOf('.') >= 0) {
            throw new IllegalArgumentException("not a method descriptor: " + descriptor);
        }
        try {
            return new MethodType(Descriptors.returnType(descriptor), Descriptors.parameterTypes(descriptor));
        } catch (NoClassDefFoundError e) {
            throw new TypeNotPresentException(e.getMessage().replace('/', '.'), e.getCause());
        }
    }

    public String toMethodDescriptorString() {
        StringBuilder text = new StringBuilder("(");
        for (int i = 0; i < parameterTypes.length; i++) {
            text.append(parameterTypes[i].descriptorString());
        }
        return text.append(')').append(returnType.descriptorString()).toString();
    }

    @Override
    public String descriptorString() {
        return toMethodDescriptorString();
    }

    @Override
    public Optional<MethodTypeDesc> describeConstable() {
        return Optional.of(MethodTypeDesc.ofDescriptor(toMethodDescriptorString()));
    }
}
