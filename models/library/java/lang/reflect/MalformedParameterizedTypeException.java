package java.lang.reflect;

/** A parameterised type does not match its declaration. */
public class MalformedParameterizedTypeException extends RuntimeException {
    private static final long serialVersionUID = -5696557788586220964L;

    public MalformedParameterizedTypeException() {
        super();
    }

    public MalformedParameterizedTypeException(String message) {
        super(message);
    }
}
