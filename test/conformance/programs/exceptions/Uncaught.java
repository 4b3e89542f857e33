// An uncaught exception with a chain of causes and suppressed ones, and exit code 1.
// @exit 1
package exceptions;

import static java.lang.System.out;

class Uncaught {
    static class ConfigException extends RuntimeException {
        ConfigException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    static void parse(String s) {
        try {
            if (s.isEmpty()) throw new IllegalArgumentException("empty");
        } catch (IllegalArgumentException e) {
            RuntimeException wrapped = new RuntimeException(e);
            wrapped.addSuppressed(new Exception("on the side"));
            throw wrapped;
        }
    }

    static void load(String... names) {
        for (String n : names) {
            try {
                parse(n);
            } catch (RuntimeException e) {
                throw new ConfigException("cannot load '" + n + "'\nsecond line", e);
            }
        }
    }

    public static void main(String[] args) {
        out.println("start");
        try {
            load("a", "b", "");
        } finally {
            out.println("finally runs before the trace");
        }
    }
}
