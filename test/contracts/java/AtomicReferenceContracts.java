import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicStampedReference;

/** java.util.concurrent.atomic.AtomicReference, AtomicStampedReference, AtomicMarkableReference */
final class AtomicReferenceContracts extends Contract {
    /** A new reference is null, or what it is made with. */
    static void initial() {
        same(null, new AtomicReference<String>().get());
        same("a", new AtomicReference<>("a").get());
        same("a", new AtomicReference<>("a").toString());
        same("null", new AtomicReference<String>().toString());
    }

    /** compareAndSet compares by identity. */
    static void identity() {
        String one = new String("x");
        AtomicReference<String> ref = new AtomicReference<>(one);
        check(!ref.compareAndSet(new String("x"), "y"), "another object");
        check(ref.compareAndSet(one, "y"), "that object");
        same("y", ref.get());
    }

    /** Of two threads that compareAndSet from null exactly one succeeds. */
    static void oneWins() throws Exception {
        AtomicReference<String> ref = new AtomicReference<>();
        boolean[] won = new boolean[2];
        together(() -> won[0] = ref.compareAndSet(null, "a"), () -> won[1] = ref.compareAndSet(null, "b"));
        check(won[0] != won[1], "one wins");
        same(won[0] ? "a" : "b", ref.get());
    }

    /** getAndSet hands an object over to exactly one thread. */
    static void getAndSet() throws Exception {
        AtomicReference<String> ref = new AtomicReference<>("x");
        String[] got = new String[2];
        together(() -> got[0] = ref.getAndSet(null), () -> got[1] = ref.getAndSet(null));
        check((got[0] == null) != (got[1] == null), "one has it");
    }

    /** Updates by functions are atomic. */
    static String functions() throws Exception {
        AtomicReference<String> ref = new AtomicReference<>("");
        together(() -> ref.updateAndGet(s -> s + "a"), () -> ref.getAndAccumulate("b", String::concat));
        return ref.get();
    }

    /** The get in front gives the object before, the get behind the object after. */
    static void beforeAndAfter() {
        AtomicReference<String> ref = new AtomicReference<>("a");
        same("a", ref.getAndUpdate(s -> s + "b"));
        same("abc", ref.updateAndGet(s -> s + "c"));
        same("abcd", ref.accumulateAndGet("d", String::concat));
        same("abcd", ref.compareAndExchange("x", "y"));
    }

    /** An object is whole for whoever finds it in a reference. */
    static void publication() throws Exception {
        AtomicReference<int[]> ref = new AtomicReference<>();
        together(() -> {
            int[] data = new int[1];
            data[0] = 7;
            ref.set(data);
        }, () -> {
            int[] data = ref.get();
            if (data != null) same(7, data[0]);
        });
    }

    /** A stamped reference changes only if both reference and stamp are the expected ones. */
    static void stamped() {
        AtomicStampedReference<String> ref = new AtomicStampedReference<>("a", 1);
        check(!ref.compareAndSet("a", "b", 0, 2), "another stamp");
        check(!ref.compareAndSet("x", "b", 1, 2), "another reference");
        check(ref.compareAndSet("a", "b", 1, 2), "both");
        same("b", ref.getReference());
        same(2, ref.getStamp());
    }

    /** get gives reference and stamp of the same moment. */
    static void stampedGet() throws Exception {
        AtomicStampedReference<Integer> ref = new AtomicStampedReference<>(0, 0);
        together(() -> ref.set(1, 1), () -> {
            int[] stamp = new int[1];
            int value = ref.get(stamp);
            same(value, stamp[0]);
        });
    }

    /** A stamp tells a reference that has come back from one that never went. */
    static void stampedAba() {
        AtomicStampedReference<String> ref = new AtomicStampedReference<>("a", 0);
        ref.set("b", 1);
        ref.set("a", 2);
        check(!ref.compareAndSet("a", "c", 0, 1), "it has been away");
    }

    /** attemptStamp changes the stamp only if the reference is the expected one. */
    static void attemptStamp() {
        AtomicStampedReference<String> ref = new AtomicStampedReference<>("a", 0);
        check(ref.attemptStamp("a", 3), "that reference");
        same(3, ref.getStamp());
        check(!ref.attemptStamp("b", 4), "another reference");
    }

    /** Of two threads that change a stamped reference from the same stamp exactly one succeeds. */
    static void stampedRace() throws Exception {
        AtomicStampedReference<String> ref = new AtomicStampedReference<>("a", 0);
        boolean[] won = new boolean[2];
        together(
            () -> won[0] = ref.compareAndSet("a", "a", 0, 1),
            () -> won[1] = ref.compareAndSet("a", "a", 0, 1));
        check(won[0] != won[1], "one wins");
        same(1, ref.getStamp());
    }

    /** A markable reference changes only if both reference and mark are the expected ones. */
    static void markable() {
        AtomicMarkableReference<String> ref = new AtomicMarkableReference<>("a", false);
        check(!ref.compareAndSet("a", "b", true, true), "another mark");
        check(ref.compareAndSet("a", "b", false, true), "both");
        same("b", ref.getReference());
        check(ref.isMarked(), "marked");
        boolean[] mark = new boolean[1];
        same("b", ref.get(mark));
        check(mark[0], "marked");
    }

    /** attemptMark changes the mark only if the reference is the expected one. */
    static void attemptMark() {
        AtomicMarkableReference<String> ref = new AtomicMarkableReference<>("a", false);
        check(ref.attemptMark("a", true), "that reference");
        check(ref.isMarked(), "marked");
        check(!ref.attemptMark("b", false), "another reference");
        ref.set("c", false);
        check(!ref.isMarked(), "set anew");
    }
}
