// The algorithms and wrappers of java.util.Collections.
package collections;

import static java.lang.System.out;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;

class CollectionsUtil {
    static void refuse(String name, Runnable r) {
        try {
            r.run();
            out.print(name + " allowed ");
        } catch (UnsupportedOperationException | ClassCastException e) {
            out.print(name + " " + e.getClass().getSimpleName() + " ");
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) {
        List<Integer> l = new ArrayList<>(List.of(5, 2, 8, 1, 9, 3, 7));
        Collections.sort(l);
        out.println(l + " " + Collections.binarySearch(l, 7) + " " + Collections.binarySearch(l, 4) + " " + Collections.max(l) + Collections.min(l) + Collections.max(l, Collections.reverseOrder()));
        Collections.shuffle(l, new Random(42));
        out.println(l);
        Collections.reverse(l);
        Collections.rotate(l, 2);
        out.println(l);
        Collections.rotate(l, -9);
        Collections.swap(l, 0, 6);
        out.println(l);
        Collections.fill(l.subList(1, 3), 0);
        Collections.addAll(l, 4, 4, 4);
        Collections.replaceAll(l, 4, 6);
        out.println(l + " " + Collections.frequency(l, 6) + Collections.indexOfSubList(l, List.of(6, 6)) + Collections.lastIndexOfSubList(l, List.of(6, 6)) + Collections.disjoint(l, List.of(100)) + Collections.nCopies(3, "x"));
        Collections.sort(l, Comparators.odd());
        out.println(l);
        List<Integer> un = Collections.unmodifiableList(l);
        refuse("add", () -> un.add(1));
        refuse("remove", () -> un.remove(0));
        refuse("sort", () -> un.sort(null));
        refuse("iter", () -> { var it = un.iterator(); it.next(); it.remove(); });
        refuse("map", () -> Collections.unmodifiableMap(new HashMap<>(Map.of(1, 2))).put(1, 1));
        refuse("empty", () -> Collections.emptyList().add(null));
        refuse("singleton", () -> Collections.singleton(1).add(2));
        refuse("listOf", () -> List.of(1).set(0, 2));
        refuse("asList set", () -> Arrays.asList(1, 2).set(0, 2));
        refuse("asList add", () -> Arrays.asList(1, 2).add(3));
        refuse("checked", () -> ((Collection) Collections.checkedList(new ArrayList<>(), String.class)).add(1));
        refuse("nCopies", () -> Collections.nCopies(2, 1).set(0, 1));
        out.println();
        Collection<Integer> sync = Collections.synchronizedCollection(new ArrayList<>(List.of(3, 1)));
        sync.add(2);
        out.println(sync + " " + Collections.synchronizedMap(new HashMap<>(Map.of("k", "v"))) + Collections.emptyMap() + Collections.singletonMap("a", 1) + Collections.singletonList(null));
        out.println(Collections.unmodifiableSortedSet(new TreeSet<>(l)) + " " + Collections.newSetFromMap(new HashMap<>()).size() + Collections.asLifoQueue(new java.util.ArrayDeque<>(List.of(1, 2))).peek() + Collections.emptyIterator().hasNext());
        l.set(0, 1000);
        out.println("views see changes " + un.get(0) + " " + Collections.unmodifiableList(l).equals(l));
        try {
            Collections.max(new ArrayList<Integer>());
        } catch (java.util.NoSuchElementException e) {
            out.println("empty max");
        }
    }

    static class Comparators {
        static java.util.Comparator<Integer> odd() {
            return (a, b) -> a % 2 != b % 2 ? (a & 1) - (b & 1) : a - b;
        }
    }
}
