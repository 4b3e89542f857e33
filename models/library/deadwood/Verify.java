package deadwood;

/**
 * What a program under test can say to the checker. Run by an ordinary Java
 * virtual machine none of this exists; it is meant for test drivers.
 */
public final class Verify {
    private Verify() {
    }

    /** Both values, one in each branch of the search. */
    public static native boolean getBoolean();

    /** Every value from low to high, both included. */
    public static native int getInt(int low, int high);

    /** One of the given values. */
    public static int choose(int... values) {
        return values[getInt(0, values.length - 1)];
    }

    public static long chooseLong(long... values) {
        return values[getInt(0, values.length - 1)];
    }

    public static double chooseDouble(double... values) {
        return values[getInt(0, values.length - 1)];
    }

    @SafeVarargs
    public static <T> T chooseObject(T... values) {
        return values[getInt(0, values.length - 1)];
    }

    public static void assertTrue(boolean condition) {
        if (!condition) {
            throw new AssertionError();
        }
    }

    public static void assertTrue(boolean condition, String message) {
        if (!condition) {
            throw new AssertionError(message);
        }
    }

    /** Cuts this branch of the search if the condition holds. */
    public static native void ignoreIf(boolean condition);

    /** Cuts this branch of the search unless the condition holds. */
    public static void assume(boolean condition) {
        ignoreIf(!condition);
    }

    /** Up to the matching endAtomic no other thread runs, unless this one blocks. */
    public static native void beginAtomic();

    public static native void endAtomic();

    /** Counters survive backtracking: they count over the whole search. */
    public static native int incrementCounter(int id);

    public static native int getCounter(int id);

    public static native void setCounter(int id, int value);
}
