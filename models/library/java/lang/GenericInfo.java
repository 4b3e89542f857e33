package java.lang;

import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import sun.reflect.generics.factory.CoreReflectionFactory;
import sun.reflect.generics.repository.ClassRepository;
import sun.reflect.generics.scope.ClassScope;

/** Generic types of a class. The JDK's own parser of signatures is plain Java and does the work. */
final class GenericInfo {
    private GenericInfo() {
    }

    private static ClassRepository repository(Class<?> type, String signature) {
        return ClassRepository.make(signature, CoreReflectionFactory.make(type, ClassScope.make(type)));
    }

    static TypeVariable<?>[] typeParameters(Class<?> type) {
        String signature = type.getGenericSignature0();
        return signature == null ? new TypeVariable<?>[0] : repository(type, signature).getTypeParameters();
    }

    static Type superclass(Class<?> type) {
        String signature = type.isInterface() ? null : type.getGenericSignature0();
        return signature == null ? type.getSuperclass() : repository(type, signature).getSuperclass();
    }

    static Type[] interfaces(Class<?> type) {
        String signature = type.getGenericSignature0();
        return signature == null ? type.getInterfaces() : repository(type, signature).getSuperInterfaces();
    }
}
