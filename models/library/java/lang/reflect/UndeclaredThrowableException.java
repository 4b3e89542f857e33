package java.lang.reflect;

/** A proxy's handler threw what the interface does not declare. */
public class UndeclaredThrowableException extends RuntimeException {
    private static final long serialVersionUID = 330127114055056639L;

        public UndeclaredThrowableException(Throwable undeclared) {
        super(null, undeclared);
    }

    public UndeclaredThrowableException(Throwable undeclared, String message) {
        super(message, undeclared);
    }

    public Throwable getUndeclaredThrowable() {
        return super.getCause();
    }
}
