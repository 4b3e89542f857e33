package java.lang;

import java.io.Serializable;
import java.lang.constant.ClassDesc;
import java.lang.constant.Constable;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DynamicConstantDesc;
import java.lang.invoke.MethodHandles;
import java.util.Optional;

/** Superclass of all enum classes. */
public abstract class Enum<E extends Enum<E>> implements Constable, Comparable<E>, Serializable {
    private static final long serialVersionUID = 0L;

    private final String name;
    private final int ordinal;

    protected Enum(String name, int ordinal) {
        this.name = name;
        this.ordinal = ordinal;
    }

    public final String name() {
        return name;
    }

    public final int ordinal() {
        return ordinal;
    }

    @Override
    public String toString() {
        return name;
    }

    @Override
    public final boolean equals(Object other) {
        return this == other;
    }

    /** In place of the identity hash, which would differ from run to run. */
    @Override
    public final int hashCode() {
        return 31 * ordinal + 1;
    }

    @Override
    protected final Object clone() throws CloneNotSupportedException {
        throw new CloneNotSupportedException();
    }

    @Override
    public final int compareTo(E other) {
        Enum<?> that = other;
        if (getClass() != that.getClass() && getDeclaringClass() != that.getDeclaringClass()) {
            throw new ClassCastException();
        }
        return ordinal - that.ordinal;
    }

    @SuppressWarnings("unchecked")
    public final Class<E> getDeclaringClass() {
        Class<?> own = getClass();
        Class<?> parent = own.getSuperclass();
        return (Class<E>) (parent == Enum.class ? own : parent);
    }

    public final Optional<EnumDesc<E>> describeConstable() {
        return getDeclaringClass().describeConstable().map(type -> EnumDesc.of(type, name));
    }

    public static <T extends Enum<T>> T valueOf(Class<T> enumClass, String name) {
        T[] constants = enumClass.getEnumConstantsShared();
        if (constants == null) {
            throw new IllegalArgumentException(enumClass.getName() + " is not an enum class");
        }
        if (name == null) {
            throw new NullPointerException("Name is null");
        }
        for (int i = 0; i < constants.length; i++) {
            if (constants[i].name().equals(name)) {
                return constants[i];
            }
        }
        throw new IllegalArgumentException("No enum constant " + enumClass.getCanonicalName() + "." + name);
    }

    @SuppressWarnings({"deprecation", "removal"})
    @Override
    protected final void finalize() {
    }

    /** Describes an enum constant as a loadable constant. */
    public static final class EnumDesc<E extends Enum<E>> extends DynamicConstantDesc<E> {
        private EnumDesc(ClassDesc enumClass, String name) {
            super(ConstantDescs.BSM_ENUM_CONSTANT, name, enumClass);
        }

        public static <E extends Enum<E>> EnumDesc<E> of(ClassDesc enumClass, String name) {
            return new EnumDesc<>(enumClass, name);
        }

        @Override
        @SuppressWarnings("unchecked")
        public E resolveConstantDesc(MethodHandles.Lookup lookup) throws ReflectiveOperationException {
            return Enum.valueOf((Class<E>) constantType().resolveConstantDesc(lookup), constantName());
        }

        @Override
        public String toString() {
            return "EnumDesc[" + constantType().displayName() + "." + constantName() + "]";
        }
    }
}
