package java.lang;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Serializable;

/**
 * Root of all that can be thrown. The stack is captured as a few integers; the
 * elements and their strings are made only when somebody looks at them.
 */
public class Throwable implements Serializable {
    private static final long serialVersionUID = -3042686055658047285L;

    private static final Throwable[] NONE = new Throwable[0];
    private static final StackTraceElement[] NO_TRACE = new StackTraceElement[0];

    private String detailMessage;
    /** This object itself means "not known yet". */
    private Throwable cause = this;
    /** Null until asked for, as long as there is a backtrace to make it from. */
    private StackTraceElement[] stackTrace;
    // The virtual machine makes exceptions without a constructor: what is 0 is as it usually is.
    /** Null as long as there are none. Never longer than what is in it. */
    private Throwable[] suppressed;
    private boolean suppressesNothing;
    private transient int[] backtrace;
    private transient boolean fixed;

    public Throwable() {
        fillInStackTrace();
    }

    public Throwable(String message) {
        fillInStackTrace();
        detailMessage = message;
    }

    public Throwable(String message, Throwable cause) {
        fillInStackTrace();
        detailMessage = message;
        this.cause = cause;
    }

    public Throwable(Throwable cause) {
        fillInStackTrace();
        detailMessage = cause == null ? null : cause.toString();
        this.cause = cause;
    }

    protected Throwable(String message, Throwable cause, boolean enableSuppression, boolean writableStackTrace) {
        if (writableStackTrace) {
            fillInStackTrace();
        } else {
            fixed = true;
        }
        detailMessage = message;
        this.cause = cause;
        suppressesNothing = !enableSuppression;
    }

    public String getMessage() {
        return detailMessage;
    }

    public String getLocalizedMessage() {
        return getMessage();
    }

    public synchronized Throwable getCause() {
        return cause == this ? null : cause;
    }

    public synchronized Throwable initCause(Throwable cause) {
        if (this.cause != this) {
            String given = cause == null ? "a null" : cause.toString();
            throw new IllegalStateException("Can't overwrite cause with " + given, this);
        }
        if (cause == this) {
            throw new IllegalArgumentException("Self-causation not permitted", this);
        }
        this.cause = cause;
        return this;
    }

    final void setCause(Throwable cause) {
        this.cause = cause;
    }

    @Override
    public String toString() {
        String message = getLocalizedMessage();
        String name = getClass().getName();
        return message == null ? name : name + ": " + message;
    }

    public void printStackTrace() {
        printStackTrace(System.err);
    }

    public void printStackTrace(PrintStream stream) {
        synchronized (stream) {
            if (stream.getClass() == PrintStream.class) {
                // One write for the whole text: nothing can come between its lines.
                stream.print(traceText());
            } else {
                String[] lines = traceLines();
                for (int i = 0; i < lines.length; i++) {
                    stream.println((Object) lines[i]);
                }
            }
        }
    }

    public void printStackTrace(PrintWriter writer) {
        String[] lines = traceLines();
        synchronized (writer) {
            for (int i = 0; i < lines.length; i++) {
                writer.println((Object) lines[i]);
            }
        }
    }

    private String traceText() {
        String[] lines = traceLines();
        String end = System.lineSeparator();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < lines.length; i++) {
            text.append(lines[i]).append(end);
        }
        return text.toString();
    }

    private String[] traceLines() {
        TracePrinter printer = new TracePrinter();
        printer.print(this);
        return printer.lines();
    }

    public synchronized Throwable fillInStackTrace() {
        if (!fixed) {
            captureBacktrace();
            stackTrace = null;
        }
        return this;
    }

    public StackTraceElement[] getStackTrace() {
        return trace().clone();
    }

    /** The trace itself, not a copy: for those who only read. */
    final synchronized StackTraceElement[] trace() {
        if (stackTrace == null) {
            stackTrace = backtrace == null ? NO_TRACE : decode(backtrace);
        }
        return stackTrace;
    }

    static StackTraceElement[] decode(int[] backtrace) {
        StackTraceElement[] elements = decodeBacktrace(backtrace);
        for (int i = 0; i < elements.length; i++) {
            elements[i].complete();
        }
        return elements;
    }

    final int[] backtrace() {
        return backtrace;
    }

    public void setStackTrace(StackTraceElement[] stackTrace) {
        StackTraceElement[] copy = stackTrace.clone();
        for (int i = 0; i < copy.length; i++) {
            if (copy[i] == null) {
                throw new NullPointerException("stackTrace[" + i + "]");
            }
        }
        synchronized (this) {
            if (!fixed) {
                this.stackTrace = copy;
            }
        }
    }

    public final synchronized void addSuppressed(Throwable exception) {
        if (exception == this) {
            throw new IllegalArgumentException("Self-suppression not permitted", exception);
        }
        if (exception == null) {
            throw new NullPointerException("Cannot suppress a null exception.");
        }
        if (suppressesNothing) {
            return;
        }
        int count = suppressed == null ? 0 : suppressed.length;
        Throwable[] longer = new Throwable[count + 1];
        if (count > 0) {
            System.arraycopy(suppressed, 0, longer, 0, count);
        }
        longer[count] = exception;
        suppressed = longer;
    }

    public final synchronized Throwable[] getSuppressed() {
        return suppressed == null ? NONE : suppressed.clone();
    }

    /** Fills {@link #backtrace} with the frames of the current thread below this throwable's constructors. */
    private native void captureBacktrace();

    private static native StackTraceElement[] decodeBacktrace(int[] backtrace);

    /** The declaring classes of the same frames, in the same order. */
    static native Class<?>[] decodeClasses(int[] backtrace);

    /** Lays out a trace: causes, suppressed exceptions, frames shared with the enclosing trace, cycles. */
    private static final class TracePrinter {
        private String[] lines = new String[32];
        private int count;
        private Throwable[] seen = new Throwable[8];
        private int seenCount;

        void print(Throwable throwable) {
            print(throwable, NO_TRACE, "", "");
        }

        String[] lines() {
            String[] exact = new String[count];
            System.arraycopy(lines, 0, exact, 0, count);
            return exact;
        }

        private void print(Throwable throwable, StackTraceElement[] enclosing, String caption, String prefix) {
            if (wasSeen(throwable)) {
                line(prefix + caption + "[CIRCULAR REFERENCE: " + throwable + "]");
                return;
            }
            remember(throwable);
            StackTraceElement[] trace = throwable.trace();
            int shared = sharedFrames(trace, enclosing);
            line(prefix + caption + throwable);
            for (int i = 0; i < trace.length - shared; i++) {
                line(prefix + "\tat " + trace[i]);
            }
            if (shared != 0) {
                line(prefix + "\t... " + shared + " more");
            }
            Throwable[] suppressed = throwable.getSuppressed();
            for (int i = 0; i < suppressed.length; i++) {
                print(suppressed[i], trace, "Suppressed: ", prefix + "\t");
            }
            Throwable cause = throwable.getCause();
            if (cause != null) {
                print(cause, trace, "Caused by: ", prefix);
            }
        }

        private static int sharedFrames(StackTraceElement[] trace, StackTraceElement[] enclosing) {
            int shared = 0;
            int i = trace.length - 1;
            int j = enclosing.length - 1;
            while (i >= 0 && j >= 0 && trace[i].equals(enclosing[j])) {
                shared++;
                i--;
                j--;
            }
            return shared;
        }

        private void line(String line) {
            if (count == lines.length) {
                String[] longer = new String[count * 2];
                System.arraycopy(lines, 0, longer, 0, count);
                lines = longer;
            }
            lines[count++] = line;
        }

        private boolean wasSeen(Throwable throwable) {
            for (int i = 0; i < seenCount; i++) {
                if (seen[i] == throwable) {
                    return true;
                }
            }
            return false;
        }

        private void remember(Throwable throwable) {
            if (seenCount == seen.length) {
                Throwable[] longer = new Throwable[seenCount * 2];
                System.arraycopy(seen, 0, longer, 0, seenCount);
                seen = longer;
            }
            seen[seenCount++] = throwable;
        }
    }

    private synchronized void writeObject(ObjectOutputStream out) throws IOException {
        trace();
        out.defaultWriteObject();
    }
}
