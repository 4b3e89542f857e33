package java.io;

/** Something that may hold output back until it is flushed. */
public interface Flushable {
    void flush() throws IOException;
}
