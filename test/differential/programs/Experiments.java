/** All experiments by name: those of this folder by a short one, others by their class's. */
final class Experiments {
    private Experiments() {
    }

    static Experiment make(String name) throws ReflectiveOperationException {
        switch (name) {
            case "Racy":
                return new Counters.Racy();
            case "Locked":
                return new Counters.Locked();
            case "Volatile":
                return new Counters.Volatile();
            case "Peterson":
                return new Counters.Peterson();
            case "Halves":
                return new Counters.Halves();
            case "StoreBuffering":
                return new Flags.StoreBuffering();
            case "MessagePassing":
                return new Flags.MessagePassing();
            case "ReadTwice":
                return new Flags.ReadTwice();
            case "Independent":
                return new Flags.Independent();
            case "Alive":
                return new Flags.Alive();
            case "Publication":
                return new Objects.Publication();
            case "LazyTwice":
                return new Objects.LazyTwice();
            case "DoubleChecked":
                return new Objects.DoubleChecked();
            case "FinalLeak":
                return new Objects.FinalLeak();
            case "NullRace":
                return new Objects.NullRace();
            case "IndexRace":
                return new Objects.IndexRace();
            case "HandOff":
                return new Monitors.HandOff();
            case "Queue":
                return new Monitors.Queue();
            case "Impatient":
                return new Monitors.Impatient();
            case "Interrupt":
                return new Monitors.Interrupt();
            case "Order":
                return new Monitors.Order();
            case "Joined":
                return new Monitors.Joined();
            default:
                return (Experiment) Class.forName(name).getDeclaredConstructor().newInstance();
        }
    }
}
