import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** java.util.concurrent.atomic.AtomicIntegerArray, AtomicLongArray, AtomicReferenceArray */
final class AtomicArrayContracts extends Contract {
    /** A new array has zeros or nulls. */
    static void initial() {
        same(0, new AtomicIntegerArray(2).get(1));
        same(0L, new AtomicLongArray(2).get(1));
        same(null, new AtomicReferenceArray<String>(2).get(1));
        same(2, new AtomicIntegerArray(2).length());
        same(0, new AtomicLongArray(0).length());
    }

    /** An array that it is made of is copied. */
    static void copies() {
        int[] ints = {1, 2};
        AtomicIntegerArray a = new AtomicIntegerArray(ints);
        ints[0] = 5;
        same(1, a.get(0));
        long[] longs = {1, 2};
        AtomicLongArray b = new AtomicLongArray(longs);
        longs[0] = 5;
        same(1L, b.get(0));
        String[] strings = {"a"};
        AtomicReferenceArray<String> c = new AtomicReferenceArray<>(strings);
        strings[0] = "b";
        same("a", c.get(0));
    }

    /** An index outside of the array is refused by all operations. */
    static void bounds() {
        AtomicIntegerArray a = new AtomicIntegerArray(1);
        thrown(ArrayIndexOutOfBoundsException.class, () -> a.get(1));
        thrown(ArrayIndexOutOfBoundsException.class, () -> a.set(-1, 0));
        thrown(ArrayIndexOutOfBoundsException.class, () -> a.incrementAndGet(1));
        thrown(ArrayIndexOutOfBoundsException.class, () -> new AtomicLongArray(1).compareAndSet(1, 0, 1));
        thrown(ArrayIndexOutOfBoundsException.class, () -> new AtomicReferenceArray<String>(0).get(0));
    }

    /** A negative length and null are refused. */
    static void badArguments() {
        thrown(NegativeArraySizeException.class, () -> new AtomicIntegerArray(-1));
        thrown(NullPointerException.class, () -> new AtomicIntegerArray(null));
        thrown(NullPointerException.class, () -> new AtomicReferenceArray<String>((String[]) null));
    }

    /** Increments of one element by two threads do not get lost. */
    static void increments() throws Exception {
        AtomicIntegerArray a = new AtomicIntegerArray(2);
        together(() -> a.incrementAndGet(1), () -> a.getAndAdd(1, 2));
        same(3, a.get(1));
        same(0, a.get(0));
    }

    /** The same for longs. */
    static void incrementsLong() throws Exception {
        AtomicLongArray a = new AtomicLongArray(2);
        together(() -> a.addAndGet(0, 1L << 40), () -> a.decrementAndGet(0));
        same((1L << 40) - 1, a.get(0));
    }

    /** Of two threads that compareAndSet one element from the same value exactly one succeeds. */
    static void oneWins() throws Exception {
        AtomicReferenceArray<String> a = new AtomicReferenceArray<>(1);
        boolean[] won = new boolean[2];
        together(() -> won[0] = a.compareAndSet(0, null, "x"), () -> won[1] = a.compareAndSet(0, null, "y"));
        check(won[0] != won[1], "one wins");
        same(won[0] ? "x" : "y", a.get(0));
    }

    /** Updates of elements by functions are atomic. */
    static void functions() throws Exception {
        AtomicIntegerArray a = new AtomicIntegerArray(new int[] {1});
        together(() -> a.updateAndGet(0, x -> x * 2), () -> a.accumulateAndGet(0, 3, (x, y) -> x * y));
        same(6, a.get(0));
    }

    /** Functions of two arguments get the element first. */
    static void accumulate() {
        AtomicLongArray a = new AtomicLongArray(new long[] {10});
        same(10L, a.getAndAccumulate(0, 3, (x, y) -> x - y));
        same(7L, a.get(0));
        AtomicReferenceArray<String> b = new AtomicReferenceArray<>(new String[] {"a"});
        same("ab", b.accumulateAndGet(0, "b", String::concat));
    }

    /** compareAndExchange gives the element that was there. */
    static void compareAndExchange() {
        AtomicIntegerArray a = new AtomicIntegerArray(1);
        same(0, a.compareAndExchange(0, 0, 1));
        same(1, a.compareAndExchange(0, 0, 2));
        same(1, a.get(0));
    }

    /** References are compared by identity. */
    static void identity() {
        String one = new String("x");
        String other = new String("x");
        AtomicReferenceArray<String> a = new AtomicReferenceArray<>(new String[] {one});
        check(!a.compareAndSet(0, other, "y"), "another object");
        check(a.compareAndSet(0, one, "y"), "that object");
    }

    /** The string is that of an array. */
    static void text() {
        same("[1, 2]", new AtomicIntegerArray(new int[] {1, 2}).toString());
        same("[]", new AtomicLongArray(0).toString());
        same("[a, null]", new AtomicReferenceArray<>(new String[] {"a", null}).toString());
    }
}
