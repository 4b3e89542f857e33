package apart.near;

import java.util.Comparator;
import java.util.function.Supplier;

/** What another package has to do with: each kind of member, used, extended, implemented or named there. */
public abstract class Base implements Comparable<Base> {
    public static final Supplier<Base> NONE = () -> null;
    public static int made;
    protected int own = 1;
    protected volatile int shared;
    protected transient Object cache;
    private int secret;

    protected Base() {
        made++;
    }

    public Base(int own) {
        this.own = own;
    }

    protected abstract int cost();

    public abstract Base self();

    public final synchronized int total(int... more) {
        int sum = cost() + secret();
        for (int each : more) sum += each;
        return sum;
    }

    private int secret() {
        return secret++ + half(own);
    }

    private static int half(int value) {
        return value / 2;
    }

    protected static int twice(int value) {
        return 2 * half(4 * value);
    }

    /** Not seen from there. */
    int hidden() {
        return 3;
    }

    /** Is what Nameable asks for in a class below. */
    public String name() {
        return "base";
    }

    @Override
    public int compareTo(Base other) {
        return Integer.compare(cost(), other.cost());
    }

    public static class Nested {
        protected final Level level;

        public Nested(Level level) {
            this.level = level;
        }

        protected Nested() {
            this(Level.LOW);
        }

        public static Comparator<Nested> order() {
            return Comparator.comparing(each -> each.level);
        }
    }

    public enum Level {
        LOW,
        HIGH {
            @Override
            public int weight() {
                return 2;
            }
        };

        public int weight() {
            return 1;
        }
    }

    public interface Nameable {
        String name();

        default String both() {
            return name() + name();
        }
    }

    public @interface Note {
        Level level() default Level.LOW;

        Class<?> type() default Base.class;
    }

    public record Pair(int left, Level right) {}

    public static class Problem extends Exception {
        public Problem(String text) {
            super(text);
        }
    }
}
