import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;

/** java.util.concurrent.ConcurrentHashMap, ConcurrentSkipListMap and -Set, ConcurrentLinkedQueue and -Deque, CopyOnWriteArrayList and -Set */
final class ConcurrentCollectionContracts extends Contract {
    private static String putIfAbsent(ConcurrentMap<Integer, Integer> map) throws Exception {
        Integer[] before = new Integer[2];
        together(() -> before[0] = map.putIfAbsent(1, 10), () -> before[1] = map.putIfAbsent(1, 20));
        check((before[0] == null) != (before[1] == null), "one was first");
        same(before[0] == null ? 10 : 20, map.get(1));
        return "" + map.get(1);
    }

    private static void conditional(ConcurrentMap<Integer, Integer> map) {
        map.put(1, 10);
        check(!map.replace(1, 11, 12) && map.replace(1, 10, 12), "it was ten");
        same(12, map.replace(1, 13));
        same(null, map.replace(2, 1));
        check(!map.remove(1, 12) && map.remove(1, 13), "it was thirteen");
        same(null, map.remove(1));
        check(map.isEmpty(), "nothing is left");
    }

    private static void nulls(ConcurrentMap<Integer, Integer> map) {
        thrown(NullPointerException.class, () -> map.put(null, 1));
        thrown(NullPointerException.class, () -> map.put(1, null));
        thrown(NullPointerException.class, () -> map.get(null));
        thrown(NullPointerException.class, () -> map.containsValue(null));
    }

    private static String iterated(Map<Integer, Integer> map) throws Exception {
        map.put(5, 5);
        Thread t = start(() -> {
            map.put(1, 1);
            map.remove(5);
        });
        String seen = "";
        for (int key : map.keySet()) seen += key;
        join(t);
        same(Set.of(1), map.keySet());
        return seen.isEmpty() ? "nothing" : seen;
    }

    /** Of two that put a mapping if there is none, one does. */
    static String hashPutIfAbsent() throws Exception {
        return putIfAbsent(new ConcurrentHashMap<>());
    }

    /** The same holds of a sorted map. */
    static String sortedPutIfAbsent() throws Exception {
        return putIfAbsent(new ConcurrentSkipListMap<>());
    }

    /** A mapping can be replaced or removed on condition of its value. */
    static void hashConditional() {
        conditional(new ConcurrentHashMap<>());
    }

    /** So it can in a sorted map. */
    static void sortedConditional() {
        conditional(new ConcurrentSkipListMap<>());
    }

    /** A map holds no nulls. */
    static void hashNulls() {
        nulls(new ConcurrentHashMap<>());
    }

    /** Nor does a sorted map. */
    static void sortedNulls() {
        nulls(new ConcurrentSkipListMap<>());
    }

    /** To merge is one step: nothing gets lost. */
    static void merge() throws Exception {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        together(() -> map.merge("a", 1, Integer::sum), () -> map.merge("a", 1, Integer::sum));
        same(2, map.get("a"));
    }

    /** A value is computed at most one time. */
    static void computeIfAbsent() throws Exception {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        int[] calls = new int[2];
        together(
            () -> map.computeIfAbsent("a", key -> ++calls[0]),
            () -> map.computeIfAbsent("a", key -> ++calls[1]));
        same(1, calls[0] + calls[1]);
        same(1, map.get("a"));
    }

    /** A computation that would change the same mapping is refused. */
    static void recursive() {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        thrown(IllegalStateException.class,
            () -> map.computeIfAbsent("a", key -> map.computeIfAbsent("a", again -> 1)));
    }

    /** A computed null removes the mapping. */
    static void computeNull() {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>(Map.of("a", 1));
        same(null, map.compute("a", (key, value) -> null));
        same(null, map.computeIfPresent("a", (key, value) -> 1));
        check(map.isEmpty(), "it is gone");
    }

    /** A function that throws leaves the map as it was. */
    static void computeThrows() {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>(Map.of("a", 1));
        thrown(IllegalArgumentException.class, () -> map.compute("a", (key, value) -> {
            throw new IllegalArgumentException();
        }));
        same(1, map.get("a"));
    }

    /** An iterator may see or miss what comes and goes meanwhile, and never fails. */
    static String hashIterated() throws Exception {
        return iterated(new ConcurrentHashMap<>());
    }

    /** The same holds of a sorted map. */
    static String sortedIterated() throws Exception {
        return iterated(new ConcurrentSkipListMap<>());
    }

    /** Views of a map write through. */
    static void views() {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>(Map.of(1, 10, 2, 20));
        check(map.keySet().remove(1) && map.values().remove(20), "they were there");
        check(map.isEmpty() && map.entrySet().isEmpty(), "nothing is left");
        Set<Integer> set = ConcurrentHashMap.newKeySet();
        check(set.add(1) && !set.add(1), "it is a set");
        same(0L, map.mappingCount());
    }

    /** Bulk operations go over all that is there. */
    static void bulk() {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>(Map.of(1, 10, 2, 20));
        same(30, map.reduceValues(Long.MAX_VALUE, Integer::sum));
        same(2, map.search(Long.MAX_VALUE, (key, value) -> value == 20 ? key : null));
        int[] sum = new int[1];
        map.forEach((key, value) -> sum[0] += key);
        same(3, sum[0]);
    }

    /** A sorted map finds its neighbours. */
    static void navigation() {
        ConcurrentSkipListMap<Integer, String> map = new ConcurrentSkipListMap<>(Map.of(1, "a", 3, "c", 5, "e"));
        same(1, map.firstKey());
        same(5, map.lastKey());
        same(3, map.ceilingKey(2));
        same(3, map.higherKey(1));
        same(1, map.floorKey(2));
        same(null, map.lowerKey(1));
        same("{5=e, 3=c, 1=a}", map.descendingMap().toString());
        same("{1=a}", map.headMap(3).toString());
        same("{3=c, 5=e}", map.tailMap(3).toString());
    }

    /** The first entry of a sorted map is taken by one thread. */
    static String pollFirst() throws Exception {
        ConcurrentSkipListMap<Integer, Integer> map = new ConcurrentSkipListMap<>(Map.of(1, 1));
        Object[] taken = new Object[2];
        together(() -> taken[0] = map.pollFirstEntry(), () -> taken[1] = map.pollFirstEntry());
        check((taken[0] == null) != (taken[1] == null), "one of them");
        return taken[0] == null ? "second" : "first";
    }

    /** A sorted set is in order and has no doubles. */
    static void sortedSet() {
        ConcurrentSkipListSet<Integer> set = new ConcurrentSkipListSet<>(List.of(3, 1, 2));
        check(!set.add(2), "it is there");
        same("[1, 2, 3]", set.toString());
        same(1, set.pollFirst());
        same("[3, 2]", set.descendingSet().toString());
        same(2, set.first());
    }

    /** Of two that add the same to a set, one does. */
    static void addOnce() throws Exception {
        ConcurrentSkipListSet<Integer> set = new ConcurrentSkipListSet<>();
        boolean[] added = new boolean[2];
        together(() -> added[0] = set.add(1), () -> added[1] = set.add(1));
        check(added[0] != added[1], "one of them");
    }

    /** A linked queue gives elements in the order in which they came, and never waits. */
    static void queue() {
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
        same(null, queue.poll());
        queue.add(1);
        queue.offer(2);
        same(1, queue.peek());
        same(1, queue.poll());
        same(2, queue.remove());
        thrown(NoSuchElementException.class, queue::remove);
        thrown(NullPointerException.class, () -> queue.add(null));
    }

    /** Elements that one thread adds stay in order among those of others. */
    static String queueOrder() throws Exception {
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
        together(() -> {
            queue.add(1);
            queue.add(2);
        }, () -> queue.add(3));
        String order = "" + queue.poll() + queue.poll() + queue.poll();
        check(order.indexOf('1') < order.indexOf('2'), order);
        return order;
    }

    /** Of two that poll one element, one gets it. */
    static String queuePoll() throws Exception {
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>(List.of(1));
        Object[] taken = new Object[2];
        together(() -> taken[0] = queue.poll(), () -> taken[1] = queue.poll());
        check((taken[0] == null) != (taken[1] == null), "one of them");
        return taken[0] == null ? "second" : "first";
    }

    /** A linked deque gives and takes at both ends. */
    static void deque() {
        ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>();
        deque.addFirst(2);
        deque.offerLast(3);
        deque.push(1);
        same(3, deque.peekLast());
        same(1, deque.pollFirst());
        same(3, deque.removeLast());
        same(2, deque.pop());
        same(null, deque.pollLast());
    }

    /** Of two that poll at both ends, one gets the only element. */
    static String dequePoll() throws Exception {
        ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>(List.of(1));
        Object[] taken = new Object[2];
        together(() -> taken[0] = deque.pollFirst(), () -> taken[1] = deque.pollLast());
        check((taken[0] == null) != (taken[1] == null), "one of them");
        return taken[0] == null ? "last" : "first";
    }

    /** An iterator of a list that is copied goes through the list as it was. */
    static void snapshot() {
        CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>(List.of(1, 2));
        Iterator<Integer> iterator = list.iterator();
        list.clear();
        same(1, iterator.next());
        same(2, iterator.next());
        check(!iterator.hasNext(), "there were two");
        thrown(UnsupportedOperationException.class, iterator::remove);
    }

    /** To add if absent is one step. */
    static String addIfAbsent() throws Exception {
        CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>();
        boolean[] added = new boolean[2];
        together(() -> added[0] = list.addIfAbsent(1), () -> added[1] = list.addIfAbsent(1));
        check(added[0] != added[1], "one of them");
        same(List.of(1), list);
        return added[0] ? "first" : "second";
    }

    /** An iteration meets the list as it was at one moment. */
    static String iterateCopy() throws Exception {
        CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>(List.of(1));
        Thread t = start(() -> {
            list.add(2);
            list.remove(0);
        });
        String seen = "";
        for (int each : list) seen += each;
        join(t);
        return seen;
    }

    /** A set that is copied has no doubles and keeps the order. */
    static void copiedSet() {
        CopyOnWriteArraySet<Integer> set = new CopyOnWriteArraySet<>(List.of(2, 1, 2));
        same("[2, 1]", set.toString());
        check(!set.add(1) && set.remove(2), "as a set does");
        same(Set.of(1), set);
    }
}
