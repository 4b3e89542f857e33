/*
 * Programs for test/differential/fine-cells.test.ts: states that differ in nothing but a type, a length or an
 * element that nobody looks at again. What is looked at shows in how the program ends.
 */

import deadwood.Verify;

/** Objects of different classes, whose field is read and whose class is not. */
final class DeadTypes {
    static class Shape {
        int size;
    }

    static final class Round extends Shape {}

    static final class Square extends Shape {}

    static final class Flat extends Shape {}

    static final Shape[] INITIALISED = {new Round(), new Square(), new Flat()};

    public static void main(String[] args) {
        Shape[] made = new Shape[3];
        for (int i = 0; i < 3; i++) {
            int kind = Verify.getInt(0, 2);
            made[i] = kind == 0 ? new Round() : kind == 1 ? new Square() : new Flat();
            made[i].size = i;
        }
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            Verify.getBoolean();
            sum += made[i].size;
        }
        if (sum != 3) throw new AssertionError("sum");
    }
}

/** The same, and the class of one of them is asked for. */
final class LiveTypes {
    public static void main(String[] args) {
        Object[] made = {"", 1L};
        for (int i = 0; i < 2; i++) made[i] = Verify.getBoolean() ? new int[1] : new float[1];
        Verify.getBoolean();
        if (made[1] instanceof int[]) throw new AssertionError("the second");
    }
}

/** Arrays of different lengths that are only compared; and one whose length counts. */
final class DeadLengths {
    static byte[] first;
    static byte[] second;
    static byte[] third;

    public static void main(String[] args) {
        first = new byte[Verify.getInt(1, 4)];
        second = new byte[Verify.getInt(1, 4)];
        third = new byte[Verify.getInt(1, 4)];
        for (int i = 0; i < 2; i++) Verify.getBoolean();
        if (first == second) throw new AssertionError("one");
        throw new AssertionError(third.length);
    }
}

/** Flags, one of which is read. */
final class DeadFlags {
    static boolean[] flags;

    public static void main(String[] args) {
        flags = new boolean[4];
        for (int i = 0; i < 4; i++) flags[i] = Verify.getBoolean();
        for (int i = 0; i < 2; i++) Verify.getBoolean();
        if (flags[1]) throw new AssertionError("flag");
    }
}

/** The same from before the paths part. */
final class OldFlags {
    static final boolean[] FLAGS = new boolean[4];

    public static void main(String[] args) {
        for (int i = 0; i < 4; i++) FLAGS[i] = Verify.getBoolean();
        for (int i = 0; i < 2; i++) Verify.getBoolean();
        if (FLAGS[2]) throw new AssertionError("flag");
    }
}

/** One of two chars in a word is replaced before it is read, the other one is not. */
final class DeadChars {
    static char[] chars;

    public static void main(String[] args) {
        chars = new char[2];
        chars[0] = (char) ('a' + Verify.getInt(0, 2));
        chars[1] = (char) ('a' + Verify.getInt(0, 2));
        Verify.getBoolean();
        chars[0] = 'x';
        Verify.getBoolean();
        if (chars[0] == 'x') throw new AssertionError(chars[1]);
    }
}

/** A copy of a part of an array reads that part. */
final class CopiedBytes {
    static byte[] bytes;

    public static void main(String[] args) {
        bytes = new byte[4];
        for (int i = 0; i < 4; i++) bytes[i] = (byte) Verify.getInt(0, 1);
        Verify.getBoolean();
        byte[] copy = new byte[2];
        System.arraycopy(bytes, 1, copy, 0, 2);
        throw new AssertionError(copy[0] + 2 * copy[1]);
    }
}
