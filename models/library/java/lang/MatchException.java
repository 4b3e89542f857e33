package java.lang;

/** An exhaustive switch met a value that none of its cases covers. */
public final class MatchException extends RuntimeException {
    private static final long serialVersionUID = 0L;

    public MatchException(String message, Throwable cause) {
        super(message, cause);
    }
}
