package java.io;

/** A sink of bytes. */
public abstract class OutputStream implements Closeable, Flushable {
    public OutputStream() {
    }

    public static OutputStream nullOutputStream() {
        return new NullOutput();
    }

    public abstract void write(int b) throws IOException;

    public void write(byte[] bytes) throws IOException {
        write(bytes, 0, bytes.length);
    }

    public void write(byte[] bytes, int offset, int length) throws IOException {
        InputStream.checkRange(bytes, offset, length);
        for (int i = 0; i < length; i++) {
            write(bytes[offset + i]);
        }
    }

    @Override
    public void flush() throws IOException {
    }

    @Override
    public void close() throws IOException {
    }

    private static final class NullOutput extends OutputStream {
        private volatile boolean closed;

        private void ensureOpen() throws IOException {
            if (closed) {
                throw new IOException("Stream closed");
            }
        }

        @Override
        public void write(int b) throws IOException {
            ensureOpen();
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            InputStream.checkRange(bytes, offset, length);
            ensureOpen();
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
