// Vector, Stack, Hashtable, Enumeration, Properties, IdentityHashMap, WeakHashMap.
package collections;

import static java.lang.System.out;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.Properties;
import java.util.Stack;
import java.util.TreeMap;
import java.util.Vector;
import java.util.WeakHashMap;

class OldCollections {
    public static void main(String[] args) {
        Vector<Integer> v = new Vector<>(2, 3);
        for (int i = 0; i < 6; i++) v.addElement(i);
        v.insertElementAt(99, 2);
        v.removeElement(4);
        v.setElementAt(-1, 0);
        out.println(v + " " + v.capacity() + v.elementAt(2) + v.firstElement() + v.lastElement() + v.indexOf(99, 1));
        try {
            v.elementAt(50);
        } catch (ArrayIndexOutOfBoundsException e) {
            out.println(e.getMessage());
        }
        for (Enumeration<Integer> e = v.elements(); e.hasMoreElements(); ) out.print(e.nextElement() + " ");
        out.println();
        Stack<String> s = new Stack<>();
        s.push("a");
        s.push("b");
        s.push("c");
        out.println(s.pop() + s.peek() + s.search("a") + s.search("zz") + s + s.empty());
        s.clear();
        try {
            s.pop();
        } catch (java.util.EmptyStackException e) {
            out.println(e);
        }
        Hashtable<String, Integer> h = new Hashtable<>();
        for (String k : "one two three four five".split(" ")) h.put(k, k.length());
        out.println(h + " " + h.contains(5) + h.containsKey("one") + h.remove("two") + h.get("two") + new TreeMap<>(h));
        try {
            h.put(null, 1);
        } catch (NullPointerException e) {
            out.println("null key");
        }
        try {
            h.put("x", null);
        } catch (NullPointerException e) {
            out.println("null value");
        }
        Properties p = new Properties(new Properties());
        p.setProperty("a.b", "1");
        out.println(p.getProperty("a.b") + p.getProperty("x") + p.getProperty("x", "dflt") + p.stringPropertyNames());
        IdentityHashMap<String, Integer> id = new IdentityHashMap<>();
        String k1 = new String("k"), k2 = new String("k");
        id.put(k1, 1);
        id.put(k2, 2);
        out.println(id.size() + " " + id.get(k1) + id.get(k2) + id.get("k") + id.containsKey(k1) + id.remove(k1) + id.size());
        WeakHashMap<Object, String> w = new WeakHashMap<>();
        Object key = new Object();
        w.put(key, "held");
        out.println(w.get(key) + w.size() + w.containsKey(key));
        out.println(Collections.list(new Vector<>(Collections.nCopies(3, 'q')).elements()));
        java.lang.ref.Reference.reachabilityFence(key);
    }
}
