package java.lang;

import java.lang.invoke.MethodType;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** Looks at the frames of the current thread, by way of the backtrace of a Throwable. */
public final class StackWalker {
    private final boolean retainClassReference;

    private StackWalker(boolean retainClassReference) {
        this.retainClassReference = retainClassReference;
    }

    public static StackWalker getInstance() {
        return new StackWalker(false);
    }

    public static StackWalker getInstance(Option option) {
        if (option == null) {
            throw new NullPointerException();
        }
        return new StackWalker(option == Option.RETAIN_CLASS_REFERENCE);
    }

    public static StackWalker getInstance(Set<Option> options) {
        return new StackWalker(options.contains(Option.RETAIN_CLASS_REFERENCE));
    }

    public static StackWalker getInstance(Set<Option> options, int estimatedDepth) {
        if (estimatedDepth <= 0) {
            throw new IllegalArgumentException("estimateDepth must be > 0");
        }
        return getInstance(options);
    }

    public <T> T walk(Function<? super Stream<StackFrame>, ? extends T> function) {
        StackFrame[] frames = frames(new Throwable());
        return function.apply(Stream.of(frames));
    }

    public void forEach(Consumer<? super StackFrame> action) {
        StackFrame[] frames = frames(new Throwable());
        for (int i = 0; i < frames.length; i++) {
            action.accept(frames[i]);
        }
    }

    /** All frames but that of the method of this class which made the Throwable. */
    private StackFrame[] frames(Throwable here) {
        StackTraceElement[] elements = here.trace();
        Class<?>[] classes = Throwable.decodeClasses(here.backtrace());
        StackFrame[] frames = new StackFrame[elements.length - 1];
        for (int i = 0; i < frames.length; i++) {
            frames[i] = new Frame(elements[i + 1], retainClassReference ? classes[i + 1] : null);
        }
        return frames;
    }

    public Class<?> getCallerClass() {
        if (!retainClassReference) {
            throw new UnsupportedOperationException("This stack walker does not have RETAIN_CLASS_REFERENCE access");
        }
        Class<?>[] classes = Throwable.decodeClasses(new Throwable().backtrace());
        if (classes.length < 3) {
            throw new IllegalCallerException("no caller frame");
        }
        return classes[2];
    }

    /** What a walker shows. */
    public enum Option {
        RETAIN_CLASS_REFERENCE,
        SHOW_REFLECT_FRAMES,
        SHOW_HIDDEN_FRAMES
    }

    /** One frame. */
    public interface StackFrame {
        String getClassName();

        String getMethodName();

        Class<?> getDeclaringClass();

        default MethodType getMethodType() {
            throw new UnsupportedOperationException();
        }

        default String getDescriptor() {
            throw new UnsupportedOperationException();
        }

        int getByteCodeIndex();

        String getFileName();

        int getLineNumber();

        boolean isNativeMethod();

        StackTraceElement toStackTraceElement();
    }

    private static final class Frame implements StackFrame {
        private final StackTraceElement element;
        private final Class<?> declaringClass;

        Frame(StackTraceElement element, Class<?> declaringClass) {
            this.element = element;
            this.declaringClass = declaringClass;
        }

        @Override
        public String getClassName() {
            return element.getClassName();
        }

        @Override
        public String getMethodName() {
            return element.getMethodName();
        }

        @Override
        public Class<?> getDeclaringClass() {
            if (declaringClass == null) {
                throw new UnsupportedOperationException("No access to RETAIN_CLASS_REFERENCE");
            }
            return declaringClass;
        }

        @Override
        public int getByteCodeIndex() {
            return -1;
        }

        @Override
        public String getFileName() {
            return element.getFileName();
        }

        @Override
        public int getLineNumber() {
            return element.getLineNumber();
        }

        @Override
        public boolean isNativeMethod() {
            return element.isNativeMethod();
        }

        @Override
        public StackTraceElement toStackTraceElement() {
            return element;
        }

        @Override
        public String toString() {
            return element.toString();
        }
    }
}
