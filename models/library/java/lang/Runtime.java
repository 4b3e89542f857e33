package java.lang;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** The virtual machine as seen by the program. Processes and native libraries do not exist here. */
public class Runtime {
    private static final Runtime CURRENT = new Runtime();
    /** The lock of those who end the program. */
    private static final Object ENDING = new Object();

    /** Null as long as there are none: the virtual machine looks here when the last thread has ended. */
    private Thread[] hooks;
    private boolean exiting;

    private Runtime() {
    }

    public static Runtime getRuntime() {
        return CURRENT;
    }

    /** Whoever comes second does not come back; one who comes when the last thread has ended still ends the program. */
    public void exit(int status) {
        synchronized (ENDING) {
            runHooks();
            deadwood.internal.Runtime.exit(status);
        }
    }

    public void halt(int status) {
        deadwood.internal.Runtime.exit(status);
    }

    /** Called by the virtual machine when the last non-daemon thread has ended. */
    static void $shutdown() {
        synchronized (ENDING) {
            CURRENT.runHooks();
        }
    }

    private void runHooks() {
        Thread[] started;
        synchronized (this) {
            if (exiting) {
                return;
            }
            exiting = true;
            started = hooks;
        }
        if (started == null) {
            return;
        }
        try {
            for (int i = 0; i < started.length; i++) {
                started[i].start();
            }
        } catch (IllegalThreadStateException e) {
            // The program has started one itself: that is the end of it.
            return;
        }
        for (int i = 0; i < started.length; i++) {
            boolean waiting = true;
            while (waiting) {
                try {
                    started[i].join();
                    waiting = false;
                } catch (InterruptedException ignored) {
                    // Hooks are always waited for.
                }
            }
        }
    }

    public synchronized void addShutdownHook(Thread hook) {
        if (exiting) {
            throw new IllegalStateException("Shutdown in progress");
        }
        if (indexOf(hook) >= 0) {
            throw new IllegalArgumentException("Hook previously registered");
        }
        if (hook.isAlive()) {
            throw new IllegalArgumentException("Hook already running");
        }
        int count = hooks == null ? 0 : hooks.length;
        Thread[] longer = new Thread[count + 1];
        if (count > 0) {
            System.arraycopy(hooks, 0, longer, 0, count);
        }
        longer[count] = hook;
        hooks = longer;
    }

    public synchronized boolean removeShutdownHook(Thread hook) {
        if (exiting) {
            throw new IllegalStateException("Shutdown in progress");
        }
        if (hook == null) {
            throw new NullPointerException();
        }
        int at = indexOf(hook);
        if (at < 0) {
            return false;
        }
        if (hooks.length == 1) {
            hooks = null;
            return true;
        }
        Thread[] shorter = new Thread[hooks.length - 1];
        System.arraycopy(hooks, 0, shorter, 0, at);
        System.arraycopy(hooks, at + 1, shorter, at, shorter.length - at);
        hooks = shorter;
        return true;
    }

    private int indexOf(Thread hook) {
        for (int i = 0; hooks != null && i < hooks.length; i++) {
            if (hooks[i] == hook) {
                return i;
            }
        }
        return -1;
    }

    public Process exec(String command) throws IOException {
        throw noProcess(command);
    }

    public Process exec(String command, String[] environment) throws IOException {
        throw noProcess(command);
    }

    public Process exec(String command, String[] environment, File directory) throws IOException {
        throw noProcess(command);
    }

    public Process exec(String[] command) throws IOException {
        throw noProcess(command[0]);
    }

    public Process exec(String[] command, String[] environment) throws IOException {
        throw noProcess(command[0]);
    }

    public Process exec(String[] command, String[] environment, File directory) throws IOException {
        throw noProcess(command[0]);
    }

    private static RuntimeException noProcess(String command) {
        return deadwood.internal.Runtime.unsupported("starting the process " + command);
    }

    public int availableProcessors() {
        return 2;
    }

    public long freeMemory() {
        return 512L << 20;
    }

    public long totalMemory() {
        return 1L << 30;
    }

    public long maxMemory() {
        return 1L << 30;
    }

    public void gc() {
    }

    public void runFinalization() {
    }

    public void load(String file) {
        throw deadwood.internal.Runtime.unsupported("the native library " + file);
    }

    public void loadLibrary(String name) {
        throw deadwood.internal.Runtime.unsupported("the native library " + name);
    }

    public static Version version() {
        return new Version(List.of(deadwood.internal.Runtime.featureVersion()), null, null, null);
    }

    /** A version such as 17.0.2+8. */
    public static final class Version implements Comparable<Version> {
        private final List<Integer> numbers;
        private final String pre;
        private final Integer build;
        private final String optional;

        private Version(List<Integer> numbers, String pre, Integer build, String optional) {
            this.numbers = numbers;
            this.pre = pre;
            this.build = build;
            this.optional = optional;
        }

        /** Number[.number…][-pre][+build][-optional]. */
        public static Version parse(String text) {
            int end = 0;
            while (end < text.length() && (Character.isDigit(text.charAt(end)) || text.charAt(end) == '.')) {
                end++;
            }
            ArrayList<Integer> numbers = new ArrayList<>();
            int start = 0;
            for (int i = 0; i <= end; i++) {
                if (i == end || text.charAt(i) == '.') {
                    if (i == start || (text.charAt(start) == '0' && (i > start + 1 || numbers.isEmpty()))) {
                        throw invalid(text);
                    }
                    numbers.add(Integer.parseInt(text.substring(start, i)));
                    start = i + 1;
                }
            }
            if (numbers.size() > 1 && numbers.get(numbers.size() - 1) == 0) {
                throw invalid(text);
            }
            String rest = text.substring(end);
            String pre = null;
            Integer build = null;
            String optional = null;
            int plus = rest.indexOf('+');
            String before = plus < 0 ? rest : rest.substring(0, plus);
            if (!before.isEmpty()) {
                if (before.charAt(0) != '-' || before.length() == 1) {
                    throw invalid(text);
                }
                int dash = plus < 0 ? before.indexOf('-', 1) : -1;
                pre = dash < 0 ? before.substring(1) : before.substring(1, dash);
                optional = dash < 0 ? null : before.substring(dash + 1);
            }
            if (plus >= 0) {
                String after = rest.substring(plus + 1);
                int dash = after.indexOf('-');
                String digits = dash < 0 ? after : after.substring(0, dash);
                if (!digits.isEmpty()) {
                    try {
                        build = Integer.valueOf(digits);
                    } catch (NumberFormatException e) {
                        throw invalid(text);
                    }
                } else if (dash < 0) {
                    throw invalid(text);
                }
                optional = dash < 0 ? null : after.substring(dash + 1);
            }
            return new Version(Collections.unmodifiableList(numbers), pre, build, optional);
        }

        private static IllegalArgumentException invalid(String text) {
            return new IllegalArgumentException("Invalid version string: '" + text + "'");
        }

        private int number(int index) {
            return index < numbers.size() ? numbers.get(index) : 0;
        }

        public int feature() {
            return number(0);
        }

        public int interim() {
            return number(1);
        }

        public int update() {
            return number(2);
        }

        public int patch() {
            return number(3);
        }

        public int major() {
            return feature();
        }

        public int minor() {
            return interim();
        }

        public int security() {
            return update();
        }

        public List<Integer> version() {
            return numbers;
        }

        public Optional<String> pre() {
            return Optional.ofNullable(pre);
        }

        public Optional<Integer> build() {
            return Optional.ofNullable(build);
        }

        public Optional<String> optional() {
            return Optional.ofNullable(optional);
        }

        @Override
        public int compareTo(Version other) {
            int order = compareToIgnoreOptional(other);
            if (order != 0) {
                return order;
            }
            if (optional == null || other.optional == null) {
                return optional == other.optional ? 0 : optional == null ? -1 : 1;
            }
            return optional.compareTo(other.optional);
        }

        public int compareToIgnoreOptional(Version other) {
            int length = Math.max(numbers.size(), other.numbers.size());
            for (int i = 0; i < length; i++) {
                boolean here = i < numbers.size();
                boolean there = i < other.numbers.size();
                if (here != there) {
                    return here ? 1 : -1;
                }
                if (number(i) != other.number(i)) {
                    return number(i) - other.number(i);
                }
            }
            int order = comparePre(other);
            if (order != 0) {
                return order;
            }
            if (build == null || other.build == null) {
                return build == other.build ? 0 : build == null ? -1 : 1;
            }
            return build.compareTo(other.build);
        }

        /** A version without a pre-release part is later than one with it; numbers come before names. */
        private int comparePre(Version other) {
            if (pre == null || other.pre == null) {
                return pre == other.pre ? 0 : pre == null ? 1 : -1;
            }
            boolean here = isNumber(pre);
            boolean there = isNumber(other.pre);
            if (here && there) {
                return Integer.compare(Integer.parseInt(pre), Integer.parseInt(other.pre));
            }
            return here ? -1 : there ? 1 : pre.compareTo(other.pre);
        }

        private static boolean isNumber(String text) {
            for (int i = 0; i < text.length(); i++) {
                if (!Character.isDigit(text.charAt(i))) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Version && compareTo((Version) other) == 0;
        }

        public boolean equalsIgnoreOptional(Object other) {
            return other instanceof Version && compareToIgnoreOptional((Version) other) == 0;
        }

        @Override
        public int hashCode() {
            return toString().hashCode();
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < numbers.size(); i++) {
                text.append(i == 0 ? "" : ".").append(number(i));
            }
            if (pre != null) {
                text.append('-').append(pre);
            }
            if (build != null) {
                text.append('+').append(build.intValue());
                if (optional != null) {
                    text.append('-').append(optional);
                }
            } else if (optional != null) {
                text.append(pre == null ? "+-" : "-").append(optional);
            }
            return text.toString();
        }
    }
}
