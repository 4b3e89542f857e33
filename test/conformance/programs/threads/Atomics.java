// Atomic classes, LongAdder, field updaters and ConcurrentHashMap, with and without contention.
package threads;

import static java.lang.System.out;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.concurrent.atomic.LongAdder;

class Atomics {
    volatile int field = 3;

    static void race(Runnable r) throws Exception {
        Thread[] ts = new Thread[3];
        for (int i = 0; i < ts.length; i++) {
            ts[i] = new Thread(() -> { for (int k = 0; k < 100; k++) r.run(); });
            ts[i].start();
        }
        for (Thread t : ts) t.join();
    }

    public static void main(String[] args) throws Exception {
        AtomicInteger i = new AtomicInteger(5);
        out.println(i.getAndIncrement() + " " + i.incrementAndGet() + " " + i.getAndAdd(10) + " " + i.addAndGet(-2) + " " + i.compareAndSet(15, 1) + i.compareAndSet(15, 2) + i.getAndSet(9) + i.updateAndGet(x -> x * 2) + i.getAndUpdate(x -> x + 1) + i.accumulateAndGet(5, Math::max) + i.getAndAccumulate(2, (a, b) -> a * b) + i + i.decrementAndGet() + i.intValue());
        AtomicLong l = new AtomicLong(1L << 40);
        out.println(l.incrementAndGet() + " " + l.compareAndSet(0, 1) + l.getAndAdd(1L << 41) + " " + l);
        AtomicBoolean b = new AtomicBoolean();
        AtomicReference<String> r = new AtomicReference<>("a");
        out.println(b.compareAndSet(false, true) + "" + b.getAndSet(false) + b + r.compareAndSet("a", "b") + r.getAndSet("c") + r.updateAndGet(s -> s + "!") + r.compareAndSet(new String("c!"), "d"));
        AtomicIntegerArray arr = new AtomicIntegerArray(new int[] {1, 2, 3});
        out.println(arr.incrementAndGet(1) + " " + arr.compareAndSet(0, 1, 50) + arr + arr.length());
        AtomicStampedReference<String> st = new AtomicStampedReference<>("x", 0);
        int[] stamp = new int[1];
        out.println(st.compareAndSet("x", "y", 0, 1) + st.get(stamp) + stamp[0] + st.compareAndSet("y", "z", 0, 2));
        AtomicIntegerFieldUpdater<Atomics> up = AtomicIntegerFieldUpdater.newUpdater(Atomics.class, "field");
        Atomics o = new Atomics();
        out.println(up.incrementAndGet(o) + " " + up.compareAndSet(o, 4, 8) + o.field);
        race(i::incrementAndGet);
        race(l::incrementAndGet);
        LongAdder adder = new LongAdder();
        race(adder::increment);
        out.println(i + " " + l + " " + adder.sum() + adder.sumThenReset() + adder);
        ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>();
        race(() -> m.merge("k" + m.size() % 2, 1, Integer::sum));
        out.println(m.values().stream().mapToInt(x -> x).sum());
        m.clear();
        out.println(m.putIfAbsent("a", 1) + " " + m.putIfAbsent("a", 2) + m.computeIfAbsent("b", String::length) + m.computeIfPresent("a", (k, v) -> v + 10) + m.compute("c", (k, v) -> 7) + m.replace("a", 11, 12) + m.remove("c", 8) + new TreeMap<>(m) + m.reduceValues(100, Integer::sum) + m.getOrDefault("z", 0) + m.mappingCount());
        try {
            m.put("x", null);
        } catch (NullPointerException e) {
            out.println("no nulls");
        }
        CopyOnWriteArrayList<Integer> cow = new CopyOnWriteArrayList<>(new Integer[] {1, 2, 3});
        for (Integer x : cow) cow.add(x * 10);
        ConcurrentLinkedQueue<Integer> q = new ConcurrentLinkedQueue<>(cow);
        ConcurrentSkipListMap<Integer, String> skip = new ConcurrentSkipListMap<>();
        for (int k = 0; k < 10; k++) skip.put(k * 7 % 10, "v" + k);
        out.println(cow + " " + q.poll() + q.peek() + q.size() + skip.headMap(4) + skip.ceilingKey(20) + cow.addIfAbsent(2));
    }
}
