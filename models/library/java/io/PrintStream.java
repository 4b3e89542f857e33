package java.io;

import deadwood.internal.Console;
import deadwood.internal.ConsoleOutput;
import java.nio.charset.Charset;
import java.util.Formatter;
import java.util.Locale;

/**
 * Prints text as bytes. Over the console a string is one native step and needs
 * no lock; over any other stream it is encoded here. A subclass sees all its
 * text pass through write(byte[], int, int).
 */
public class PrintStream extends FilterOutputStream implements Appendable, Closeable {
    private static final int CLOSED = 0x10000;
    private static final int TROUBLE = 0x20000;
    private static final int HALF = 0xffff;

    private final boolean autoFlush;
    /** Null for UTF-8, which is encoded here and needs no charset classes. */
    private final Charset charset;
    /** The console's descriptor, or 0. */
    private final int fd;
    /**
     * CLOSED, TROUBLE and, in the low 16 bits, the first half of a surrogate pair
     * whose second half has not been printed yet. One field, so that the usual
     * println looks at a single shared cell: 0 means all is well.
     */
    private int state;
    private Formatter formatter;

    public PrintStream(OutputStream out) {
        this(out, false);
    }

    public PrintStream(OutputStream out, boolean autoFlush) {
        this(autoFlush, null, present(out));
    }

    public PrintStream(OutputStream out, boolean autoFlush, String encoding) throws UnsupportedEncodingException {
        this(autoFlush, charsetFor(encoding), present(out));
    }

    public PrintStream(OutputStream out, boolean autoFlush, Charset charset) {
        this(autoFlush, known(charset), out);
    }

    public PrintStream(String file) throws FileNotFoundException {
        this(false, null, new FileOutputStream(file));
    }

    public PrintStream(String file, String encoding) throws FileNotFoundException, UnsupportedEncodingException {
        this(false, charsetFor(encoding), new FileOutputStream(file));
    }

    public PrintStream(String file, Charset charset) throws IOException {
        this(false, known(charset), new FileOutputStream(file));
    }

    public PrintStream(File file) throws FileNotFoundException {
        this(false, null, new FileOutputStream(file));
    }

    public PrintStream(File file, String encoding) throws FileNotFoundException, UnsupportedEncodingException {
        this(false, charsetFor(encoding), new FileOutputStream(file));
    }

    public PrintStream(File file, Charset charset) throws IOException {
        this(false, known(charset), new FileOutputStream(file));
    }

    private PrintStream(boolean autoFlush, Charset charset, OutputStream out) {
        super(out);
        this.autoFlush = autoFlush;
        this.charset = charset;
        this.fd = out instanceof ConsoleOutput && getClass() == PrintStream.class ? ((ConsoleOutput) out).fd() : 0;
    }

    private static OutputStream present(OutputStream out) {
        if (out == null) {
            throw new NullPointerException("Null output stream");
        }
        return out;
    }

    private static Charset known(Charset charset) {
        return charset.name().equals("UTF-8") ? null : charset;
    }

    private static Charset charsetFor(String name) throws UnsupportedEncodingException {
        if (name == null) {
            throw new NullPointerException("charsetName");
        }
        if (name.equalsIgnoreCase("UTF-8") || name.equalsIgnoreCase("UTF8")) {
            return null;
        }
        try {
            return Charset.forName(name);
        } catch (IllegalArgumentException unknown) {
            throw new UnsupportedEncodingException(name);
        }
    }

    public Charset charset() {
        return charset == null ? Charset.forName("UTF-8") : charset;
    }

    @Override
    public void flush() {
        if (fd != 0) {
            return;
        }
        synchronized (this) {
            try {
                ensureOpen();
                out.flush();
            } catch (IOException e) {
                state |= TROUBLE;
            }
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            if ((state & CLOSED) != 0) {
                return;
            }
            try {
                out.flush();
                out.close();
            } catch (IOException e) {
                state |= TROUBLE;
            }
            state |= CLOSED;
            out = null;
        }
    }

    private void ensureOpen() throws IOException {
        if ((state & CLOSED) != 0) {
            throw new IOException("Stream closed");
        }
    }

    public boolean checkError() {
        if ((state & CLOSED) == 0) {
            flush();
        }
        if (out instanceof PrintStream) {
            return ((PrintStream) out).checkError();
        }
        return (state & TROUBLE) != 0;
    }

    protected void setError() {
        state |= TROUBLE;
    }

    protected void clearError() {
        state &= ~TROUBLE;
    }

    @Override
    public void write(int b) {
        try {
            synchronized (this) {
                ensureOpen();
                out.write(b);
                if (b == '\n' && autoFlush) {
                    out.flush();
                }
            }
        } catch (InterruptedIOException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            state |= TROUBLE;
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        try {
            synchronized (this) {
                ensureOpen();
                out.write(bytes, offset, length);
                if (autoFlush) {
                    out.flush();
                }
            }
        } catch (InterruptedIOException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            state |= TROUBLE;
        }
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        this.write(bytes, 0, bytes.length);
    }

    public void writeBytes(byte[] bytes) {
        this.write(bytes, 0, bytes.length);
    }

    /** The one way out for text. */
    private void text(String text) {
        int length = text.length();
        if (length == 0) {
            return;
        }
        if (fd != 0 && state == 0 && !Character.isHighSurrogate(text.charAt(length - 1))) {
            Console.write(fd, text);
            return;
        }
        synchronized (this) {
            String whole = joined(text);
            if (whole.isEmpty()) {
                return;
            }
            if (fd != 0 && (state & CLOSED) == 0) {
                Console.write(fd, whole);
                return;
            }
            byte[] bytes = charset == null ? utf8(whole) : whole.getBytes(charset);
            write(bytes, 0, bytes.length);
        }
    }

    /** Puts a surrogate pair together that was printed in two halves. */
    private String joined(String text) {
        char half = (char) (state & HALF);
        String whole = half == 0 ? text : half + text;
        state &= ~HALF;
        char last = whole.charAt(whole.length() - 1);
        if (Character.isHighSurrogate(last)) {
            state |= last;
            return whole.substring(0, whole.length() - 1);
        }
        return whole;
    }

    private static byte[] utf8(String text) {
        int length = text.length();
        byte[] bytes = new byte[3 * length];
        int n = 0;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                bytes[n++] = (byte) c;
            } else if (c < 0x800) {
                bytes[n++] = (byte) (0xc0 | c >> 6);
                bytes[n++] = (byte) (0x80 | c & 0x3f);
            } else if (c < 0xd800 || c > 0xdfff) {
                bytes[n++] = (byte) (0xe0 | c >> 12);
                bytes[n++] = (byte) (0x80 | c >> 6 & 0x3f);
                bytes[n++] = (byte) (0x80 | c & 0x3f);
            } else if (c < 0xdc00 && i + 1 < length && Character.isLowSurrogate(text.charAt(i + 1))) {
                int point = 0x10000 + ((c - 0xd800) << 10) + (text.charAt(++i) - 0xdc00);
                bytes[n++] = (byte) (0xf0 | point >> 18);
                bytes[n++] = (byte) (0x80 | point >> 12 & 0x3f);
                bytes[n++] = (byte) (0x80 | point >> 6 & 0x3f);
                bytes[n++] = (byte) (0x80 | point & 0x3f);
            } else {
                bytes[n++] = '?';
            }
        }
        byte[] exact = new byte[n];
        System.arraycopy(bytes, 0, exact, 0, n);
        return exact;
    }

    /** Text and line end in one piece, unless a subclass wants to see them apart. */
    private void line(String text) {
        if (getClass() == PrintStream.class) {
            text(text + System.lineSeparator());
        } else {
            synchronized (this) {
                print(text);
                text(System.lineSeparator());
            }
        }
    }

    public void print(boolean value) {
        text(String.valueOf(value));
    }

    public void print(char value) {
        text(String.valueOf(value));
    }

    public void print(int value) {
        text(String.valueOf(value));
    }

    public void print(long value) {
        text(String.valueOf(value));
    }

    public void print(float value) {
        text(String.valueOf(value));
    }

    public void print(double value) {
        text(String.valueOf(value));
    }

    public void print(char[] value) {
        text(new String(value));
    }

    public void print(String value) {
        text(String.valueOf(value));
    }

    public void print(Object value) {
        text(String.valueOf(value));
    }

    public void println() {
        text(System.lineSeparator());
    }

    public void println(boolean value) {
        if (getClass() == PrintStream.class) {
            line(String.valueOf(value));
        } else {
            synchronized (this) {
                print(value);
                text(System.lineSeparator());
            }
        }
    }

    public void println(char value) {
        if (getClass() == PrintStream.class) {
            line(String.valueOf(value));
        } else {
            synchronized (this) {
                print(value);
                text(System.lineSeparator());
            }
        }
    }

    public void println(int value) {
        if (getClass() == PrintStream.class) {
            line(String.valueOf(value));
        } else {
            synchronized (this) {
                print(value);
                text(System.lineSeparator());
            }
        }
    }

    public void println(long value) {
        if (getClass() == PrintStream.class) {
            line(String.valueOf(value));
        } else {
            synchronized (this) {
                print(value);
                text(System.lineSeparator());
            }
        }
    }

    public void println(float value) {
        if (getClass() == PrintStream.class) {
            line(String.valueOf(value));
        } else {
            synchronized (this) {
                print(value);
                text(System.lineSeparator());
            }
        }
    }

    public void println(double value) {
        if (getClass() == PrintStream.class) {
            line(String.valueOf(value));
        } else {
            synchronized (this) {
                print(value);
                text(System.lineSeparator());
            }
        }
    }

    public void println(char[] value) {
        if (getClass() == PrintStream.class) {
            line(new String(value));
        } else {
            synchronized (this) {
                print(value);
                text(System.lineSeparator());
            }
        }
    }

    public void println(String value) {
        line(String.valueOf(value));
    }

    /** Converts before it takes the stream: toString may print itself. */
    public void println(Object value) {
        line(String.valueOf(value));
    }

    public PrintStream printf(String format, Object... arguments) {
        return format(format, arguments);
    }

    public PrintStream printf(Locale locale, String format, Object... arguments) {
        return format(locale, format, arguments);
    }

    public PrintStream format(String format, Object... arguments) {
        if (getClass() == PrintStream.class) {
            text(new Formatter().format(format, arguments).toString());
            return this;
        }
        return format(Locale.getDefault(Locale.Category.FORMAT), format, arguments);
    }

    public PrintStream format(Locale locale, String format, Object... arguments) {
        if (getClass() == PrintStream.class) {
            text(new Formatter(locale).format(locale, format, arguments).toString());
            return this;
        }
        synchronized (this) {
            if (formatter == null || formatter.locale() != locale) {
                formatter = new Formatter(this, locale);
            }
            formatter.format(locale, format, arguments);
        }
        return this;
    }

    @Override
    public PrintStream append(CharSequence text) {
        print(String.valueOf(text));
        return this;
    }

    @Override
    public PrintStream append(CharSequence text, int start, int end) {
        CharSequence whole = text == null ? "null" : text;
        return append(whole.subSequence(start, end));
    }

    @Override
    public PrintStream append(char c) {
        print(c);
        return this;
    }
}
