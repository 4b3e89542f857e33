// StackOverflowError and OutOfMemoryError can be caught and the program goes on.
package exceptions;

import static java.lang.System.out;

class Exhaustion {
    static int depth;

    static int recurse(int n) {
        depth++;
        return recurse(n + 1) + 1;
    }

    static int withFinally(int n) {
        try {
            return withFinally(n + 1);
        } finally {
            depth = -1;
        }
    }

    static class Cell { Cell next = new Cell(); }

    public static void main(String[] args) {
        try {
            recurse(0);
        } catch (StackOverflowError e) {
            out.println(e + " " + (depth > 500) + " " + (e.getStackTrace().length > 100) + " " + e.getStackTrace()[50].getMethodName());
        }
        try {
            withFinally(0);
        } catch (StackOverflowError e) {
            out.println("again " + depth);
        }
        try {
            new Cell();
        } catch (StackOverflowError e) {
            out.println("constructors " + e.getMessage());
        }
        try {
            out.println(new int[Integer.MAX_VALUE].length);
        } catch (OutOfMemoryError e) {
            out.println(e);
        }
        try {
            out.println(new long[Integer.MAX_VALUE - 8].length);
        } catch (OutOfMemoryError e) {
            out.println(e);
        }
        try {
            Object[][] o = new Object[100000][1000000];
        } catch (OutOfMemoryError e) {
            out.println(e);
        }
        try {
            java.util.ArrayList<byte[]> hog = new java.util.ArrayList<>();
            while (true) hog.add(new byte[64 << 20]);
        } catch (OutOfMemoryError e) {
            out.println(e.getMessage());
        }
        out.println("still alive " + new int[1000].length);
        try {
            "ab".repeat(Integer.MAX_VALUE);
        } catch (OutOfMemoryError e) {
            out.println(e.getMessage());
        }
    }
}
