package java.nio;

import deadwood.internal.Runtime;

/** The bytes of a heap buffer, for those who are not in this package; also of one that can only be read. */
public final class BufferBytes {
    private BufferBytes() {
    }

    public static byte[] of(ByteBuffer buffer) {
        if (buffer.hb == null) {
            throw Runtime.unsupported("a VarHandle's view of a direct buffer");
        }
        return buffer.hb;
    }

    /** Where in them the buffer begins. */
    public static int start(ByteBuffer buffer) {
        return buffer.offset;
    }
}
