package java.lang.reflect;

/** A MethodParameters attribute does not match its method. */
public class MalformedParametersException extends RuntimeException {
    private static final long serialVersionUID = 20130919L;

    public MalformedParametersException() {
        super();
    }

    public MalformedParametersException(String message) {
        super(message);
    }
}
