/** Experiments with java.util.concurrent, by the name of their class. */
final class Experiments {
    private Experiments() {
    }

    static Experiment make(String name) {
        try {
            return (Experiment) Class.forName(name).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(name, e);
        }
    }
}
