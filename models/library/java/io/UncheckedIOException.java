package java.io;

/** An IOException where none may be declared. */
public class UncheckedIOException extends RuntimeException {
    private static final long serialVersionUID = -8134305061645241065L;

        public UncheckedIOException(String message, IOException cause) {
        super(message, present(cause));
    }

    public UncheckedIOException(IOException cause) {
        super(present(cause));
    }

    @Override
    public IOException getCause() {
        return (IOException) super.getCause();
    }

    private static IOException present(IOException cause) {
        if (cause == null) {
            throw new NullPointerException();
        }
        return cause;
    }
}
