package java.io;

/** Something that holds a resource until it is closed. */
public interface Closeable extends AutoCloseable {
    @Override
    void close() throws IOException;
}
