package java.io;

/** Passes bytes on to another stream; the base of those that change them on the way. */
public class FilterOutputStream extends OutputStream {
    protected OutputStream out;
    private volatile boolean closed;

    public FilterOutputStream(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
        out.write(b);
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        write(bytes, 0, bytes.length);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        InputStream.checkRange(bytes, offset, length);
        for (int i = 0; i < length; i++) {
            write(bytes[offset + i]);
        }
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    /** Flushes first; if both that and closing fail, the second failure carries the first. */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        Throwable flushFailure = null;
        try {
            flush();
        } catch (Throwable t) {
            flushFailure = t;
            throw t;
        } finally {
            if (flushFailure == null) {
                out.close();
            } else {
                try {
                    out.close();
                } catch (Throwable t) {
                    if (flushFailure != t) {
                        t.addSuppressed(flushFailure);
                    }
                    throw t;
                }
            }
        }
    }
}
