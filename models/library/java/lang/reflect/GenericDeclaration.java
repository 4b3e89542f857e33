package java.lang.reflect;

/** What can declare type variables. */
public interface GenericDeclaration extends AnnotatedElement {
    TypeVariable<?>[] getTypeParameters();
}
