// LinkedHashMap in insertion and access order, LRU eviction; LinkedHashSet.
package collections;

import static java.lang.System.out;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

class LinkedMaps {
    static class Lru<K, V> extends LinkedHashMap<K, V> {
        final int max;
        Lru(int max) { super(16, 0.75f, true); this.max = max; }
        @Override protected boolean removeEldestEntry(Map.Entry<K, V> e) {
            boolean out = size() > max;
            if (out) System.out.print("evict " + e + " ");
            return out;
        }
    }

    public static void main(String[] args) {
        Map<String, Integer> m = new LinkedHashMap<>();
        for (String s : "z y x w y z".split(" ")) m.put(s, m.getOrDefault(s, 0) + 1);
        m.remove("y");
        m.put("y", 9);
        out.println(m + " " + m.keySet() + m.values());
        for (Iterator<Map.Entry<String, Integer>> it = m.entrySet().iterator(); it.hasNext(); ) if (it.next().getValue() == 1) it.remove();
        out.println(m);
        Lru<Integer, String> lru = new Lru<>(3);
        for (int i = 0; i < 5; i++) lru.put(i, "v" + i);
        lru.get(2);
        lru.getOrDefault(3, "");
        lru.put(9, "v9");
        lru.putIfAbsent(2, "no");
        out.println(lru + " " + lru.containsKey(3));
        LinkedHashSet<Object> set = new LinkedHashSet<>(List.of(3, 1, 2));
        set.add(1);
        set.remove(3);
        set.add(3);
        set.add(null);
        out.println(set + " " + set.size() + set.contains(null) + set.equals(new java.util.HashSet<>(set)) + set.hashCode());
        LinkedHashMap<Integer, Integer> access = new LinkedHashMap<>(4, 0.75f, true);
        for (int i = 0; i < 6; i++) access.put(i, i);
        access.get(0);
        access.merge(1, 5, Integer::sum);
        access.compute(2, (k, v) -> v);
        out.println(access);
        try {
            for (Integer k : access.keySet()) access.get(3);
        } catch (java.util.ConcurrentModificationException e) {
            out.println("a read is a modification here");
        }
    }
}
