package org.sosy_lab.sv_benchmarks;

import deadwood.Verify;
import deadwood.internal.Runtime;

/**
 * The names the SV-COMP Java benchmarks use. A value from an unbounded domain
 * cannot be enumerated: a few that tend to matter stand for all of them, and the
 * search is told that it covers samples only.
 */
public final class Verifier {
    private Verifier() {
    }

    public static void assume(boolean condition) {
        Verify.ignoreIf(!condition);
    }

    public static boolean nondetBoolean() {
        return Verify.getBoolean();
    }

    public static byte nondetByte() {
        Runtime.approximate("Verifier.nondetByte");
        return (byte) Verify.choose(0, 1, -1, Byte.MIN_VALUE, Byte.MAX_VALUE);
    }

    public static char nondetChar() {
        Runtime.approximate("Verifier.nondetChar");
        return (char) Verify.choose('a', 0, ' ', '0', 'A', Character.MAX_VALUE);
    }

    public static short nondetShort() {
        Runtime.approximate("Verifier.nondetShort");
        return (short) Verify.choose(0, 1, -1, Short.MIN_VALUE, Short.MAX_VALUE);
    }

    public static int nondetInt() {
        Runtime.approximate("Verifier.nondetInt");
        return Verify.choose(0, 1, -1, 2, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    public static long nondetLong() {
        Runtime.approximate("Verifier.nondetLong");
        return Verify.chooseLong(0L, 1L, -1L, 2L, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    public static float nondetFloat() {
        Runtime.approximate("Verifier.nondetFloat");
        return (float) Verify.chooseDouble(0.0, 1.0, -1.0, 0.5, Float.MAX_VALUE);
    }

    public static double nondetDouble() {
        Runtime.approximate("Verifier.nondetDouble");
        return Verify.chooseDouble(0.0, 1.0, -1.0, 0.5, Double.MAX_VALUE);
    }

    public static String nondetString() {
        Runtime.approximate("Verifier.nondetString");
        return Verify.chooseObject("", "a", "ab", "0", null);
    }
}
