import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** Atomics. */
final class Atomics {
    private Atomics() {
    }

    /** The function is called again when another was faster, and a thread can tell. */
    static final class Update extends Experiment {
        private final AtomicInteger number = new AtomicInteger();
        private int calls1;
        private int calls2;

        @Override
        void first() {
            int[] calls = new int[1];
            number.updateAndGet(x -> {
                calls[0]++;
                return x + 1;
            });
            calls1 = calls[0];
        }

        @Override
        void second() {
            int[] calls = new int[1];
            number.getAndAccumulate(10, (x, y) -> {
                calls[0]++;
                return x + y;
            });
            calls2 = calls[0];
        }

        @Override
        int outcome() {
            return 1000 * calls1 + 100 * calls2 + number.get();
        }
    }

    static final class Stamped extends Experiment {
        private final AtomicStampedReference<String> top = new AtomicStampedReference<>("a", 0);
        private volatile int won;

        @Override
        void first() {
            int[] stamp = new int[1];
            String old = top.get(stamp);
            if (top.compareAndSet(old, "b", stamp[0], stamp[0] + 1)) {
                won = won + 1;
            }
        }

        @Override
        void second() {
            top.compareAndSet("a", "c", 0, 1);
            top.compareAndSet("c", "a", 1, 2);
        }

        @Override
        int outcome() {
            return 100 * won + 10 * top.getStamp() + top.getReference().charAt(0) - 'a';
        }
    }

    static final class Markable extends Experiment {
        private final AtomicMarkableReference<String> node = new AtomicMarkableReference<>("a", false);
        private volatile int won;

        @Override
        void first() {
            if (node.attemptMark("a", true)) {
                won = won + 1;
            }
        }

        @Override
        void second() {
            if (node.compareAndSet("a", "b", false, false)) {
                won = won + 10;
            }
        }

        @Override
        int outcome() {
            return 100 * won + (node.isMarked() ? 1 : 0);
        }
    }

    static final class Adder extends Experiment {
        private final LongAdder adder = new LongAdder();
        private final LongAccumulator most = new LongAccumulator(Math::max, 0);
        private volatile int seen;

        @Override
        void first() {
            adder.add(1);
            most.accumulate(3);
        }

        @Override
        void second() {
            adder.add(10);
            most.accumulate(2);
            seen = adder.intValue();
        }

        @Override
        int outcome() {
            return 1000 * most.intValue() + 100 * (adder.intValue() - 11) + seen;
        }
    }

    static final class Steps extends Experiment {
        private static final AtomicIntegerFieldUpdater<Steps> FIELD =
            AtomicIntegerFieldUpdater.newUpdater(Steps.class, "field");
        private final AtomicIntegerArray array = new AtomicIntegerArray(1);
        private final AtomicReference<Integer> box = new AtomicReference<>(0);
        volatile int field;

        private void all(int by) {
            FIELD.addAndGet(this, by);
            array.getAndAdd(0, by);
            box.set(box.get() + by);
        }

        @Override
        void first() {
            all(1);
        }

        @Override
        void second() {
            all(2);
        }

        @Override
        int outcome() {
            return 100 * field + 10 * array.get(0) + box.get();
        }
    }
}
