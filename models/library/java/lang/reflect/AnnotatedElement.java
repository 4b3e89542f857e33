package java.lang.reflect;

import java.lang.annotation.Annotation;

/** What can have annotations. */
public interface AnnotatedElement {
    default boolean isAnnotationPresent(Class<? extends Annotation> type) {
        return getAnnotation(type) != null;
    }

    <T extends Annotation> T getAnnotation(Class<T> type);

    Annotation[] getAnnotations();

    default <T extends Annotation> T[] getAnnotationsByType(Class<T> type) {
        return one(type, getAnnotation(type));
    }

    default <T extends Annotation> T getDeclaredAnnotation(Class<T> type) {
        Annotation[] declared = getDeclaredAnnotations();
        for (int i = 0; i < declared.length; i++) {
            if (declared[i].annotationType() == type) {
                return type.cast(declared[i]);
            }
        }
        return null;
    }

    default <T extends Annotation> T[] getDeclaredAnnotationsByType(Class<T> type) {
        return one(type, getDeclaredAnnotation(type));
    }

    Annotation[] getDeclaredAnnotations();

    @SuppressWarnings("unchecked")
    private static <T extends Annotation> T[] one(Class<T> type, T annotation) {
        T[] result = (T[]) Array.newInstance(type, annotation == null ? 0 : 1);
        if (annotation != null) {
            result[0] = annotation;
        }
        return result;
    }
}
