import java.util.TreeSet;

/** Runs experiments many times on a real machine and prints the outcomes seen. */
final class Often {
    static volatile int ready;

    private Often() {
    }

    public static void main(String[] args) throws Exception {
        int times = Integer.parseInt(args[0]);
        for (int i = 1; i < args.length; i++) {
            TreeSet<Integer> outcomes = new TreeSet<>();
            for (int n = 0; n < times; n++) {
                outcomes.add(once(args[i], n));
            }
            System.out.println(args[i] + " " + outcomes);
        }
    }

    private static int once(String name, int n) throws Exception {
        final Experiment experiment = Experiments.make(name);
        final int count = experiment.count();
        ready = 0;
        experiment.threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            final int which = i;
            // Now and then one of them is late, so that rare orders come up.
            final int delay = n % 4 == i + 1 ? 1 << (n % 11) : 0;
            experiment.threads[i] = new Thread() {
                @Override
                public void run() {
                    arrive();
                    while (ready < count) {
                        Thread.yield();
                    }
                    for (int spin = 0; spin < delay; spin++) {
                        Thread.onSpinWait();
                    }
                    experiment.run(which);
                }
            };
        }
        for (Thread thread : experiment.threads) {
            thread.start();
        }
        for (Thread thread : experiment.threads) {
            thread.join();
        }
        return experiment.outcome() + experiment.failed;
    }

    private static synchronized void arrive() {
        ready++;
    }
}
