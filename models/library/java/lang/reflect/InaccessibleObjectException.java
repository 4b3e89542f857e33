package java.lang.reflect;

/** Access to a member cannot be opened. */
public class InaccessibleObjectException extends RuntimeException {
    private static final long serialVersionUID = 4158786093378140901L;

    public InaccessibleObjectException() {
        super();
    }

    public InaccessibleObjectException(String message) {
        super(message);
    }
}
