// The main class fails to initialise.
// @exit 1
package exceptions;

class UncaughtInStaticInit {
    static final int[] TABLE = new int[3];
    static int value = compute(3);

    static int compute(int i) {
        System.out.println("computing");
        return TABLE[i];
    }

    public static void main(String[] args) {
        System.out.println("never " + value);
    }
}
