import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** java.util.concurrent.atomic.LongAdder, LongAccumulator, DoubleAdder, DoubleAccumulator */
final class AdderContracts extends Contract {
    /** A new adder is zero. */
    static void initial() {
        same(0L, new LongAdder().sum());
        same(0.0, new DoubleAdder().sum());
    }

    /** The sum after all additions is that of all that was added. */
    static void sum() throws Exception {
        LongAdder adder = new LongAdder();
        together(() -> adder.add(5), adder::increment);
        adder.decrement();
        same(5L, adder.sum());
    }

    /** The same for doubles. */
    static void doubleSum() throws Exception {
        DoubleAdder adder = new DoubleAdder();
        together(() -> adder.add(0.5), () -> adder.add(0.25));
        same(0.75, adder.sum());
    }

    /** A sum beside one addition has it or has it not. */
    static String sumBeside() throws Exception {
        LongAdder adder = new LongAdder();
        Thread t = start(adder::increment);
        long seen = adder.sum();
        join(t);
        return "" + seen;
    }

    /** reset makes the sum zero. */
    static void reset() {
        LongAdder adder = new LongAdder();
        adder.add(3);
        adder.reset();
        same(0L, adder.sum());
        DoubleAdder doubles = new DoubleAdder();
        doubles.add(3);
        doubles.reset();
        same(0.0, doubles.sum());
    }

    /** sumThenReset gives the sum and makes it zero. */
    static void sumThenReset() {
        LongAdder adder = new LongAdder();
        adder.add(3);
        same(3L, adder.sumThenReset());
        same(0L, adder.sum());
        DoubleAdder doubles = new DoubleAdder();
        doubles.add(0.5);
        same(0.5, doubles.sumThenReset());
        same(0.0, doubles.sum());
    }

    /** An adder is a number, and a string of its sum. */
    static void conversions() {
        LongAdder adder = new LongAdder();
        adder.add(300);
        same(300, adder.intValue());
        same(300L, adder.longValue());
        same(300.0, adder.doubleValue());
        same("300", adder.toString());
        same("0.0", new DoubleAdder().toString());
    }

    /** An accumulator begins with its identity. */
    static void identity() {
        same(7L, new LongAccumulator(Long::max, 7).get());
        same(1.0, new DoubleAccumulator((a, b) -> a * b, 1).get());
    }

    /** An accumulator has applied its function to all that it was given. */
    static void maximum() throws Exception {
        LongAccumulator max = new LongAccumulator(Long::max, Long.MIN_VALUE);
        together(() -> max.accumulate(3), () -> max.accumulate(5));
        same(5L, max.get());
    }

    /** The same for doubles. */
    static void product() throws Exception {
        DoubleAccumulator product = new DoubleAccumulator((a, b) -> a * b, 1);
        together(() -> product.accumulate(2), () -> product.accumulate(4));
        same(8.0, product.get());
    }

    /** reset and getThenReset go back to the identity. */
    static void accumulatorReset() {
        LongAccumulator max = new LongAccumulator(Long::max, 1);
        max.accumulate(5);
        same(5L, max.getThenReset());
        same(1L, max.get());
        max.accumulate(6);
        max.reset();
        same(1L, max.get());
        DoubleAccumulator sum = new DoubleAccumulator(Double::sum, 0);
        sum.accumulate(2);
        same(2.0, sum.getThenReset());
        same(0.0, sum.get());
    }

    /** What the function throws goes to the caller. */
    static void throwingFunction() {
        LongAccumulator bad = new LongAccumulator((a, b) -> {
            throw new IllegalStateException();
        }, 0);
        thrown(IllegalStateException.class, () -> bad.accumulate(1));
        same(0L, bad.get());
    }

    /** An accumulator is a number, and a string of its value. */
    static void accumulatorText() {
        LongAccumulator max = new LongAccumulator(Long::max, 0);
        max.accumulate(9);
        same(9, max.intValue());
        same("9", max.toString());
        same("2.0", new DoubleAccumulator(Double::sum, 2).toString());
    }
}
