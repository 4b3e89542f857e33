package java.lang;

/** null was used where an object is needed. */
public class NullPointerException extends RuntimeException {
    private static final long serialVersionUID = 5162710183389028792L;

    public NullPointerException() {
        super();
    }

    public NullPointerException(String message) {
        super(message);
    }

    /** The virtual machine says what was null only when somebody asks: most such exceptions are never printed. */
    @Override
    public String getMessage() {
        String message = super.getMessage();
        return message == null ? describe() : message;
    }

    /** What was null, or null if this exception was made by the program itself. */
    private native String describe();
}
