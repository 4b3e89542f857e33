import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** java.util.concurrent.atomic.AtomicInteger, AtomicLong, AtomicBoolean */
final class AtomicNumberContracts extends Contract {
    /** A new AtomicInteger is 0, or what it is made with. */
    static void initial() {
        same(0, new AtomicInteger().get());
        same(5, new AtomicInteger(5).get());
        same(0L, new AtomicLong().get());
        same(5L, new AtomicLong(5).get());
        same(false, new AtomicBoolean().get());
        same(true, new AtomicBoolean(true).get());
    }

    /** Increments of two threads do not get lost. */
    static void increments() throws Exception {
        AtomicInteger n = new AtomicInteger();
        together(n::incrementAndGet, n::getAndIncrement);
        same(2, n.get());
    }

    /** The get in front gives the value before, the get behind the value after. */
    static void beforeAndAfter() {
        AtomicInteger n = new AtomicInteger(5);
        same(5, n.getAndIncrement());
        same(7, n.incrementAndGet());
        same(7, n.getAndDecrement());
        same(5, n.decrementAndGet());
        same(5, n.getAndAdd(3));
        same(10, n.addAndGet(2));
        same(10, n.getAndSet(1));
        same(1, n.get());
    }

    /** The same holds for AtomicLong. */
    static void beforeAndAfterLong() {
        AtomicLong n = new AtomicLong(5);
        same(5L, n.getAndIncrement());
        same(7L, n.incrementAndGet());
        same(7L, n.getAndDecrement());
        same(5L, n.decrementAndGet());
        same(5L, n.getAndAdd(1L << 40));
        same((1L << 40) + 7, n.addAndGet(2));
        same((1L << 40) + 7, n.getAndSet(1));
    }

    /** compareAndSet writes only if the value is the expected one, and says whether it did. */
    static void compareAndSet() {
        AtomicInteger n = new AtomicInteger(1);
        check(n.compareAndSet(1, 2), "it was 1");
        check(!n.compareAndSet(1, 3), "it is 2");
        same(2, n.get());
        AtomicLong m = new AtomicLong(1L << 33);
        check(!m.compareAndSet(0, 1), "the high half counts");
        check(m.compareAndSet(1L << 33, 1), "it was that");
        AtomicBoolean b = new AtomicBoolean();
        check(b.compareAndSet(false, true), "it was false");
        check(!b.compareAndSet(false, true), "it is true");
    }

    /** Of two threads that compareAndSet from the same value exactly one succeeds. */
    static void oneWins() throws Exception {
        AtomicInteger n = new AtomicInteger();
        boolean[] won = new boolean[2];
        together(() -> won[0] = n.compareAndSet(0, 1), () -> won[1] = n.compareAndSet(0, 2));
        check(won[0] != won[1], "one wins");
        same(won[0] ? 1 : 2, n.get());
    }

    /** compareAndExchange gives the value that was there, whether or not it writes. */
    static void compareAndExchange() {
        AtomicInteger n = new AtomicInteger(1);
        same(1, n.compareAndExchange(1, 2));
        same(2, n.compareAndExchange(1, 3));
        same(2, n.get());
        AtomicLong m = new AtomicLong(1);
        same(1L, m.compareAndExchange(1, 2));
        same(2L, m.compareAndExchange(1, 3));
        AtomicBoolean b = new AtomicBoolean();
        same(false, b.compareAndExchange(false, true));
        same(true, b.compareAndExchange(false, false));
        same(true, b.get());
    }

    /** Updates by functions are atomic. */
    static void functions() throws Exception {
        AtomicInteger n = new AtomicInteger(1);
        together(() -> n.updateAndGet(x -> x * 2), () -> n.getAndUpdate(x -> x * 3));
        same(6, n.get());
    }

    /** Functions of two arguments get the value first and the given one second. */
    static void accumulate() {
        AtomicInteger n = new AtomicInteger(10);
        same(7, n.accumulateAndGet(3, (a, b) -> a - b));
        same(7, n.getAndAccumulate(2, (a, b) -> a - b));
        same(5, n.get());
        AtomicLong m = new AtomicLong(10);
        same(7L, m.accumulateAndGet(3, (a, b) -> a - b));
        same(7L, m.getAndAccumulate(2, (a, b) -> a - b));
        same(5L, m.get());
    }

    /** What a function throws goes to the caller, and the value stays. */
    static void throwingFunction() {
        AtomicInteger n = new AtomicInteger(1);
        thrown(IllegalStateException.class, () -> n.updateAndGet(x -> {
            throw new IllegalStateException();
        }));
        same(1, n.get());
    }

    /** getAndSet hands a value over to exactly one thread. */
    static void getAndSet() throws Exception {
        AtomicBoolean b = new AtomicBoolean(true);
        boolean[] got = new boolean[2];
        together(() -> got[0] = b.getAndSet(false), () -> got[1] = b.getAndSet(false));
        check(got[0] != got[1], "one has it");
        check(!b.get(), "gone");
    }

    /** Writes of all strengths are seen by reads of the same thread. */
    static void modes() {
        AtomicInteger n = new AtomicInteger();
        n.lazySet(1);
        same(1, n.get());
        n.setPlain(2);
        same(2, n.getPlain());
        n.setOpaque(3);
        same(3, n.getOpaque());
        n.setRelease(4);
        same(4, n.getAcquire());
    }

    /** Numbers wrap around. */
    static void overflow() {
        same(Integer.MIN_VALUE, new AtomicInteger(Integer.MAX_VALUE).incrementAndGet());
        same(Long.MAX_VALUE, new AtomicLong(Long.MIN_VALUE).decrementAndGet());
    }

    /** Atomics are numbers with conversions, and strings of their value. */
    static void conversions() {
        AtomicInteger n = new AtomicInteger(300);
        same(300L, n.longValue());
        same(300.0, n.doubleValue());
        same((byte) 300, n.byteValue());
        same("300", n.toString());
        same(-1, new AtomicLong((1L << 32) - 1).intValue());
        same("true", new AtomicBoolean(true).toString());
    }

    /** Two atomics of the same value are not equal. */
    static void identity() {
        check(!new AtomicInteger(1).equals(new AtomicInteger(1)), "not equal");
        check(!new AtomicBoolean().equals(new AtomicBoolean()), "not equal");
    }

    /** What was written before a set is seen by whoever gets the new value. */
    static void publication() throws Exception {
        AtomicBoolean ready = new AtomicBoolean();
        int[] data = new int[1];
        together(() -> {
            data[0] = 1;
            ready.set(true);
        }, () -> {
            if (ready.get()) same(1, data[0]);
        });
    }
}
