/** Runs a trial once; the checker looks at the result at the end of each path. */
final class TrialOnce {
    static volatile int result;

    private TrialOnce() {
    }

    public static void main(String[] args) throws Exception {
        result = Trials.make(args[0]).run();
    }
}
