package java.lang.invoke;

/** A method handle was used with the wrong type. */
public class WrongMethodTypeException extends RuntimeException {
    private static final long serialVersionUID = 292L;

    public WrongMethodTypeException() {
        super();
    }

    public WrongMethodTypeException(String message) {
        super(message);
    }
}
