import java.util.TreeSet;

/** Runs trials many times on a real machine and prints the outcomes seen. */
final class TrialOften {
    private TrialOften() {
    }

    public static void main(String[] args) throws Exception {
        int times = Integer.parseInt(args[0]);
        for (int i = 1; i < args.length; i++) {
            TreeSet<Integer> outcomes = new TreeSet<>();
            for (int n = 0; n < times; n++) {
                outcomes.add(Trials.make(args[i]).run());
            }
            System.out.println(args[i] + " " + outcomes);
        }
        System.exit(0);
    }
}
