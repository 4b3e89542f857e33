package deadwood.internal;

import java.io.IOException;
import java.io.OutputStream;

/** Standard output or standard error. PrintStream knows it and hands over whole strings. */
public final class ConsoleOutput extends OutputStream {
    private final int fd;

    public ConsoleOutput(int fd) {
        this.fd = fd;
    }

    public int fd() {
        return fd;
    }

    @Override
    public void write(int b) throws IOException {
        Console.write(fd, new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (offset < 0 || length < 0 || length > bytes.length - offset) {
            throw new IndexOutOfBoundsException();
        }
        Console.write(fd, bytes, offset, length);
    }
}
