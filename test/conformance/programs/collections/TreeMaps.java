// TreeMap and TreeSet: navigation, ranges, descending views, comparators, null handling.
package collections;

import static java.lang.System.out;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;

class TreeMaps {
    public static void main(String[] args) {
        TreeMap<Integer, String> m = new TreeMap<>();
        for (int i = 0; i < 30; i++) m.put(i * 37 % 61, "v" + i);
        for (int i = 0; i < 61; i += 4) m.remove(i);
        out.println(m + " " + m.size());
        for (int k : new int[] {-1, 0, 1, 13, 14, 30, 60, 61}) out.println(k + " " + m.floorKey(k) + " " + m.ceilingKey(k) + " " + m.lowerKey(k) + " " + m.higherKey(k) + " " + m.floorEntry(k) + " " + m.higherEntry(k) + " " + m.get(k));
        out.println(m.firstKey() + " " + m.lastEntry() + " " + m.pollFirstEntry() + " " + m.pollLastEntry() + " " + m.firstEntry().getValue());
        NavigableMap<Integer, String> sub = m.subMap(10, true, 40, false);
        out.println(sub + " " + sub.size() + sub.firstKey() + " " + sub.descendingMap() + m.headMap(10) + m.tailMap(50, false) + sub.headMap(20, true));
        sub.put(12, "new");
        sub.remove(sub.firstKey());
        out.println(m.containsKey(12) + " " + m.descendingKeySet() + m.navigableKeySet().subSet(5, 25));
        try {
            sub.put(40, "x");
        } catch (IllegalArgumentException e) {
            out.println(e.getMessage());
        }
        try {
            m.put(null, "x");
        } catch (NullPointerException e) {
            out.println("null key");
        }
        TreeMap<String, Integer> ci = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        ci.put("b", 1);
        ci.put("A", 2);
        ci.put("B", 3);
        ci.merge("a", 10, Integer::sum);
        ci.computeIfAbsent("C", k -> 7);
        out.println(ci + " " + ci.get("a") + ci.comparator().compare("x", "X"));
        TreeSet<String> s = new TreeSet<>(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        s.addAll(List.of("pear", "fig", "apple", "kiwi", "date", "plum", "nut"));
        out.println(s + " " + s.first() + s.last() + s.floor("zzzz") + s.ceiling("zzzz") + s.lower("fig") + s.higher("fig") + s.headSet("kiwi") + s.tailSet("kiwi", false) + s.descendingSet() + s.pollFirst() + s.pollLast() + s.add("fig") + s.contains("FIG!"));
        try {
            new TreeSet<Object>().add(new Object());
        } catch (ClassCastException e) {
            out.println("not comparable");
        }
        try {
            new TreeMap<>().firstKey();
        } catch (java.util.NoSuchElementException e) {
            out.println(e);
        }
        for (Map.Entry<Integer, String> e : m.entrySet()) if (e.getKey() > 40) e.setValue("!");
        out.println(m.tailMap(38) + " " + new TreeMap<>(Map.of(1, "a")).equals(Map.of(1, "a")) + m.hashCode());
        TreeMap<Integer, Integer> big = new TreeMap<>();
        int seed = 1;
        for (int i = 0; i < 400; i++) {
            seed = seed * 1103515245 + 12345;
            int k = (seed >>> 16) % 100;
            if (i % 3 == 2) big.remove(k);
            else big.merge(k, 1, Integer::sum);
        }
        out.println(big);
    }
}
