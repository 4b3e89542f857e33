package java.lang.reflect;

import deadwood.internal.Runtime;
import java.lang.annotation.Annotation;
import sun.reflect.generics.factory.CoreReflectionFactory;
import sun.reflect.generics.repository.FieldRepository;
import sun.reflect.generics.scope.ClassScope;

/** A component of a record class. */
public final class RecordComponent implements AnnotatedElement {
    private final Class<?> clazz;
    private final String name;
    private final Class<?> type;
    private final String signature;

    private RecordComponent(Class<?> clazz, String name, Class<?> type, String signature) {
        this.clazz = clazz;
        this.name = name;
        this.type = type;
        this.signature = signature;
    }

    /** For the library itself. */
    public static RecordComponent of(Class<?> clazz, String name, Class<?> type, String signature) {
        return new RecordComponent(clazz, name, type, signature);
    }

    public String getName() {
        return name;
    }

    public Class<?> getType() {
        return type;
    }

    public String getGenericSignature() {
        return signature;
    }

    public Type getGenericType() {
        return signature == null
                ? type
                : FieldRepository.make(signature, CoreReflectionFactory.make(clazz, ClassScope.make(clazz))).getGenericType();
    }

    public AnnotatedType getAnnotatedType() {
        throw Runtime.unsupported("RecordComponent.getAnnotatedType");
    }

    public Method getAccessor() {
        try {
            return clazz.getDeclaredMethod(name);
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    @Override
    public <T extends Annotation> T getAnnotation(Class<T> annotation) {
        throw Runtime.unsupported("reading the annotations of a record component");
    }

    @Override
    public Annotation[] getAnnotations() {
        throw Runtime.unsupported("reading the annotations of a record component");
    }

    @Override
    public Annotation[] getDeclaredAnnotations() {
        return getAnnotations();
    }

    @Override
    public String toString() {
        return type.getTypeName() + " " + name;
    }

    public Class<?> getDeclaringRecord() {
        return clazz;
    }
}
