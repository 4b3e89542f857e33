package java.lang;

import java.lang.annotation.Annotation;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import jdk.internal.reflect.ConstantPool;
import sun.reflect.annotation.AnnotationParser;
import sun.reflect.annotation.AnnotationType;

/**
 * The annotations of classes, read by the JDK's parser when somebody asks.
 * They are kept, because two questions are to be answered with one object.
 */
final class Annotations {
    private static final Map<Class<?>, Map<Class<? extends Annotation>, Annotation>> DECLARED = new HashMap<>();
    private static final Map<Class<?>, AnnotationType> TYPES = new HashMap<>();

    private Annotations() {
    }

    static Map<Class<? extends Annotation>, Annotation> declared(Class<?> owner) {
        synchronized (DECLARED) {
            Map<Class<? extends Annotation>, Annotation> known = DECLARED.get(owner);
            if (known == null) {
                byte[] raw = raw(owner);
                known = raw == null ? Map.of() : AnnotationParser.parseAnnotations(raw, new ConstantPool(owner), owner);
                DECLARED.put(owner, known);
            }
            return known;
        }
    }

    /** The declared ones, after those that a superclass hands down and that are not declared again. */
    static Map<Class<? extends Annotation>, Annotation> present(Class<?> owner) {
        Map<Class<? extends Annotation>, Annotation> declared = declared(owner);
        Class<?> superclass = owner.getSuperclass();
        if (superclass == null || superclass == Object.class) {
            return declared;
        }
        Map<Class<? extends Annotation>, Annotation> all = new LinkedHashMap<>();
        for (Map.Entry<Class<? extends Annotation>, Annotation> entry : present(superclass).entrySet()) {
            if (AnnotationType.getInstance(entry.getKey()).isInherited()) {
                all.put(entry.getKey(), entry.getValue());
            }
        }
        if (all.isEmpty()) {
            return declared;
        }
        all.putAll(declared);
        return all;
    }

    static AnnotationType type(Class<?> annotation) {
        synchronized (TYPES) {
            return TYPES.get(annotation);
        }
    }

    static boolean replaceType(Class<?> annotation, AnnotationType old, AnnotationType type) {
        synchronized (TYPES) {
            if (TYPES.get(annotation) != old) {
                return false;
            }
            TYPES.put(annotation, type);
            return true;
        }
    }

    /** The RuntimeVisibleAnnotations attribute, or null. */
    static native byte[] raw(Class<?> owner);
}
