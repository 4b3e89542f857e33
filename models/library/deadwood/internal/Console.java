package deadwood.internal;

/** The standard streams. */
public final class Console {
    public static final int OUT = 1;
    public static final int ERR = 2;

    private Console() {
    }

    /** Writes text as UTF-8. */
    public static native void write(int fd, String text);

    public static native void write(int fd, byte[] bytes, int offset, int length);

    /** Reads at most length bytes of standard input; -1 at its end. */
    public static native int read(byte[] bytes, int offset, int length);

    /** How many bytes of standard input can be read without waiting. */
    public static native int available();
}
