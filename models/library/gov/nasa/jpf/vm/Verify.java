package gov.nasa.jpf.vm;

import java.io.PrintStream;

/** The names programs written for Java PathFinder use. */
public class Verify {
    public static final int NO_VALUE = -1;

    private static final int MAX_COUNTER = 1 << 16;

    private Verify() {
    }

    public static boolean isRunningInJPF() {
        return true;
    }

    public static boolean vmIsMatchingStates() {
        return true;
    }

    public static boolean isTraceReplay() {
        return false;
    }

    public static boolean getBoolean() {
        return deadwood.Verify.getBoolean();
    }

    public static boolean getBoolean(boolean falseFirst) {
        return falseFirst == deadwood.Verify.getBoolean();
    }

    public static boolean randomBool() {
        return deadwood.Verify.getBoolean();
    }

    public static int random(int max) {
        return deadwood.Verify.getInt(0, max);
    }

    public static int getInt(int min, int max) {
        return deadwood.Verify.getInt(min, max);
    }

    public static int getIntFromList(int... values) {
        return deadwood.Verify.choose(values);
    }

    public static int getIntFromSet(int... values) {
        return deadwood.Verify.choose(values);
    }

    public static long getLongFromList(long... values) {
        return deadwood.Verify.chooseLong(values);
    }

    public static double getDoubleFromList(double... values) {
        return deadwood.Verify.chooseDouble(values);
    }

    public static float getFloatFromList(float... values) {
        return values[deadwood.Verify.getInt(0, values.length - 1)];
    }

    public static boolean getBooleanFromList(boolean... values) {
        return values[deadwood.Verify.getInt(0, values.length - 1)];
    }

    public static void ignoreIf(boolean condition) {
        deadwood.Verify.ignoreIf(condition);
    }

    public static void assertTrue(boolean condition) {
        deadwood.Verify.assertTrue(condition);
    }

    public static void assertTrue(String message, boolean condition) {
        deadwood.Verify.assertTrue(condition, message);
    }

    public static void beginAtomic() {
        deadwood.Verify.beginAtomic();
    }

    public static void endAtomic() {
        deadwood.Verify.endAtomic();
    }

    public static void breakTransition() {
        Thread.yield();
    }

    public static void breakTransition(String reason) {
        Thread.yield();
    }

    /** Hints for heuristic searches; they change nothing that can be observed. */
    public static void interesting(boolean condition) {
    }

    public static void boring(boolean condition) {
    }

    public static void instrumentPoint(String label) {
    }

    public static void instrumentPointDeep(String label) {
    }

    public static void instrumentPointDeepRecur(String label, int depth) {
    }

    public static void storeTrace(String file, String comment) {
    }

    public static void storeTraceIf(boolean condition, String file, String comment) {
    }

    public static void storeTraceAndTerminate(String file, String comment) {
        terminateSearch();
    }

    public static void terminateSearch() {
        throw deadwood.internal.Runtime.unsupported("Verify.terminateSearch");
    }

    public static int getCounter(int id) {
        return deadwood.Verify.getCounter(checked(id));
    }

    public static void resetCounter(int id) {
        deadwood.Verify.setCounter(checked(id), 0);
    }

    public static void setCounter(int id, int value) {
        deadwood.Verify.setCounter(checked(id), value);
    }

    public static int incrementCounter(int id) {
        return deadwood.Verify.incrementCounter(checked(id));
    }

    /** Bit sets survive backtracking as counters do, and are kept in counters of their own. */
    public static void setBitInBitSet(int id, int bit, boolean value) {
        deadwood.Verify.setCounter(bitCounter(id, bit), value ? 1 : 0);
    }

    public static boolean getBitInBitSet(int id, int bit) {
        return deadwood.Verify.getCounter(bitCounter(id, bit)) != 0;
    }

    private static int checked(int id) {
        if (id < 0 || id >= MAX_COUNTER) {
            throw new IllegalArgumentException("counter " + id);
        }
        return id;
    }

    private static int bitCounter(int id, int bit) {
        if (id < 0 || id >= 1 << 10 || bit < 0 || bit >= 1 << 20) {
            throw new IllegalArgumentException("bit " + bit + " of bit set " + id);
        }
        return -1 - (id << 20 | bit);
    }

    public static void print(String text) {
        System.out.print(text);
    }

    public static void print(String text, int value) {
        System.out.print(text + " : " + value);
    }

    public static void print(String text, boolean value) {
        System.out.print(text + " : " + value);
    }

    public static void print(String... parts) {
        print(System.out, parts);
    }

    public static void println(String text) {
        System.out.println(text);
    }

    public static void println() {
        System.out.println();
    }

    private static void print(PrintStream stream, String[] parts) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < parts.length; i++) {
            text.append(parts[i]);
        }
        stream.print(text.toString());
    }
}
