import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** Data that a lock guards, or one thread owns: on most schedules. */
final class Guarded {
    private Guarded() {
    }

    // Under the lock 0, 1 or 2 is seen; only who saw 1 reads twice without it.
    // Outcomes: 0, 11, 12, 22
    static final class RareBareRead extends Experiment {
        private int count;
        private int seen;

        private synchronized void raise() {
            count++;
        }

        private synchronized int get() {
            return count;
        }

        @Override
        void first() {
            raise();
            raise();
        }

        @Override
        void second() {
            if (get() == 1) {
                seen = count * 10;
                seen += count;
            }
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // The write without the lock comes only after the flag, and then before, within or after the section.
    // Outcomes: 0, 5, 55
    static final class RareBareWrite extends Experiment {
        private int count;
        private volatile boolean flag;
        private int seen;

        @Override
        synchronized void first() {
            seen = count * 10;
            seen += count;
        }

        @Override
        void second() {
            if (flag) {
                count = 5;
            }
        }

        @Override
        void third() {
            flag = true;
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

    // The thread that writes without the lock starts only when the second sees the 1 that the first wrote:
    // then it writes before, within or after the first's other section.
    // Outcomes: 11, 15, 55
    static final class BareWriteInLateThread extends Experiment {
        private int count;
        private int seen;

        private synchronized int get() {
            return count;
        }

        @Override
        void first() {
            synchronized (this) {
                count = 1;
            }
            synchronized (this) {
                seen = count * 10;
                seen += count;
            }
        }

        @Override
        void second() throws InterruptedException {
            if (get() == 1) {
                Thread late = new Thread(() -> count = 5);
                late.start();
                late.join();
            }
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // The guard is one object in the first phase and another in the second: threads of different phases
    // exclude nobody, so one of three increments may be lost; two may not, since only two threads can be
    // in different phases at a time and the third then comes before or after.
    // Outcomes: 2, 3
    static final class GuardByPhase extends Experiment {
        private final Object early = new Object();
        private final Object late = new Object();
        private volatile int phase;
        private int count;

        @Override
        void first() {
            synchronized (early) {
                count++;
            }
            phase = 1;
        }

        @Override
        void second() {
            synchronized (phase == 1 ? late : early) {
                count++;
            }
        }

        @Override
        void third() {
            synchronized (early) {
                count++;
            }
        }

        @Override
        int count() {
            return 3;
        }

        @Override
        int outcome() {
            return count;
        }
    }

    // A lock, but not the same: the pair is seen in every combination.
    // Outcomes: 0, 1, 10, 11
    static final class OtherLock extends Experiment {
        private final Object lock = new Object();
        private int x;
        private int y;
        private int seen;

        @Override
        synchronized void first() {
            x = 1;
            y = 1;
        }

        @Override
        void second() {
            synchronized (lock) {
                seen = x * 10;
                seen += y;
            }
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // A lock that nobody else can have guards nothing.
    // Outcomes: 1, 2
    static final class FreshLock extends Experiment {
        private int count;

        private void raise() {
            synchronized (new Object()) {
                count++;
            }
        }

        @Override
        void first() {
            raise();
        }

        @Override
        void second() {
            raise();
        }

        @Override
        int outcome() {
            return count;
        }
    }

    static final class Box {
        int value;

        Box(int value) {
            this.value = value;
        }
    }

    // Handed over under the lock, used without it by the receiver; the giver should let go, and does unless
    // it sees that the receiver is there already.
    // Outcomes: 0, 11, 17, 77
    static final class HandOverKept extends Experiment {
        private Box slot;
        private volatile boolean taken;
        private int seen;

        @Override
        void first() {
            Box box = new Box(1);
            synchronized (this) {
                slot = box;
            }
            if (taken) {
                box.value = 7;
            }
        }

        @Override
        void second() {
            Box box;
            synchronized (this) {
                box = slot;
            }
            if (box != null) {
                taken = true;
                seen = box.value * 10;
                seen += box.value;
            }
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // There and back again: at each moment one thread owns the box, so it ends with 1 + 2 + 4.
    // Outcomes: 7
    static final class ThereAndBack extends Experiment {
        private Box there;
        private Box back;
        private int seen;

        @Override
        void first() throws InterruptedException {
            Box box = new Box(1);
            synchronized (this) {
                there = box;
                notifyAll();
                while (back == null) {
                    wait();
                }
                box = back;
            }
            box.value += 4;
            seen = box.value;
        }

        @Override
        void second() throws InterruptedException {
            Box box;
            synchronized (this) {
                while (there == null) {
                    wait();
                }
                box = there;
            }
            box.value += 2;
            synchronized (this) {
                back = box;
                notifyAll();
            }
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // Half of a pair that is always written as a whole is seen by who dares to look after the flag.
    // Outcomes: 0, 100, 101, 110, 111
    static final class HalfOfPair extends Experiment {
        private int low;
        private int high;
        private volatile boolean flag;
        private int seen;

        @Override
        synchronized void first() {
            low = 1;
            high = 1;
        }

        @Override
        void second() {
            if (flag) {
                seen = 100 + low * 10;
                seen += high;
            }
        }

        @Override
        void third() {
            flag = true;
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

    // The lock itself is replaced by who has it: whoever waits works under the old one next, and who comes
    // later under the new one at the same time. The third alone can undo what the two others did one after
    // the other, if it has read before them and writes after.
    // Outcomes: 1, 2, 3
    static final class LockReplaced extends Experiment {
        private volatile Object lock = new Object();
        private int count;

        private void raise() {
            synchronized (lock) {
                count++;
            }
        }

        @Override
        void first() {
            synchronized (lock) {
                lock = new Object();
                count++;
            }
        }

        @Override
        void second() {
            raise();
        }

        @Override
        void third() {
            raise();
        }

        @Override
        int count() {
            return 3;
        }

        @Override
        int outcome() {
            return count;
        }
    }

    // Belongs to the first thread alone, but for the rare look of another, which sees any of its values.
    // Outcomes: 0, 10, 11, 12
    static final class OneOwner extends Experiment {
        private int own;
        private volatile boolean flag;
        private int seen;

        @Override
        void first() {
            own = 1;
            own = 2;
        }

        @Override
        void second() {
            if (flag) {
                seen = 10 + own;
            }
        }

        @Override
        void third() {
            flag = true;
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

    // After the join no lock is needed against the first thread, but one would be against the third.
    // Outcomes: 2, 3
    static final class BareAfterJoin extends Experiment {
        private int count;

        private synchronized void raise() {
            count++;
        }

        @Override
        void first() {
            raise();
        }

        @Override
        void second() throws InterruptedException {
            threads[0].join();
            count++;
        }

        @Override
        void third() {
            raise();
        }

        @Override
        int count() {
            return 3;
        }

        @Override
        int outcome() {
            return count;
        }
    }

    // The exception leaves the section after half of the work, and gives the lock back: 0 or 10, never 11.
    // Outcomes: 0, 10
    static final class ExceptionLeaves extends Experiment {
        private int x;
        private int y;
        private int seen;

        private synchronized void work(int divisor) {
            x = 1;
            y = 1 / divisor;
        }

        @Override
        void first() {
            try {
                work(0);
            } catch (ArithmeticException exception) {
                return;
            }
        }

        @Override
        void second() {
            synchronized (this) {
                seen = x * 10 + y;
            }
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // Who catches an exception that has left the section works on without the lock.
    // Outcomes: 12, 13, 14
    static final class WorkInHandler extends Experiment {
        private int x;
        private int seen;

        private synchronized void work(int divisor) {
            x = 2 / divisor;
        }

        @Override
        void first() {
            try {
                work(0);
            } catch (ArithmeticException exception) {
                x = 3;
            }
        }

        @Override
        synchronized void second() {
            if (x == 0) {
                seen = 12;
                seen = x == 0 ? 12 : 13;
            } else {
                seen = 14;
            }
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // Two locks in two orders.
    // Outcomes: 2, deadlock
    static final class Crossing extends Experiment {
        private final Object left = new Object();
        private final Object right = new Object();
        private int count;

        @Override
        void first() {
            synchronized (left) {
                synchronized (right) {
                    count++;
                }
            }
        }

        @Override
        void second() {
            synchronized (right) {
                synchronized (left) {
                    count++;
                }
            }
        }

        @Override
        int outcome() {
            return count;
        }
    }

    // A third lock around both keeps them from meeting.
    // Outcomes: 2
    static final class CrossingInside extends Experiment {
        private final Object left = new Object();
        private final Object right = new Object();
        private int count;

        @Override
        synchronized void first() {
            synchronized (left) {
                synchronized (right) {
                    count++;
                }
            }
        }

        @Override
        synchronized void second() {
            synchronized (right) {
                synchronized (left) {
                    count++;
                }
            }
        }

        @Override
        int outcome() {
            return count;
        }
    }

    // The order is wrong only for who saw the first's work half done.
    // Outcomes: 1, 3, deadlock
    static final class CrossingRarely extends Experiment {
        private final Object left = new Object();
        private final Object right = new Object();
        private volatile boolean isHalf;
        private int count;

        @Override
        void first() {
            synchronized (left) {
                isHalf = true;
                synchronized (right) {
                    count++;
                }
                isHalf = false;
            }
        }

        @Override
        void second() {
            synchronized (right) {
                if (isHalf) {
                    synchronized (left) {
                        count += 2;
                    }
                }
            }
        }

        @Override
        int outcome() {
            return count;
        }
    }

    // A callback is fetched under the lock and called without it.
    // Outcomes: 0, 11, 12, 22
    static final class Callback extends Experiment {
        private int count;
        private Runnable listener;
        private int seen;

        @Override
        void first() {
            synchronized (this) {
                count = 1;
                listener = () -> {
                    seen = count * 10;
                    seen += count;
                };
            }
            synchronized (this) {
                count = 2;
            }
        }

        @Override
        void second() {
            Runnable found;
            synchronized (this) {
                found = listener;
            }
            if (found != null) {
                found.run();
            }
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // Each element has its lock; the third thread takes the wrong one for its element.
    // Outcomes: 11, 12
    static final class LockPerElement extends Experiment {
        private final Object[] locks = {new Object(), new Object()};
        private final int[] values = new int[2];

        private void raise(int lock, int index) {
            synchronized (locks[lock]) {
                values[index]++;
            }
        }

        @Override
        void first() {
            raise(0, 0);
        }

        @Override
        void second() {
            raise(1, 1);
        }

        @Override
        void third() {
            raise(0, 1);
        }

        @Override
        int count() {
            return 3;
        }

        @Override
        int outcome() {
            return values[0] * 10 + values[1];
        }
    }

    // The monitor of the class and that of an object are two.
    // Outcomes: 1, 2
    static final class ClassAndObject extends Experiment {
        private static int count;

        ClassAndObject() {
            count = 0;
        }

        private static synchronized void raiseAll() {
            count++;
        }

        private synchronized void raiseMine() {
            count++;
        }

        @Override
        void first() {
            raiseAll();
        }

        @Override
        void second() {
            raiseMine();
        }

        @Override
        int outcome() {
            return count;
        }
    }

    // To wait is to give the lock away: what was written before it may have changed.
    // Outcomes: 11, 12
    static final class WaitGivesAway extends Experiment {
        private int x;
        private int seen;

        @Override
        synchronized void first() throws InterruptedException {
            x = 1;
            seen = x * 10;
            wait(1);
            seen += x;
        }

        @Override
        synchronized void second() {
            if (x == 1) {
                x = 2;
            }
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // Entered twice and left once, the monitor is still held; nobody comes between.
    // Outcomes: 0, 22
    static final class EnteredTwice extends Experiment {
        private int x;
        private int seen;

        private synchronized void set(int value) {
            x = value;
        }

        @Override
        synchronized void first() {
            set(1);
            set(2);
        }

        @Override
        synchronized void second() {
            seen = x * 10;
            seen += x;
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // Written past the lock by an updater, which is a write like any other.
    // Outcomes: 0, 5, 55
    static final class UpdaterBesideLock extends Experiment {
        private static final AtomicIntegerFieldUpdater<UpdaterBesideLock> UPDATER =
            AtomicIntegerFieldUpdater.newUpdater(UpdaterBesideLock.class, "value");
        private volatile int value;
        private volatile boolean flag;
        private int seen;

        @Override
        synchronized void first() {
            seen = value * 10;
            seen += value;
        }

        @Override
        void second() {
            if (flag) {
                UPDATER.compareAndSet(this, 0, 5);
            }
        }

        @Override
        void third() {
            flag = true;
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

    // The same through a handle, with an element of an array.
    // Outcomes: 0, 5, 55
    static final class HandleBesideLock extends Experiment {
        private static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(int[].class);
        private final int[] values = new int[1];
        private volatile boolean flag;
        private int seen;

        @Override
        synchronized void first() {
            seen = values[0] * 10;
            seen += values[0];
        }

        @Override
        void second() {
            if (flag) {
                ELEMENTS.setVolatile(values, 0, 5);
            }
        }

        @Override
        void third() {
            flag = true;
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

    // The same through reflection.
    // Outcomes: 0, 5, 55
    static final class ReflectionBesideLock extends Experiment {
        private final Field field;
        private int value;
        private volatile boolean flag;
        private int seen;

        ReflectionBesideLock() throws ReflectiveOperationException {
            field = ReflectionBesideLock.class.getDeclaredField("value");
        }

        @Override
        synchronized void first() {
            seen = value * 10;
            seen += value;
        }

        @Override
        void second() throws ReflectiveOperationException {
            if (flag) {
                field.setInt(this, 5);
            }
        }

        @Override
        void third() {
            flag = true;
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

    // Of two locks that one holds the other holds the outer one only: that is enough.
    // Outcomes: 0, 22
    static final class OuterLockOnly extends Experiment {
        private final Object inner = new Object();
        private int x;
        private int seen;

        @Override
        synchronized void first() {
            synchronized (inner) {
                x = 1;
                x = 2;
            }
        }

        @Override
        synchronized void second() {
            seen = x * 10;
            seen += x;
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // The inner one only, and not always: then it is not.
    // Outcomes: 0, 1, 2, 11, 12, 22
    static final class InnerLockForgotten extends Experiment {
        private final Object inner = new Object();
        private int x;
        private int seen;

        @Override
        synchronized void first() {
            x = 1;
            synchronized (inner) {
                x = 2;
            }
        }

        @Override
        void second() {
            synchronized (inner) {
                seen = x * 10;
            }
            synchronized (inner) {
                seen += x;
            }
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // Only one of many boxes of a kind is shared without a lock.
    // Outcomes: 200, 201, 211
    static final class OneOfManyBoxes extends Experiment {
        private final Box[] boxes = {new Box(0), new Box(0), new Box(0)};
        private int seen;

        private void raise(int which) {
            synchronized (boxes[which]) {
                boxes[which].value++;
            }
        }

        @Override
        void first() {
            raise(0);
            raise(1);
            boxes[2].value = 1;
        }

        @Override
        void second() {
            raise(0);
            seen = boxes[2].value * 10;
            seen += boxes[2].value;
        }

        @Override
        int outcome() {
            return boxes[0].value * 100 + seen;
        }
    }

    // A box goes from hand to hand and each uses it alone, until the last but one comes back to it.
    // Outcomes: 0, 2, 32, 33
    static final class ChainOfHands extends Experiment {
        private Box one;
        private Box two;
        private int seen;

        @Override
        void first() {
            Box box = new Box(1);
            synchronized (this) {
                one = box;
            }
        }

        @Override
        void second() {
            Box box;
            synchronized (this) {
                box = one;
            }
            if (box == null) {
                return;
            }
            box.value = 2;
            synchronized (this) {
                two = box;
            }
            box.value = 3;
        }

        @Override
        void third() {
            Box box;
            synchronized (this) {
                box = two;
            }
            if (box != null) {
                int before = box.value;
                seen = box.value * 10 + before;
            }
        }

        @Override
        int count() {
            return 3;
        }

        @Override
        int outcome() {
            return seen == 22 ? 2 : seen;
        }
    }

    // What guards the box depends on the path, though nothing else does: after the signal both have been in
    // their sections or have not, and look the same. Each with its own lock, they can meet (5, 50, 55).
    // Outcomes: 0, 5, 50, 55
    static final class GuardOfAnotherPath extends Experiment {
        private final Object left = new Object();
        private final Object right = new Object();
        private final Box box = new Box(0);
        private volatile boolean signal;
        private int seen;

        @Override
        void first() {
            int twice = 0;
            if (signal) {
                synchronized (left) {
                    twice = box.value * 10;
                    twice += box.value;
                }
            }
            seen = twice;
            again(signal);
        }

        @Override
        void second() {
            if (signal) {
                synchronized (right) {
                    box.value = 5;
                    box.value = 0;
                }
            }
            again(signal);
        }

        /** A last look, so that the end of a thread, and who waits for it, comes later. */
        private static void again(boolean value) {
        }

        @Override
        void third() {
            signal = true;
            signal = false;
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
}
