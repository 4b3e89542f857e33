package java.lang;

import deadwood.internal.Conversions;
import deadwood.internal.Reflect;
import deadwood.internal.Runtime;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Serializable;
import java.lang.annotation.Annotation;
import java.lang.constant.ClassDesc;
import java.lang.constant.Constable;
import java.lang.invoke.TypeDescriptor;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.GenericDeclaration;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.net.URL;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Optional;
import jdk.internal.reflect.Reflection;
import sun.reflect.annotation.AnnotationParser;
import sun.reflect.annotation.AnnotationSupport;

/**
 * A class at run time. The object holds nothing but the virtual machine's
 * number; what it can be asked is answered from the loaded class each time, so
 * that no cache can make two states differ.
 */
public final class Class<T>
        implements Serializable, GenericDeclaration, Type, AnnotatedElement, TypeDescriptor.OfField<Class<?>>, Constable {
    private static final long serialVersionUID = 3206093459760846163L;

    private static final int ANNOTATION = 0x2000;
    private static final int ENUM = 0x4000;
    private static final int SYNTHETIC = 0x1000;

    private final int id;

    /** Never called: the virtual machine makes these objects. */
    private Class(int id) {
        this.id = id;
    }

    @Override
    public String toString() {
        String kind = isInterface() ? "interface " : isPrimitive() ? "" : "class ";
        return kind + getName();
    }

    public String toGenericString() {
        return ClassText.generic(this);
    }

    public static Class<?> forName(String name) throws ClassNotFoundException {
        Class<?> found = find(name);
        Reflect.initialize(found);
        return found;
    }

    public static Class<?> forName(String name, boolean initialize, ClassLoader loader) throws ClassNotFoundException {
        Class<?> found = loader == null || loader.isBuiltIn() || name.charAt(0) == '[' ? find(name) : loader.loadClass(name);
        if (initialize) {
            Reflect.initialize(found);
        }
        return found;
    }

    public static Class<?> forName(Module module, String name) {
        if (module == null || name == null) {
            throw new NullPointerException();
        }
        return find0(name);
    }

    public static Class<?> forPrimitiveName(String name) {
        for (int i = 0; i < "ZBCSIJFDV".length(); i++) {
            Class<?> primitive = Conversions.primitive("ZBCSIJFDV".charAt(i));
            if (primitive.getName().equals(name)) {
                return primitive;
            }
        }
        if (name == null) {
            throw new NullPointerException();
        }
        return null;
    }

    static Class<?> find(String name) throws ClassNotFoundException {
        if (name == null) {
            throw new NullPointerException();
        }
        Class<?> found = name.isEmpty() || name.indexOf('/') >= 0 ? null : find0(name);
        if (found == null) {
            throw new ClassNotFoundException(ClassText.elementName(name));
        }
        return found;
    }

    /** By the name that getName gives; null if there is none. Primitive types have no such name. Does not initialise. */
    static native Class<?> find0(String name);

    @Deprecated(since = "9")
    public T newInstance() throws InstantiationException, IllegalAccessException {
        Constructor<T> constructor;
        try {
            constructor = getDeclaredConstructor();
        } catch (NoSuchMethodException e) {
            throw (InstantiationException) new InstantiationException(getName()).initCause(e);
        }
        Class<?> caller = Reflection.getCallerClass();
        Reflection.ensureMemberAccess(caller, this, this, constructor.getModifiers());
        constructor.grantAccess();
        try {
            return constructor.newInstance();
        } catch (InvocationTargetException e) {
            throw ClassText.<RuntimeException>sneak(e.getTargetException());
        }
    }

    public native boolean isInstance(Object object);

    public native boolean isAssignableFrom(Class<?> other);

    public native boolean isInterface();

    @Override
    public native boolean isArray();

    @Override
    public native boolean isPrimitive();

    public native boolean isHidden();

    public boolean isAnnotation() {
        return (getModifiers() & ANNOTATION) != 0;
    }

    public boolean isSynthetic() {
        return (getModifiers() & SYNTHETIC) != 0;
    }

    public boolean isEnum() {
        return (getModifiers() & ENUM) != 0 && getSuperclass() == Enum.class;
    }

    public boolean isRecord() {
        return getSuperclass() == Record.class && (getModifiers() & Modifier.FINAL) != 0 && recordComponents0() != null;
    }

    public boolean isSealed() {
        return !isArray() && !isPrimitive() && permittedSubclasses0() != null;
    }

    public String getName() {
        return getName0();
    }

    /** With dots; "[I" and "[Ljava.lang.String;" for arrays. Always the same String object for a class. */
    private native String getName0();

    public ClassLoader getClassLoader() {
        return isSystem0() ? null : ClassLoader.getSystemClassLoader();
    }

    /** Whether the class (or an array's element class) comes with the library and not with the program. */
    native boolean isSystem0();

    public Module getModule() {
        return isSystem0() ? Module.BASE : Module.UNNAMED;
    }

    @Override
    @SuppressWarnings("unchecked")
    public TypeVariable<Class<T>>[] getTypeParameters() {
        return (TypeVariable<Class<T>>[]) GenericInfo.typeParameters(this);
    }

    public native Class<? super T> getSuperclass();

    public Type getGenericSuperclass() {
        return GenericInfo.superclass(this);
    }

    public Package getPackage() {
        return isPrimitive() || isArray() ? null : new Package(getPackageName(), getModule());
    }

    public String getPackageName() {
        Class<?> element = this;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        if (element.isPrimitive()) {
            return "java.lang";
        }
        String name = element.getName();
        int dot = name.lastIndexOf('.');
        // Callers may compare by identity: the JDK does.
        return dot < 0 ? "" : name.substring(0, dot).intern();
    }

    /** A new array each time. */
    public native Class<?>[] getInterfaces();

    public Type[] getGenericInterfaces() {
        return GenericInfo.interfaces(this);
    }

    public native Class<?> getComponentType();

    @Override
    public Class<?> componentType() {
        return getComponentType();
    }

    @Override
    public Class<?> arrayType() {
        return arrayType0();
    }

    private native Class<?> arrayType0();

    /** As the InnerClasses attribute has it where there is one; for arrays the element's access, abstract and final. */
    public native int getModifiers();

    public Object[] getSigners() {
        return null;
    }

    public Method getEnclosingMethod() {
        Object[] where = getEnclosingMethod0();
        if (where == null || where[1] == null || where[1].equals("<init>") || where[1].equals("<clinit>")) {
            return null;
        }
        int[] methods = Reflect.methods((Class<?>) where[0]);
        for (int i = 0; i < methods.length; i++) {
            if (Reflect.methodName(methods[i]).equals(where[1]) && Reflect.methodDescriptor(methods[i]).equals(where[2])) {
                return Method.of(methods[i]);
            }
        }
        throw new InternalError("Enclosing method not found");
    }

    public Constructor<?> getEnclosingConstructor() {
        Object[] where = getEnclosingMethod0();
        if (where == null || !"<init>".equals(where[1])) {
            return null;
        }
        int[] constructors = Reflect.constructors((Class<?>) where[0]);
        for (int i = 0; i < constructors.length; i++) {
            if (Reflect.methodDescriptor(constructors[i]).equals(where[2])) {
                return Constructor.of(constructors[i]);
            }
        }
        throw new InternalError("Enclosing constructor not found");
    }

    /** Null, or the EnclosingMethod attribute: class, method name or null, descriptor or null. */
    private native Object[] getEnclosingMethod0();

    public Class<?> getDeclaringClass() {
        return getDeclaringClass0();
    }

    /** The outer class in the InnerClasses attribute; null if there is none. */
    private native Class<?> getDeclaringClass0();

    public Class<?> getEnclosingClass() {
        Object[] where = getEnclosingMethod0();
        return where == null ? getDeclaringClass0() : (Class<?>) where[0];
    }

    public String getSimpleName() {
        if (isArray()) {
            return getComponentType().getSimpleName() + "[]";
        }
        if (getEnclosingClass() != null) {
            String inner = getSimpleBinaryName0();
            return inner == null ? "" : inner;
        }
        String name = getName();
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** The inner name in the InnerClasses attribute; null if there is none. */
    private native String getSimpleBinaryName0();

    @Override
    public String getTypeName() {
        return isArray() ? getComponentType().getTypeName() + "[]" : getName();
    }

    public String getCanonicalName() {
        if (isArray()) {
            String component = getComponentType().getCanonicalName();
            return component == null ? null : component + "[]";
        }
        if (isHidden() || getEnclosingMethod0() != null) {
            return null;
        }
        Class<?> outer = getDeclaringClass0();
        if (outer == null) {
            return getName();
        }
        String outerName = outer.getCanonicalName();
        return outerName == null ? null : outerName + "." + getSimpleName();
    }

    public boolean isAnonymousClass() {
        return getEnclosingMethod0() != null && getSimpleBinaryName0() == null;
    }

    public boolean isLocalClass() {
        return getEnclosingMethod0() != null && getSimpleBinaryName0() != null;
    }

    public boolean isMemberClass() {
        return getEnclosingMethod0() == null && getDeclaringClass0() != null;
    }

    public Class<?>[] getClasses() {
        return Members.publicClasses(this);
    }

    public native Class<?>[] getDeclaredClasses();

    public Field[] getFields() {
        return Members.publicFields(this);
    }

    public Method[] getMethods() {
        return Members.publicMethods(this);
    }

    public Constructor<?>[] getConstructors() {
        return Members.publicConstructors(this);
    }

    public Field getField(String name) throws NoSuchFieldException {
        if (name == null) {
            throw new NullPointerException();
        }
        Field field = Members.publicField(this, name);
        if (field == null) {
            throw new NoSuchFieldException(name);
        }
        return field;
    }

    public Method getMethod(String name, Class<?>... parameterTypes) throws NoSuchMethodException {
        if (name == null) {
            throw new NullPointerException();
        }
        Method method = Members.publicMethod(this, name, parameterTypes);
        if (method == null) {
            throw new NoSuchMethodException(ClassText.signature(this, name, parameterTypes));
        }
        return method;
    }

    @SuppressWarnings("unchecked")
    public Constructor<T> getConstructor(Class<?>... parameterTypes) throws NoSuchMethodException {
        Constructor<T> constructor = getDeclaredConstructor(parameterTypes);
        if (!Modifier.isPublic(constructor.getModifiers())) {
            throw new NoSuchMethodException(ClassText.signature(this, "<init>", parameterTypes));
        }
        return constructor;
    }

    public Field[] getDeclaredFields() {
        return Members.fields(this);
    }

    public RecordComponent[] getRecordComponents() {
        return isRecord() ? Members.recordComponents(this, recordComponents0()) : null;
    }

    /** Null if there is no Record attribute; otherwise name, descriptor and signature (or null) of each component. */
    private native String[] recordComponents0();

    public Method[] getDeclaredMethods() {
        return Members.methods(this);
    }

    public Constructor<?>[] getDeclaredConstructors() {
        return Members.constructors(this);
    }

    public Field getDeclaredField(String name) throws NoSuchFieldException {
        if (name == null) {
            throw new NullPointerException();
        }
        Field field = Members.field(this, name);
        if (field == null) {
            throw new NoSuchFieldException(name);
        }
        return field;
    }

    public Method getDeclaredMethod(String name, Class<?>... parameterTypes) throws NoSuchMethodException {
        if (name == null) {
            throw new NullPointerException();
        }
        Method method = Members.method(this, name, parameterTypes);
        if (method == null) {
            throw new NoSuchMethodException(ClassText.signature(this, name, parameterTypes));
        }
        return method;
    }

    List<Method> getDeclaredPublicMethods(String name, Class<?>... parameterTypes) {
        Method method = Members.method(this, name, parameterTypes);
        return method == null || !Modifier.isPublic(method.getModifiers()) ? List.of() : List.of(method);
    }

    @SuppressWarnings("unchecked")
    public Constructor<T> getDeclaredConstructor(Class<?>... parameterTypes) throws NoSuchMethodException {
        Constructor<?> constructor = Members.constructor(this, parameterTypes);
        if (constructor == null) {
            throw new NoSuchMethodException(ClassText.signature(this, "<init>", parameterTypes));
        }
        return (Constructor<T>) constructor;
    }

    public InputStream getResourceAsStream(String name) {
        String path = resourcePath(name);
        if (isSystem0()) {
            byte[] bytes = resource0(path);
            return bytes == null ? null : new ByteArrayInputStream(bytes);
        }
        return ClassLoader.getSystemResourceAsStream(path);
    }

    /** A file that the JDK has beside its classes, or null. */
    private static native byte[] resource0(String path);

    public URL getResource(String name) {
        String path = resourcePath(name);
        if (isSystem0()) {
            throw Runtime.unsupported("the resource " + path + " of the JDK");
        }
        return ClassLoader.getSystemResource(path);
    }

    /** Names are relative to the package unless they start with a slash. */
    private String resourcePath(String name) {
        if (name.startsWith("/")) {
            return name.substring(1);
        }
        String packageName = getPackageName();
        return packageName.isEmpty() ? name : packageName.replace('.', '/') + "/" + name;
    }

    public ProtectionDomain getProtectionDomain() {
        throw Runtime.unsupported("Class.getProtectionDomain");
    }

    static native Class<?> getPrimitiveClass(String name);

    public native boolean desiredAssertionStatus();

    public T[] getEnumConstants() {
        return getEnumConstantsShared();
    }

    /** What values() returns, a new array each time; null if this is no enum. */
    @SuppressWarnings("unchecked")
    T[] getEnumConstantsShared() {
        return isEnum() ? (T[]) enumValues0() : null;
    }

    /** Calls the static method values() of an enum class. */
    private native Object[] enumValues0();

    @SuppressWarnings("unchecked")
    public T cast(Object object) {
        if (object != null && !isInstance(object)) {
            throw new ClassCastException("Cannot cast " + object.getClass().getName() + " to " + getName());
        }
        return (T) object;
    }

    @SuppressWarnings("unchecked")
    public <U> Class<? extends U> asSubclass(Class<U> parent) {
        if (!parent.isAssignableFrom(this)) {
            throw new ClassCastException(toString());
        }
        return (Class<? extends U>) this;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <A extends Annotation> A getAnnotation(Class<A> type) {
        if (type == null) {
            throw new NullPointerException();
        }
        return (A) Annotations.present(this).get(type);
    }

    @Override
    public boolean isAnnotationPresent(Class<? extends Annotation> type) {
        return getAnnotation(type) != null;
    }

    @Override
    public <A extends Annotation> A[] getAnnotationsByType(Class<A> type) {
        if (type == null) {
            throw new NullPointerException();
        }
        return AnnotationSupport.getAssociatedAnnotations(Annotations.declared(this), this, type);
    }

    @Override
    public Annotation[] getAnnotations() {
        return AnnotationParser.toArray(Annotations.present(this));
    }

    @Override
    @SuppressWarnings("unchecked")
    public <A extends Annotation> A getDeclaredAnnotation(Class<A> type) {
        if (type == null) {
            throw new NullPointerException();
        }
        return (A) Annotations.declared(this).get(type);
    }

    @Override
    public <A extends Annotation> A[] getDeclaredAnnotationsByType(Class<A> type) {
        if (type == null) {
            throw new NullPointerException();
        }
        return AnnotationSupport.getDirectlyAndIndirectlyPresent(Annotations.declared(this), type);
    }

    @Override
    public Annotation[] getDeclaredAnnotations() {
        return AnnotationParser.toArray(Annotations.declared(this));
    }

    public AnnotatedType getAnnotatedSuperclass() {
        throw Runtime.unsupported("Class.getAnnotatedSuperclass");
    }

    public AnnotatedType[] getAnnotatedInterfaces() {
        throw Runtime.unsupported("Class.getAnnotatedInterfaces");
    }

    public Class<?> getNestHost() {
        return isPrimitive() || isArray() ? this : getNestHost0();
    }

    private native Class<?> getNestHost0();

    public boolean isNestmateOf(Class<?> other) {
        return this == other || (!isPrimitive() && !isArray() && getNestHost() == other.getNestHost());
    }

    public Class<?>[] getNestMembers() {
        return isPrimitive() || isArray() ? new Class<?>[] {this} : getNestMembers0();
    }

    /** The host first. */
    private native Class<?>[] getNestMembers0();

    @Override
    public String descriptorString() {
        if (isPrimitive()) {
            return String.valueOf(Conversions.kind(this));
        }
        if (isArray()) {
            return "[" + getComponentType().descriptorString();
        }
        return "L" + getName().replace('.', '/') + ";";
    }

    @Override
    public Optional<ClassDesc> describeConstable() {
        return isHidden() ? Optional.empty() : Optional.of(ClassDesc.ofDescriptor(descriptorString()));
    }

    public Class<?>[] getPermittedSubclasses() {
        return isArray() || isPrimitive() ? null : permittedSubclasses0();
    }

    /** Null if the class is not sealed. */
    private native Class<?>[] permittedSubclasses0();

    /** The Signature attribute, or null. */
    native String getGenericSignature0();
}
