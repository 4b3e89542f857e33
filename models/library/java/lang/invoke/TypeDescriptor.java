package java.lang.invoke;

import java.util.List;

/** What has a type descriptor as in the class file. */
public interface TypeDescriptor {
    String descriptorString();

    /** The type of a field. */
    interface OfField<F extends OfField<F>> extends TypeDescriptor {
        boolean isArray();

        boolean isPrimitive();

        F componentType();

        F arrayType();
    }

    /** The type of a method. */
    interface OfMethod<F extends OfField<F>, M extends OfMethod<F, M>> extends TypeDescriptor {
        int parameterCount();

        F parameterType(int index);

        F returnType();

        F[] parameterArray();

        List<F> parameterList();

        M changeReturnType(F type);

        M changeParameterType(int index, F type);

        M dropParameterTypes(int start, int end);

        @SuppressWarnings("unchecked")
        M insertParameterTypes(int position, F... types);
    }
}
