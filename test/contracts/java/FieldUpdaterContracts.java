import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** java.util.concurrent.atomic.AtomicIntegerFieldUpdater, AtomicLongFieldUpdater, AtomicReferenceFieldUpdater */
final class FieldUpdaterContracts extends Contract {
    private static class Holder {
        volatile int count;
        volatile long total;
        volatile String name;
        volatile Integer boxed;
        int plain;
        static volatile int shared;
    }

    private static final class Child extends Holder {
    }

    private static AtomicIntegerFieldUpdater<Holder> count() {
        return AtomicIntegerFieldUpdater.newUpdater(Holder.class, "count");
    }

    private static AtomicLongFieldUpdater<Holder> total() {
        return AtomicLongFieldUpdater.newUpdater(Holder.class, "total");
    }

    private static AtomicReferenceFieldUpdater<Holder, String> name() {
        return AtomicReferenceFieldUpdater.newUpdater(Holder.class, String.class, "name");
    }

    /** Increments of a field by two threads do not get lost. */
    static void increments() throws Exception {
        AtomicIntegerFieldUpdater<Holder> updater = count();
        Holder holder = new Holder();
        together(() -> updater.incrementAndGet(holder), () -> updater.getAndAdd(holder, 2));
        same(3, holder.count);
    }

    /** The same for a long. */
    static void incrementsLong() throws Exception {
        AtomicLongFieldUpdater<Holder> updater = total();
        Holder holder = new Holder();
        together(() -> updater.addAndGet(holder, 1L << 40), () -> updater.decrementAndGet(holder));
        same((1L << 40) - 1, holder.total);
    }

    /** Each object has a field of its own. */
    static void perObject() {
        AtomicIntegerFieldUpdater<Holder> updater = count();
        Holder a = new Holder();
        Holder b = new Holder();
        updater.set(a, 1);
        same(0, updater.get(b));
        same(1, updater.getAndSet(a, 5));
        same(5, a.count);
    }

    /** compareAndSet writes only if the field has the expected value. */
    static void compareAndSet() {
        Holder holder = new Holder();
        check(count().compareAndSet(holder, 0, 1), "it was 0");
        check(!count().compareAndSet(holder, 0, 2), "it is 1");
        check(total().compareAndSet(holder, 0, 1L << 33), "it was 0");
        check(!total().compareAndSet(holder, 0, 1), "the high half counts");
        check(name().compareAndSet(holder, null, "a"), "it was null");
        check(!name().compareAndSet(holder, new String("a"), "b"), "compared by identity");
    }

    /** Of two threads that compareAndSet a field from null exactly one succeeds. */
    static void oneWins() throws Exception {
        AtomicReferenceFieldUpdater<Holder, String> updater = name();
        Holder holder = new Holder();
        boolean[] won = new boolean[2];
        together(
            () -> won[0] = updater.compareAndSet(holder, null, "a"),
            () -> won[1] = updater.compareAndSet(holder, null, "b"));
        check(won[0] != won[1], "one wins");
        same(won[0] ? "a" : "b", holder.name);
    }

    /** Updates by functions are atomic. */
    static void functions() throws Exception {
        AtomicIntegerFieldUpdater<Holder> updater = count();
        Holder holder = new Holder();
        holder.count = 1;
        together(
            () -> updater.updateAndGet(holder, x -> x * 2),
            () -> updater.getAndAccumulate(holder, 3, (x, y) -> x * y));
        same(6, holder.count);
    }

    /** An updater of a class serves its subclasses. */
    static void subclass() {
        Child child = new Child();
        same(1, count().incrementAndGet(child));
        same(1, child.count);
    }

    /** A field that is not volatile is refused. */
    static void plainField() {
        thrown(IllegalArgumentException.class, () -> AtomicIntegerFieldUpdater.newUpdater(Holder.class, "plain"));
    }

    /** A field of another type is refused. */
    static void wrongType() {
        thrown(IllegalArgumentException.class, () -> AtomicIntegerFieldUpdater.newUpdater(Holder.class, "total"));
        thrown(IllegalArgumentException.class, () -> AtomicIntegerFieldUpdater.newUpdater(Holder.class, "boxed"));
        thrown(IllegalArgumentException.class, () -> AtomicLongFieldUpdater.newUpdater(Holder.class, "count"));
        thrown(ClassCastException.class, () -> AtomicReferenceFieldUpdater.newUpdater(Holder.class, Integer.class, "name"));
    }

    /** A field that does not exist is refused. */
    static void missingField() {
        RuntimeException e = thrown(
            RuntimeException.class,
            () -> AtomicIntegerFieldUpdater.newUpdater(Holder.class, "missing"));
        check(e.getCause() instanceof NoSuchFieldException, "no such field");
    }

    /** A field that the caller has no access to is refused. */
    static void inaccessible() {
        RuntimeException e = thrown(
            RuntimeException.class,
            () -> AtomicIntegerFieldUpdater.newUpdater(Secretive.class, "secret"));
        check(e.getCause() instanceof IllegalAccessException, "private");
    }

    /** An updater does not take objects of another class. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    static void wrongObject() {
        AtomicIntegerFieldUpdater updater = count();
        thrown(ClassCastException.class, () -> updater.get("a string"));
        AtomicLongFieldUpdater longs = total();
        thrown(ClassCastException.class, () -> longs.incrementAndGet(new Object()));
    }

    /** A value of another type is refused. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    static void wrongValue() {
        AtomicReferenceFieldUpdater updater = name();
        Holder holder = new Holder();
        thrown(ClassCastException.class, () -> updater.set(holder, 1));
        same(null, holder.name);
    }
}

/** Its field is nobody else's business. */
final class Secretive {
    private volatile int secret;
}
