/** Runs one experiment one time on a real machine that it may end, and says what came of it. */
final class Alone {
    private Alone() {
    }

    public static void main(String[] args) throws Exception {
        Once.main(args);
        System.out.println(Once.result);
    }
}
