import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/*
 * Small programs with and without data races. In front of each stands what must
 * be found: "@race none", or the variable and the two accesses, each by the mark
 * of its line and the locks that its thread holds there.
 */
final class Both {
    /** Runs two bodies at once and waits for their ends. */
    static void run(Runnable first, Runnable second) throws InterruptedException {
        Thread a = new Thread(first, "A");
        Thread b = new Thread(second, "B");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}

// @race none
final class Monitor {
    int hits;

    public static void main(String[] args) throws Exception {
        Monitor m = new Monitor();
        Both.run(m::hit, m::hit);
    }

    void hit() {
        synchronized (this) {
            hits++;
        }
    }
}

// @race NoMonitor.hits: #hit with no lock; #hit with no lock
final class NoMonitor {
    int hits;

    public static void main(String[] args) throws Exception {
        NoMonitor m = new NoMonitor();
        Both.run(m::hit, m::hit);
    }

    void hit() {
        hits++; // #hit
    }
}

// @race OneMonitor.hits: write #under with OneMonitor#1; read #free with no lock
final class OneMonitor {
    int hits;

    public static void main(String[] args) throws Exception {
        OneMonitor m = new OneMonitor();
        Both.run(m::set, m::get);
    }

    synchronized void set() {
        hits = 1; // #under
    }

    int get() {
        return hits; // #free
    }
}

// @race TwoMonitors.hits: write #one with Object#1; write #other with Object#2
final class TwoMonitors {
    final Object one = new Object();
    final Object other = new Object();
    int hits;

    public static void main(String[] args) throws Exception {
        TwoMonitors m = new TwoMonitors();
        Both.run(m::first, m::second);
    }

    void first() {
        synchronized (one) {
            hits = 1; // #one
        }
    }

    void second() {
        synchronized (other) {
            hits = 2; // #other
        }
    }
}

// @race none
final class Lock {
    final ReentrantLock lock = new ReentrantLock();
    int hits;

    public static void main(String[] args) throws Exception {
        Lock m = new Lock();
        Both.run(m::hit, m::hit);
    }

    void hit() {
        lock.lock();
        try {
            hits++;
        } finally {
            lock.unlock();
        }
    }
}

// @race LockTooShort.hits: write #after with no lock; read #inside with ReentrantLock#1
final class LockTooShort {
    final ReentrantLock lock = new ReentrantLock();
    int hits;

    public static void main(String[] args) throws Exception {
        LockTooShort m = new LockTooShort();
        Both.run(m::set, m::get);
    }

    void set() {
        lock.lock();
        lock.unlock();
        hits = 1; // #after
    }

    int get() {
        lock.lock();
        try {
            return hits; // #inside
        } finally {
            lock.unlock();
        }
    }
}

// @race DerivedLock.hits: write #inside with Own#1; write #outside with no lock
final class DerivedLock {
    static final class Own extends ReentrantLock {}

    static final Own lock = new Own();
    static int hits;

    public static void main(String[] args) throws Exception {
        Both.run(
            () -> {
                lock.lock();
                hits = 1; // #inside
                lock.unlock();
            },
            () -> {
                hits = 2; // #outside
            });
    }
}

// @race none
final class ReadWrite {
    final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    int value;

    public static void main(String[] args) throws Exception {
        ReadWrite m = new ReadWrite();
        Both.run(m::set, m::get);
    }

    void set() {
        lock.writeLock().lock();
        value = 1;
        lock.writeLock().unlock();
    }

    void get() {
        lock.readLock().lock();
        int seen = value;
        lock.readLock().unlock();
    }
}

// @race WriteUnderRead.value: write #one with the read lock of ReentrantReadWriteLock#1; write #other with the read lock of ReentrantReadWriteLock#1
final class WriteUnderRead {
    final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    int value;

    public static void main(String[] args) throws Exception {
        WriteUnderRead m = new WriteUnderRead();
        Both.run(m::one, m::other);
    }

    void one() {
        lock.readLock().lock();
        value = 1; // #one
        lock.readLock().unlock();
    }

    void other() {
        lock.readLock().lock();
        value = 2; // #other
        lock.readLock().unlock();
    }
}

// @race none
final class VolatileFlag {
    int data;
    volatile boolean ready;

    public static void main(String[] args) throws Exception {
        VolatileFlag m = new VolatileFlag();
        Both.run(m::put, m::take);
    }

    void put() {
        data = 42;
        ready = true;
    }

    void take() {
        if (ready && data != 42) throw new AssertionError();
    }
}

// The data come through the flag: the flag is where it goes wrong first.
// @race PlainFlag.ready: write #put with no lock; read #take with no lock
final class PlainFlag {
    int data;
    boolean ready;

    public static void main(String[] args) throws Exception {
        PlainFlag m = new PlainFlag();
        Both.run(m::put, m::take);
    }

    void put() {
        data = 42;
        ready = true; // #put
    }

    void take() {
        if (ready // #take
            && data != 42) throw new AssertionError();
    }
}

// @race DataAfterFlag.data: write #late with no lock; read #take with no lock
final class DataAfterFlag {
    int data;
    volatile boolean ready;

    public static void main(String[] args) throws Exception {
        DataAfterFlag m = new DataAfterFlag();
        Both.run(m::put, m::take);
    }

    void put() {
        ready = true;
        data = 42; // #late
    }

    void take() {
        if (ready) {
            int seen = data; // #take
        }
    }
}

// @race none
final class StartAndJoin {
    static int value;

    public static void main(String[] args) throws Exception {
        value = 1;
        Thread t = new Thread(() -> value++);
        t.start();
        t.join();
        if (value != 2) throw new AssertionError();
    }
}

// @race NoJoin.value: write #child with no lock; read #parent with no lock
final class NoJoin {
    static int value;

    public static void main(String[] args) throws Exception {
        value = 1;
        Thread t = new Thread(() -> {
            value = 2; // #child
        });
        t.start();
        int seen = value; // #parent
        t.join();
    }
}

// @race AfterStart.value: read #child with no lock; write #parent with no lock
final class AfterStart {
    static int value;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            int seen = value; // #child
        });
        t.start();
        value = 1; // #parent
    }
}

// @race none
final class ClassInit {
    static final class Holder {
        static int[] table = new int[2];
        static int count;

        static {
            count = 7;
            table[0] = count;
        }
    }

    public static void main(String[] args) throws Exception {
        Both.run(ClassInit::look, ClassInit::look);
    }

    static void look() {
        if (Holder.count + Holder.table[0] != 14) throw new AssertionError();
    }
}

// @race Holder.count: write #set with no lock; read #get with no lock
final class AfterClassInit {
    static final class Holder {
        static int count = 7;
    }

    public static void main(String[] args) throws Exception {
        Both.run(
            () -> Holder.count = 8, // #set
            () -> {
                int seen = Holder.count; // #get
            });
    }
}

// @race none
final class Atomics {
    static final AtomicInteger hits = new AtomicInteger();

    public static void main(String[] args) throws Exception {
        Both.run(hits::incrementAndGet, () -> hits.compareAndSet(0, hits.get() + 1));
        if (hits.get() == 0) throw new AssertionError();
    }
}

// @race CheckThenPlain.value: write #a with no lock; write #b with no lock
final class CheckThenPlain {
    static final AtomicInteger turn = new AtomicInteger();
    static int value;

    public static void main(String[] args) throws Exception {
        Both.run(
            () -> {
                turn.incrementAndGet();
                value = 1; // #a
            },
            () -> {
                turn.incrementAndGet();
                value = 2; // #b
            });
    }
}

// @race none
final class Latch {
    static int value;

    public static void main(String[] args) throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        Thread t = new Thread(() -> {
            value = 3;
            done.countDown();
        });
        t.start();
        done.await();
        if (value != 3) throw new AssertionError();
    }
}

// @race none
final class WaitNotify {
    static int value;
    static boolean ready;

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Thread t = new Thread(() -> {
            value = 3;
            synchronized (lock) {
                ready = true;
                lock.notify();
            }
        });
        t.start();
        synchronized (lock) {
            while (!ready) lock.wait();
        }
        if (value != 3) throw new AssertionError();
    }
}

// @race none
final class OwnElements {
    static final byte[] cells = new byte[2];

    public static void main(String[] args) throws Exception {
        Both.run(() -> cells[0]++, () -> cells[1]++);
    }
}

// @race element of byte[]: write #a with no lock; read #b with no lock
final class SameElement {
    static final byte[] cells = new byte[2];

    public static void main(String[] args) throws Exception {
        Both.run(
            () -> cells[1] = 1, // #a
            () -> {
                int seen = cells[1]; // #b
            });
    }
}

// @race none
final class WrongType {
    static final Object[] cells = new String[1];

    public static void main(String[] args) throws Exception {
        Both.run(
            () -> {
                try {
                    cells[0] = 1;
                } catch (ArrayStoreException e) {
                }
            },
            () -> {
                Object seen = cells[0];
            });
    }
}

// @race none
final class CopyElsewhere {
    static final int[] cells = new int[4];

    public static void main(String[] args) throws Exception {
        int[] two = {1, 2};
        Both.run(() -> System.arraycopy(two, 0, cells, 0, 2), () -> System.arraycopy(two, 0, cells, 2, 2));
    }
}

// @race element of int[]: write #a with no lock; read #b with no lock
final class CopyOver {
    static final int[] cells = new int[4];

    public static void main(String[] args) throws Exception {
        int[] two = {1, 2};
        Both.run(
            () -> System.arraycopy(two, 0, cells, 1, 2), // #a
            () -> {
                int seen = cells[2]; // #b
            });
    }
}

// @race Wide.value: write #a with no lock; read #b with no lock
final class Wide {
    static long value;

    public static void main(String[] args) throws Exception {
        Both.run(
            () -> value = 1L << 40, // #a
            () -> {
                long seen = value; // #b
            });
    }
}

// @race none
final class HandleInOrder {
    static final VarHandle VALUE;
    int value;

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(HandleInOrder.class, "value", int.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        HandleInOrder o = new HandleInOrder();
        Both.run(() -> VALUE.setRelease(o, 1), () -> {
            int seen = (int) VALUE.getAcquire(o);
        });
    }
}

// @race HandlePlain.value: write #a with no lock; read #b with no lock
final class HandlePlain {
    static final VarHandle VALUE;
    volatile int value;

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(HandlePlain.class, "value", int.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        HandlePlain o = new HandlePlain();
        Both.run(
            () -> VALUE.set(o, 1), // #a
            () -> {
                int seen = o.value; // #b
            });
    }
}

// @race Reflected.value: write #a with no lock; read #b with no lock
final class Reflected {
    static int value;

    public static void main(String[] args) throws Exception {
        var field = Reflected.class.getDeclaredField("value");
        Both.run(
            () -> {
                try {
                    field.setInt(null, 1); // #a
                } catch (IllegalAccessException e) {
                    throw new AssertionError(e);
                }
            },
            () -> {
                int seen = value; // #b
            });
    }
}

// @race Cloned.value: write #b with no lock; read #a with no lock
final class Cloned implements Cloneable {
    int value;

    public static void main(String[] args) throws Exception {
        Cloned o = new Cloned();
        Both.run(
            () -> {
                try {
                    o.clone(); // #call
                } catch (CloneNotSupportedException e) {
                    throw new AssertionError(e);
                }
            },
            () -> o.value = 1); // #b
    }

    @Override
    protected Object clone() throws CloneNotSupportedException {
        return super.clone(); // #a
    }
}

// @race ArrayList.size: #add with no lock; #add with no lock
// @race element of Object[]: #add with no lock; #add with no lock
// @race AbstractList.modCount: #add with no lock; #add with no lock
final class Unguarded {
    public static void main(String[] args) throws Exception {
        List<String> list = new ArrayList<>(4);
        Runnable adder = () -> {
            list.add("x"); // #add
        };
        Both.run(adder, adder);
    }
}

// That both write Late.rare turns out only when the race on the list is known, and makes the search begin again.
// @race ArrayList.size: #empty with no lock; #clear with no lock
// @race Late.rare: #a with no lock; #b with no lock
final class Late {
    static volatile boolean isOver;
    static int rare;

    public static void main(String[] args) throws Exception {
        List<String> list = new ArrayList<>();
        Thread reader = new Thread(() -> {
            list.isEmpty(); // #empty
            if (!isOver) rare++; // #a
        });
        reader.start();
        list.clear(); // #clear
        isOver = true;
        rare++; // #b
        reader.join();
    }
}

// Has no line of its own to blame.
final class UnguardedByReference {
    public static void main(String[] args) throws Exception {
        List<String> list = new ArrayList<>(List.of("x"));
        Both.run(list::clear, list::isEmpty);
    }
}

// The maps make these views at first need, and say that two threads may each make one.
// @race none
final class LazyViews {
    public static void main(String[] args) throws Exception {
        Map<String, String> map = new HashMap<>();
        map.put("a", "b");
        Runnable reader = () -> {
            map.keySet(); // #view
        };
        Both.run(reader, reader);
    }
}

// @race none
final class Concurrent {
    public static void main(String[] args) throws Exception {
        Map<String, String> map = new ConcurrentHashMap<>();
        Both.run(() -> map.put("a", "b"), () -> map.get("a"));
    }
}

// @race AbstractStringBuilder.value: #a with no lock; #b with no lock
// @race AbstractStringBuilder.count: #a with no lock; #b with no lock
final class Builder {
    public static void main(String[] args) throws Exception {
        StringBuilder text = new StringBuilder("long enough");
        Both.run(
            () -> text.append('x'), // #a
            () -> text.setLength(3)); // #b
    }
}

// @race none
final class Builders {
    public static void main(String[] args) throws Exception {
        StringBuffer text = new StringBuffer("long enough");
        Both.run(() -> text.append('x'), () -> text.append('y'));
    }
}

// @race none
final class OnlyReads {
    int value = 3;

    public static void main(String[] args) throws Exception {
        OnlyReads o = new OnlyReads();
        Runnable reader = () -> {
            int seen = o.value;
        };
        Both.run(reader, reader);
    }
}
