package java.lang;

/** A class initialiser threw. The cause is fixed at construction, even when there is none. */
public class ExceptionInInitializerError extends LinkageError {
    private static final long serialVersionUID = 1521711792217232256L;

        public ExceptionInInitializerError() {
        super(null, null);
    }

    public ExceptionInInitializerError(Throwable thrown) {
        super(null, thrown);
    }

    public ExceptionInInitializerError(String message) {
        super(message, null);
    }

    public Throwable getException() {
        return super.getCause();
    }
}
