package java.lang;

/** A method was called by the wrong thread. */
public class WrongThreadException extends RuntimeException {
    private static final long serialVersionUID = 4676498871006316905L;

    public WrongThreadException() {
        super();
    }

    public WrongThreadException(String message) {
        super(message);
    }

    public WrongThreadException(String message, Throwable cause) {
        super(message, cause);
    }

    public WrongThreadException(Throwable cause) {
        super(cause);
    }
}
