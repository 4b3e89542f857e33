package java.io;

/** A source of bytes. */
public abstract class InputStream implements Closeable {
    private static final int CHUNK = 8192;

    public InputStream() {
    }

    public static InputStream nullInputStream() {
        return new NullInput();
    }

    static void checkRange(byte[] bytes, int offset, int length) {
        if (offset < 0 || length < 0 || length > bytes.length - offset) {
            throw new IndexOutOfBoundsException(
                    "Range [" + offset + ", " + offset + " + " + length + ") out of bounds for length " + bytes.length);
        }
    }

    public abstract int read() throws IOException;

    public int read(byte[] bytes) throws IOException {
        return read(bytes, 0, bytes.length);
    }

    /** Only a failure to read the first byte is reported; a later one ends the batch. */
    public int read(byte[] bytes, int offset, int length) throws IOException {
        checkRange(bytes, offset, length);
        if (length == 0) {
            return 0;
        }
        int first = read();
        if (first < 0) {
            return -1;
        }
        bytes[offset] = (byte) first;
        int count = 1;
        try {
            while (count < length) {
                int next = read();
                if (next < 0) {
                    break;
                }
                bytes[offset + count++] = (byte) next;
            }
        } catch (IOException later) {
            // The caller meets it again at the next read.
        }
        return count;
    }

    public byte[] readAllBytes() throws IOException {
        return readNBytes(Integer.MAX_VALUE);
    }

    public byte[] readNBytes(int limit) throws IOException {
        if (limit < 0) {
            throw new IllegalArgumentException("len < 0");
        }
        byte[] result = new byte[Math.min(limit, CHUNK)];
        int count = 0;
        while (count < limit) {
            if (count == result.length) {
                int doubled = (int) Math.min(limit, Math.min(2L * count, Integer.MAX_VALUE - 8));
                if (doubled == count) {
                    throw new OutOfMemoryError("Required array size too large");
                }
                byte[] longer = new byte[doubled];
                System.arraycopy(result, 0, longer, 0, count);
                result = longer;
            }
            int read = read(result, count, result.length - count);
            if (read < 0) {
                break;
            }
            count += read;
        }
        if (count == result.length) {
            return result;
        }
        byte[] exact = new byte[count];
        System.arraycopy(result, 0, exact, 0, count);
        return exact;
    }

    public int readNBytes(byte[] bytes, int offset, int length) throws IOException {
        checkRange(bytes, offset, length);
        int count = 0;
        while (count < length) {
            int read = read(bytes, offset + count, length - count);
            if (read < 0) {
                break;
            }
            count += read;
        }
        return count;
    }

    public long skip(long wanted) throws IOException {
        if (wanted <= 0) {
            return 0;
        }
        byte[] scratch = new byte[(int) Math.min(wanted, 2048)];
        long left = wanted;
        while (left > 0) {
            int read = read(scratch, 0, (int) Math.min(left, scratch.length));
            if (read < 0) {
                break;
            }
            left -= read;
        }
        return wanted - left;
    }

    public void skipNBytes(long wanted) throws IOException {
        long left = wanted;
        while (left > 0) {
            long skipped = skip(left);
            if (skipped > 0 && skipped <= left) {
                left -= skipped;
            } else if (skipped == 0) {
                if (read() == -1) {
                    throw new EOFException();
                }
                left--;
            } else {
                throw new IOException("Unable to skip exactly");
            }
        }
    }

    public int available() throws IOException {
        return 0;
    }

    @Override
    public void close() throws IOException {
    }

    public void mark(int limit) {
    }

    public void reset() throws IOException {
        throw new IOException("mark/reset not supported");
    }

    public boolean markSupported() {
        return false;
    }

    public long transferTo(OutputStream target) throws IOException {
        if (target == null) {
            throw new NullPointerException("out");
        }
        byte[] buffer = new byte[CHUNK];
        long total = 0;
        while (true) {
            int read = read(buffer, 0, buffer.length);
            if (read < 0) {
                return total;
            }
            target.write(buffer, 0, read);
            total += read;
        }
    }

    private static final class NullInput extends InputStream {
        private volatile boolean closed;

        private void ensureOpen() throws IOException {
            if (closed) {
                throw new IOException("Stream closed");
            }
        }

        @Override
        public int available() throws IOException {
            ensureOpen();
            return 0;
        }

        @Override
        public int read() throws IOException {
            ensureOpen();
            return -1;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            checkRange(bytes, offset, length);
            if (length == 0) {
                return 0;
            }
            ensureOpen();
            return -1;
        }

        @Override
        public byte[] readNBytes(int limit) throws IOException {
            ensureOpen();
            return super.readNBytes(limit);
        }

        @Override
        public int readNBytes(byte[] bytes, int offset, int length) throws IOException {
            checkRange(bytes, offset, length);
            ensureOpen();
            return 0;
        }

        @Override
        public long skip(long wanted) throws IOException {
            ensureOpen();
            return 0;
        }

        @Override
        public void skipNBytes(long wanted) throws IOException {
            ensureOpen();
            if (wanted > 0) {
                throw new EOFException();
            }
        }

        @Override
        public long transferTo(OutputStream target) throws IOException {
            if (target == null) {
                throw new NullPointerException("out");
            }
            ensureOpen();
            return 0;
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
