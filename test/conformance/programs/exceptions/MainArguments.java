// Arguments reach main; a checked exception leaves it.
// @args one "two three" -x ünï
// @exit 1
package exceptions;

class MainArguments {
    public static void main(String... args) throws java.io.IOException {
        System.out.println(args.length);
        for (String a : args) System.out.println("[" + a + "]");
        System.err.println("about to fail");
        throw new java.io.IOException();
    }
}
