package deadwood.internal;

import java.io.IOException;
import java.io.InputStream;

/** Standard input. */
public final class ConsoleInput extends InputStream {
    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return Console.read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (offset < 0 || length < 0 || length > bytes.length - offset) {
            throw new IndexOutOfBoundsException();
        }
        return length == 0 ? 0 : Console.read(bytes, offset, length);
    }

    @Override
    public int available() throws IOException {
        return Console.available();
    }
}
