package java.lang.invoke;

/** A string concatenation could not be linked. */
public class StringConcatException extends Exception {
    private static final long serialVersionUID = 301L;

    public StringConcatException(String message) {
        super(message);
    }

    public StringConcatException(String message, Throwable cause) {
        super(message, cause);
    }
}
