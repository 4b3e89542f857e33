package java.lang;

import deadwood.internal.Console;
import deadwood.internal.ConsoleInput;
import deadwood.internal.ConsoleOutput;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.channels.Channel;
import java.util.Map;
import java.util.Properties;
import java.util.ResourceBundle;
import java.util.function.Supplier;

/**
 * The program's surroundings. They are the same on every machine: properties
 * come from a fixed table and the command line, the environment is empty.
 */
public final class System {
    public static final InputStream in = new ConsoleInput();
    public static final PrintStream out = new PrintStream(new ConsoleOutput(Console.OUT), true);
    public static final PrintStream err = new PrintStream(new ConsoleOutput(Console.ERR), true);

    private System() {
    }

    public static void setIn(InputStream in) {
        setIn0(in);
    }

    public static void setOut(PrintStream out) {
        setOut0(out);
    }

    public static void setErr(PrintStream err) {
        setErr0(err);
    }

    private static native void setIn0(InputStream in);

    private static native void setOut0(PrintStream out);

    private static native void setErr0(PrintStream err);

    public static java.io.Console console() {
        return null;
    }

    public static Channel inheritedChannel() {
        return null;
    }

    @SuppressWarnings("removal")
    public static void setSecurityManager(SecurityManager manager) {
        if (manager != null) {
            throw new UnsupportedOperationException("Setting a Security Manager is not supported");
        }
    }

    @SuppressWarnings("removal")
    public static SecurityManager getSecurityManager() {
        return null;
    }

    public static native long currentTimeMillis();

    public static native long nanoTime();

    public static native void arraycopy(Object source, int sourceStart, Object target, int targetStart, int length);

    public static native int identityHashCode(Object object);

    public static Properties getProperties() {
        return SystemProperties.asProperties();
    }

    public static void setProperties(Properties properties) {
        SystemProperties.replace(properties);
    }

    public static String lineSeparator() {
        return "\n";
    }

    public static String getProperty(String key) {
        checkKey(key);
        return SystemProperties.get(key);
    }

    public static String getProperty(String key, String fallback) {
        checkKey(key);
        String value = SystemProperties.get(key);
        return value == null ? fallback : value;
    }

    public static String setProperty(String key, String value) {
        checkKey(key);
        return SystemProperties.set(key, value);
    }

    public static String clearProperty(String key) {
        checkKey(key);
        return SystemProperties.remove(key);
    }

    private static void checkKey(String key) {
        if (key == null) {
            throw new NullPointerException("key can't be null");
        }
        if (key.isEmpty()) {
            throw new IllegalArgumentException("key can't be empty");
        }
    }

    public static String getenv(String name) {
        if (name == null) {
            throw new NullPointerException();
        }
        return null;
    }

    public static Map<String, String> getenv() {
        return Map.of();
    }

    public static void exit(int status) {
        Runtime.getRuntime().exit(status);
    }

    public static void gc() {
        Runtime.getRuntime().gc();
    }

    public static void runFinalization() {
    }

    public static void load(String file) {
        Runtime.getRuntime().load(file);
    }

    public static void loadLibrary(String name) {
        Runtime.getRuntime().loadLibrary(name);
    }

    public static String mapLibraryName(String name) {
        return "lib" + name + ".so";
    }

    public static Logger getLogger(String name) {
        if (name == null) {
            throw new NullPointerException();
        }
        return new SilentLogger(name);
    }

    public static Logger getLogger(String name, ResourceBundle bundle) {
        if (bundle == null) {
            throw new NullPointerException();
        }
        return getLogger(name);
    }

    /** What the platform's loggers look like. */
    public interface Logger {
        enum Level {
            ALL(Integer.MIN_VALUE),
            TRACE(400),
            DEBUG(500),
            INFO(800),
            WARNING(900),
            ERROR(1000),
            OFF(Integer.MAX_VALUE);

            private final int severity;

            Level(int severity) {
                this.severity = severity;
            }

            public final String getName() {
                return name();
            }

            public final int getSeverity() {
                return severity;
            }
        }

        String getName();

        boolean isLoggable(Level level);

        void log(Level level, ResourceBundle bundle, String message, Throwable thrown);

        void log(Level level, ResourceBundle bundle, String format, Object... arguments);

        default void log(Level level, String message) {
            log(level, (ResourceBundle) null, message, (Object[]) null);
        }

        default void log(Level level, Supplier<String> message) {
            if (message == null) {
                throw new NullPointerException();
            }
            if (isLoggable(level)) {
                log(level, (ResourceBundle) null, message.get(), (Object[]) null);
            }
        }

        default void log(Level level, Object object) {
            if (object == null) {
                throw new NullPointerException();
            }
            if (isLoggable(level)) {
                log(level, (ResourceBundle) null, object.toString(), (Object[]) null);
            }
        }

        default void log(Level level, String message, Throwable thrown) {
            log(level, (ResourceBundle) null, message, thrown);
        }

        default void log(Level level, Supplier<String> message, Throwable thrown) {
            if (message == null) {
                throw new NullPointerException();
            }
            if (isLoggable(level)) {
                log(level, (ResourceBundle) null, message.get(), thrown);
            }
        }

        default void log(Level level, String format, Object... arguments) {
            log(level, (ResourceBundle) null, format, arguments);
        }
    }

    /** Finds loggers; kept so that programs which extend it load. */
    public abstract static class LoggerFinder {
        protected LoggerFinder() {
        }

        public abstract Logger getLogger(String name, Module module);

        public Logger getLocalizedLogger(String name, ResourceBundle bundle, Module module) {
            return getLogger(name, module);
        }

        public static LoggerFinder getLoggerFinder() {
            return new LoggerFinder() {
                @Override
                public Logger getLogger(String name, Module module) {
                    return System.getLogger(name);
                }
            };
        }
    }

    /** The library's own log messages say nothing about the program under test. */
    private static final class SilentLogger implements Logger {
        private final String name;

        SilentLogger(String name) {
            this.name = name;
        }

        @Override
        public String getName() {
            return name;
        }

        @Override
        public boolean isLoggable(Level level) {
            return false;
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String format, Object... arguments) {
        }
    }
}
