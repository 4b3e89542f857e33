/** Runs one experiment one time, for the checker. */
final class Once {
    static int result;

    private Once() {
    }

    public static void main(String[] args) throws Exception {
        final Experiment experiment = Experiments.make(args[0]);
        experiment.threads = new Thread[experiment.count()];
        for (int i = 0; i < experiment.threads.length; i++) {
            final int which = i;
            experiment.threads[i] = new Thread() {
                @Override
                public void run() {
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
        result = experiment.outcome() + experiment.failed;
    }
}
