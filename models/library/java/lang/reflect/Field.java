package java.lang.reflect;

import deadwood.internal.Conversions;
import deadwood.internal.Descriptors;
import deadwood.internal.Reflect;
import deadwood.internal.Runtime;
import jdk.internal.reflect.Reflection;
import sun.reflect.generics.factory.CoreReflectionFactory;
import sun.reflect.generics.repository.FieldRepository;
import sun.reflect.generics.scope.ClassScope;

/** A field. */
public final class Field extends AccessibleObject implements Member {
    private final int member;
    private final Class<?> clazz;
    private final String name;
    private final Class<?> type;
    private final int modifiers;

    private Field(int member) {
        this.member = member;
        this.clazz = Reflect.fieldClass(member);
        this.name = Reflect.fieldName(member);
        this.type = Descriptors.type(Reflect.fieldDescriptor(member));
        this.modifiers = Reflect.fieldModifiers(member);
    }

    /** For the library itself. */
    public static Field of(int member) {
        return new Field(member);
    }

    /** The virtual machine's number of this field. */
    public int member() {
        return member;
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
    public int getModifiers() {
        return modifiers;
    }

    public boolean isEnumConstant() {
        return (modifiers & Modifier.ENUM) != 0;
    }

    @Override
    public boolean isSynthetic() {
        return (modifiers & Modifier.SYNTHETIC) != 0;
    }

    public Class<?> getType() {
        return type;
    }

    public Type getGenericType() {
        String signature = Reflect.fieldSignature(member);
        return signature == null
                ? type
                : FieldRepository.make(signature, CoreReflectionFactory.make(clazz, ClassScope.make(clazz))).getGenericType();
    }

    @Override
    byte[] rawAnnotations() {
        return Reflect.fieldAnnotations(member);
    }

    public AnnotatedType getAnnotatedType() {
        throw Runtime.unsupported("Field.getAnnotatedType");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Field && ((Field) other).member == member;
    }

    @Override
    public int hashCode() {
        return clazz.getName().hashCode() ^ name.hashCode();
    }

    @Override
    public String toString() {
        return described(type.getTypeName());
    }

    public String toGenericString() {
        return described(getGenericType().getTypeName());
    }

    private String described(String typeName) {
        String flags = Modifier.toString(modifiers & Modifier.fieldModifiers());
        return (flags.isEmpty() ? "" : flags + " ") + typeName + " " + clazz.getTypeName() + "." + name;
    }

    private boolean isStatic() {
        return Modifier.isStatic(modifiers);
    }

    private void checkRead(Class<?> caller, Object receiver) throws IllegalAccessException {
        if (!override) {
            checkAccess(caller, receiver);
        }
        checkReceiver(receiver);
    }

    /** A final field can be set if it is an instance field of an ordinary class and access was granted. */
    private void checkWrite(Class<?> caller, Object receiver, String given) throws IllegalAccessException {
        if (!override) {
            checkAccess(caller, receiver);
        }
        checkReceiver(receiver);
        if (Modifier.isFinal(modifiers) && (!override || Reflection.isTrustedFinalField(this))) {
            throw new IllegalAccessException(cannotSet(given));
        }
    }

    private void checkReceiver(Object receiver) {
        if (isStatic()) {
            Reflect.initialize(clazz);
            return;
        }
        if (receiver == null) {
            throw new NullPointerException("Cannot invoke \"Object.getClass()\" because \"obj\" is null");
        }
        if (!clazz.isInstance(receiver)) {
            throw new IllegalArgumentException(cannotSet(receiver.getClass().getName()));
        }
    }

    private String cannotSet(String given) {
        String flags = (isStatic() ? "static " : "") + (Modifier.isFinal(modifiers) ? "final " : "");
        return "Can not set " + flags + type.getTypeName() + " field " + clazz.getTypeName() + "." + name + " to " + given;
    }

    private Object value(Object receiver) {
        return Reflect.get(member, isStatic() ? null : receiver, Conversions.kind(type));
    }

    private Object widened(Object receiver, char kind, String wanted) {
        if (!Conversions.widens(Conversions.kind(type), kind)) {
            throw new IllegalArgumentException("Attempt to get " + type.getTypeName() + " field \""
                    + clazz.getTypeName() + "." + name + "\" with illegal data type conversion to " + wanted);
        }
        return Conversions.widen(value(receiver), kind);
    }

    public Object get(Object receiver) throws IllegalAccessException {
        checkRead(Reflection.getCallerClass(), receiver);
        return value(receiver);
    }

    public boolean getBoolean(Object receiver) throws IllegalAccessException {
        checkRead(Reflection.getCallerClass(), receiver);
        return (Boolean) widened(receiver, 'Z', "boolean");
    }

    public byte getByte(Object receiver) throws IllegalAccessException {
        checkRead(Reflection.getCallerClass(), receiver);
        return (Byte) widened(receiver, 'B', "byte");
    }

    public char getChar(Object receiver) throws IllegalAccessException {
        checkRead(Reflection.getCallerClass(), receiver);
        return (Character) widened(receiver, 'C', "char");
    }

    public short getShort(Object receiver) throws IllegalAccessException {
        checkRead(Reflection.getCallerClass(), receiver);
        return (Short) widened(receiver, 'S', "short");
    }

    public int getInt(Object receiver) throws IllegalAccessException {
        checkRead(Reflection.getCallerClass(), receiver);
        return (Integer) widened(receiver, 'I', "int");
    }

    public long getLong(Object receiver) throws IllegalAccessException {
        checkRead(Reflection.getCallerClass(), receiver);
        return (Long) widened(receiver, 'J', "long");
    }

    public float getFloat(Object receiver) throws IllegalAccessException {
        checkRead(Reflection.getCallerClass(), receiver);
        return (Float) widened(receiver, 'F', "float");
    }

    public double getDouble(Object receiver) throws IllegalAccessException {
        checkRead(Reflection.getCallerClass(), receiver);
        return (Double) widened(receiver, 'D', "double");
    }

    private void put(Object receiver, Object value, String given) {
        char kind = Conversions.kind(type);
        Object target = isStatic() ? null : receiver;
        if (kind == 'L' || kind == '[') {
            if (value != null && !type.isInstance(value)) {
                throw new IllegalArgumentException(cannotSet(given));
            }
            Reflect.put(member, target, value, kind);
            return;
        }
        if (value == null || !Conversions.widens(Conversions.boxKind(value.getClass()), kind)) {
            throw new IllegalArgumentException(cannotSet(given));
        }
        Reflect.put(member, target, Conversions.widen(value, kind), kind);
    }

    public void set(Object receiver, Object value) throws IllegalAccessException {
        String given = value == null ? "null value" : value.getClass().getName();
        checkWrite(Reflection.getCallerClass(), receiver, given);
        put(receiver, value, given);
    }

    public void setBoolean(Object receiver, boolean value) throws IllegalAccessException {
        checkWrite(Reflection.getCallerClass(), receiver, "(boolean)" + value);
        put(receiver, Boolean.valueOf(value), "(boolean)" + value);
    }

    public void setByte(Object receiver, byte value) throws IllegalAccessException {
        checkWrite(Reflection.getCallerClass(), receiver, "(byte)" + value);
        put(receiver, Byte.valueOf(value), "(byte)" + value);
    }

    public void setChar(Object receiver, char value) throws IllegalAccessException {
        checkWrite(Reflection.getCallerClass(), receiver, "(char)" + value);
        put(receiver, Character.valueOf(value), "(char)" + value);
    }

    public void setShort(Object receiver, short value) throws IllegalAccessException {
        checkWrite(Reflection.getCallerClass(), receiver, "(short)" + value);
        put(receiver, Short.valueOf(value), "(short)" + value);
    }

    public void setInt(Object receiver, int value) throws IllegalAccessException {
        checkWrite(Reflection.getCallerClass(), receiver, "(int)" + value);
        put(receiver, Integer.valueOf(value), "(int)" + value);
    }

    public void setLong(Object receiver, long value) throws IllegalAccessException {
        checkWrite(Reflection.getCallerClass(), receiver, "(long)" + value);
        put(receiver, Long.valueOf(value), "(long)" + value);
    }

    public void setFloat(Object receiver, float value) throws IllegalAccessException {
        checkWrite(Reflection.getCallerClass(), receiver, "(float)" + value);
        put(receiver, Float.valueOf(value), "(float)" + value);
    }

    public void setDouble(Object receiver, double value) throws IllegalAccessException {
        checkWrite(Reflection.getCallerClass(), receiver, "(double)" + value);
        put(receiver, Double.valueOf(value), "(double)" + value);
    }
}
