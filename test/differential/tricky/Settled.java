import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;

/**
 * Fields that are written before their object is shared and never again: on
 * most schedules. Each is read twice in a row by somebody who need not let
 * others go first if that were always so.
 */
final class Settled {
    private Settled() {
    }

    static class Box {
        int value;
        Box next;

        Box(int value) {
            this.value = value;
        }
    }

    // The first thread writes only if it has seen the flag: before, between or after the two reads.
    // Outcomes: 11, 12, 22
    static final class WriteInBranch extends Experiment {
        private final Box box = new Box(1);
        private volatile boolean flag;
        private int seen;

        @Override
        void first() {
            if (flag) {
                box.value = 2;
            }
        }

        @Override
        void second() {
            flag = true;
            seen = box.value * 10;
            seen += box.value;
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // The writer does not even exist unless the first thread sees x between two writes. It is joined, so
    // it writes before, between or after the reads; or never.
    // Outcomes: 11, 15, 55
    static final class WriteInLateThread extends Experiment {
        private final Box box = new Box(1);
        private volatile int x;
        private int seen;

        @Override
        void first() throws InterruptedException {
            if (x == 1) {
                Thread late = new Thread(() -> box.value = 5);
                late.start();
                late.join();
            }
        }

        @Override
        void second() {
            x = 1;
            x = 2;
        }

        @Override
        void third() {
            seen = box.value * 10;
            seen += box.value;
        }

        @Override
        int count() {
            return 3;
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // As WriteInBranch, with an element of an array.
    // Outcomes: 11, 12, 22
    static final class ElementInBranch extends Experiment {
        private final int[] values = {1, 1};
        private volatile boolean flag;
        private int seen;

        @Override
        void first() {
            if (flag) {
                values[1] = 2;
            }
        }

        @Override
        void second() {
            flag = true;
            seen = values[1] * 10;
            seen += values[1];
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // As WriteInBranch, with a reference: what it leads to differs.
    // Outcomes: 11, 13, 33
    static final class ReferenceInBranch extends Experiment {
        private final Box box = new Box(0);
        private volatile boolean flag;
        private int seen;

        ReferenceInBranch() {
            box.next = new Box(1);
        }

        @Override
        void first() {
            if (flag) {
                box.next = new Box(3);
            }
        }

        @Override
        void second() {
            flag = true;
            seen = box.next.value * 10;
            seen += box.next.value;
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // As WriteInBranch, with an element that is a reference.
    // Outcomes: 11, 13, 33
    static final class ReferenceElementInBranch extends Experiment {
        private final Box[] boxes = {new Box(1)};
        private volatile boolean flag;
        private int seen;

        @Override
        void first() {
            if (flag) {
                boxes[0] = new Box(3);
            }
        }

        @Override
        void second() {
            flag = true;
            seen = boxes[0].value * 10;
            seen += boxes[0].value;
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // As WriteInBranch, with a static field.
    // Outcomes: 11, 12, 22
    static final class StaticInBranch extends Experiment {
        private static int value;
        private volatile boolean flag;
        private int seen;

        StaticInBranch() {
            value = 1;
        }

        @Override
        void first() {
            if (flag) {
                value = 2;
            }
        }

        @Override
        void second() {
            flag = true;
            seen = value * 10;
            seen += value;
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    static final class Leak {
        static volatile Leak last;
        final int value;

        Leak(int value) {
            last = this;
            this.value = value;
        }
    }

    // A final field is read before and after its constructor comes to write it, or twice on one side; -1
    // when the object is not there yet.
    // Outcomes: -1, 0, 7, 77
    static final class FinalLeakedTwice extends Experiment {
        private int seen;

        FinalLeakedTwice() {
            Leak.last = null;
        }

        @Override
        void first() {
            new Leak(7);
        }

        @Override
        void second() {
            Leak leak = Leak.last;
            seen = leak == null ? -1 : leak.value * 10 + leak.value;
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    static class Base {
        static volatile Base last;

        Base() {
            last = this;
        }
    }

    static final class Derived extends Base {
        int low = 1;
        int high = 1;
    }

    // Shared by the constructor of its superclass, an object gets its fields one after the other: low
    // before high, and low is read first.
    // Outcomes: -1, 0, 1, 10, 11
    static final class LeakedBySuperclass extends Experiment {
        private int seen;

        LeakedBySuperclass() {
            Base.last = null;
        }

        @Override
        void first() {
            new Derived();
        }

        @Override
        void second() {
            Derived found = (Derived) Base.last;
            seen = found == null ? -1 : found.low * 10 + found.high;
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // The first thread's object becomes shared by the second's doing, since it was inside what the second
    // was given; the third then finds it and writes. The first, which never shared it itself, reads it
    // twice: nothing, or a 5 in between, or before.
    // Outcomes: 11, 15, 55
    static final class SharedBySomebodyElse extends Experiment {
        private volatile Box given;
        private volatile Box found;
        private int seen;

        @Override
        void first() {
            Box mine = new Box(1);
            Box holder = new Box(0);
            holder.next = mine;
            given = holder;
            seen = mine.value * 10;
            seen += mine.value;
        }

        @Override
        void second() {
            Box holder = given;
            if (holder != null) {
                found = holder.next;
            }
        }

        @Override
        void third() {
            Box box = found;
            if (box != null) {
                box.value = 5;
            }
        }

        @Override
        int count() {
            return 3;
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // The maker goes on writing after it has published, two links deep, if somebody took notice.
    // Outcomes: 0, 11, 14, 44
    static final class MakerWritesOn extends Experiment {
        private volatile Box head;
        private volatile boolean noticed;
        private int seen;

        @Override
        void first() {
            Box inner = new Box(1);
            Box outer = new Box(0);
            outer.next = inner;
            head = outer;
            if (noticed) {
                inner.value = 4;
            }
        }

        @Override
        void second() {
            Box outer = head;
            if (outer != null) {
                noticed = true;
                seen = outer.next.value * 10;
                seen += outer.next.value;
            }
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // Copied into another array by the library: that is a write, too. arraycopy happens before, between
    // or after the reads.
    // Outcomes: 11, 12, 22
    static final class WrittenByLibrary extends Experiment {
        private final int[] values = {1};
        private volatile boolean flag;
        private int seen;

        @Override
        void first() {
            if (flag) {
                System.arraycopy(new int[] {2}, 0, values, 0, 1);
            }
        }

        @Override
        void second() {
            flag = true;
            seen = values[0] * 10;
            seen += values[0];
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // The same for the read: clone sees the array before or after, and what it made is nobody else's.
    // Outcomes: 11, 22, 12
    static final class ReadByLibrary extends Experiment {
        private final int[] values = {1};
        private volatile boolean flag;
        private int seen;

        @Override
        void first() {
            if (flag) {
                values[0] = 2;
            }
        }

        @Override
        void second() {
            flag = true;
            seen = values.clone()[0] * 10;
            seen += values.clone()[0];
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    static final class Sealed {
        final int value;

        Sealed(int value) {
            this.value = value;
        }
    }

    // Reflection can write a final field long after its constructor.
    // Outcomes: 11, 12, 22
    static final class FinalByReflection extends Experiment {
        private final Field field;
        private final Sealed sealed = new Sealed(1);
        private int seen;

        FinalByReflection() throws ReflectiveOperationException {
            field = Sealed.class.getDeclaredField("value");
            field.setAccessible(true);
        }

        @Override
        void first() throws ReflectiveOperationException {
            field.setInt(sealed, 2);
        }

        @Override
        void second() {
            seen = sealed.value * 10;
            seen += sealed.value;
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // A setter made of such a field, on one rare schedule, and long values.
    // Outcomes: 0, 11, 12, 22
    static final class FinalByHandle extends Experiment {
        private final MethodHandle setter;
        private final SealedLong sealed = new SealedLong(1);
        private volatile boolean isWanted;
        private long seen;

        FinalByHandle() throws ReflectiveOperationException {
            Field field = SealedLong.class.getDeclaredField("value");
            field.setAccessible(true);
            setter = MethodHandles.lookup().unreflectSetter(field);
        }

        @Override
        void first() {
            if (!isWanted) {
                return;
            }
            try {
                setter.invoke(sealed, 2L);
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        void second() {
            isWanted = true;
            if (threads[0].isAlive()) {
                seen = sealed.value * 10;
                seen += sealed.value;
            }
        }

        @Override
        int outcome() {
            return (int) seen;
        }
    }

    private static final class SealedLong {
        final long value;

        SealedLong(long value) {
            this.value = value;
        }
    }

    // Written before others know of it: nothing to see.
    // Outcomes: 33
    static final class FinalBeforeSharing extends Experiment {
        private final Field field;
        private volatile Sealed sealed;
        private int seen = 33;

        FinalBeforeSharing() throws ReflectiveOperationException {
            field = Sealed.class.getDeclaredField("value");
            field.setAccessible(true);
        }

        @Override
        void first() throws ReflectiveOperationException {
            Sealed mine = new Sealed(1);
            field.setInt(mine, 3);
            sealed = mine;
        }

        @Override
        void second() {
            Sealed found = sealed;
            if (found != null) {
                seen = found.value * 10;
                seen += found.value;
            }
        }

        @Override
        int outcome() {
            return seen;
        }
    }
}
