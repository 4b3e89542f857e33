// HashMap: every default method, collisions, resizing, null keys, views.
package collections;

import static java.lang.System.out;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.TreeMap;

class HashMaps {
    record Bad(int v) implements Comparable<Bad> {
        @Override public int hashCode() { return 42; }
        @Override public int compareTo(Bad o) { return Integer.compare(v, o.v); }
    }

    public static void main(String[] args) {
        Map<String, Integer> m = new HashMap<>();
        for (String w : "the quick brown fox jumps over the lazy dog and the cat".split(" ")) m.merge(w, 1, Integer::sum);
        out.println(m + " " + m.size());
        out.println(m.put("the", 9) + " " + m.put("new", null) + " " + m.get("new") + m.containsKey("new") + m.containsValue(9) + m.getOrDefault("zzz", -1) + m.getOrDefault("new", -1) + m.putIfAbsent("new", 5) + m.putIfAbsent("fox", 50) + m.get("new"));
        out.println(m.computeIfAbsent("abs", String::length) + " " + m.computeIfAbsent("abs", k -> 99) + m.computeIfAbsent("nul", k -> null) + m.computeIfPresent("abs", (k, v) -> v * 10) + m.computeIfPresent("abs", (k, v) -> null) + m.containsKey("abs") + m.compute("cnt", (k, v) -> v == null ? 1 : v + 1) + m.compute("cnt", (k, v) -> v == null ? 1 : v + 1) + m.merge("cnt", 5, (a, b) -> null) + m.containsKey("cnt"));
        out.println(m.replace("fox", 3) + " " + m.replace("fox", 3, 4) + m.replace("fox", 3, 5) + m.remove("fox", 1) + m.remove("fox") + m.remove("fox") + " " + new TreeMap<>(m));
        m.replaceAll((k, v) -> k.length() + v);
        m.keySet().removeIf(k -> k.length() == 3);
        m.values().remove(6);
        m.entrySet().forEach(e -> e.setValue(e.getValue() * 2));
        out.println(m + " " + m.hashCode() + " " + m.equals(new HashMap<>(m)) + m.keySet() + m.values() + m.entrySet().iterator().next().getKey().length());
        Map<Object, Object> n = new HashMap<>();
        n.put(null, "nk");
        n.put(1, "int");
        n.put(1L, "long");
        n.put('1', "char");
        out.println(n.get(null) + "" + n.get(1) + n.get(1L) + n.get('1') + n.get("1") + n.size() + n.remove(null));
        Map<Bad, Integer> bad = new HashMap<>();
        for (int i = 0; i < 40; i++) bad.put(new Bad(i * 7 % 40), i);
        int sum = 0;
        for (int i = 0; i < 40; i += 3) sum += bad.remove(new Bad(i));
        out.println(sum + " " + bad.size() + " " + bad.get(new Bad(7)) + bad.get(new Bad(6)));
        Map<Integer, Integer> big = new HashMap<>();
        for (int i = 0; i < 500; i++) big.put(i * 31 ^ i << 7, i);
        long h = 0;
        for (Map.Entry<Integer, Integer> e : big.entrySet()) h = h * 31 + e.getKey() * e.getValue();
        out.println(big.size() + " " + h);
        Map<Double, String> ds = new HashMap<>();
        for (double d : new double[] {0.0, -0.0, Double.NaN, 0.1, 1e100, -5}) ds.put(d, "v" + d);
        out.println(ds);
        HashSet<Character> cs = new HashSet<>();
        for (char c : "mississippi".toCharArray()) out.print(cs.add(c) ? "+" : "-");
        out.println(cs + " " + cs.contains('s') + cs.remove('s') + cs.remove('s') + cs);
        try {
            for (String k : m.keySet()) m.put(k + "x", 1);
        } catch (java.util.ConcurrentModificationException e) {
            out.println(e);
        }
    }
}
