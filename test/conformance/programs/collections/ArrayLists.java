// ArrayList: growth, positional edits, sublists, iterators, fail-fast behaviour, errors.
package collections;

import static java.lang.System.out;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;

class ArrayLists {
    interface Action { Object run(); }

    static void attempt(Action a) {
        try {
            out.println(a.run());
        } catch (RuntimeException e) {
            out.println(e);
        }
    }

    public static void main(String[] args) {
        List<Integer> l = new ArrayList<>();
        for (int i = 0; i < 25; i++) l.add(i * i % 17);
        out.println(l + " " + l.size() + " " + l.indexOf(4) + " " + l.lastIndexOf(4) + " " + l.contains(99) + " " + l.hashCode());
        l.add(0, -1);
        l.add(5, null);
        out.println(l.remove(1) + " " + l.remove((Integer) 16) + " " + l.set(2, 77) + " " + l.indexOf(null) + " " + l);
        l.removeIf(x -> x == null || x > 10);
        l.replaceAll(x -> x + 1);
        Collections.sort(l);
        out.println(l + " " + l.subList(3, 6));
        List<Integer> sub = l.subList(2, 7);
        sub.set(0, 100);
        sub.remove(1);
        sub.add(55);
        out.println(sub + " " + l + " " + sub.indexOf(55));
        sub.clear();
        out.println(l + " " + l.addAll(1, Arrays.asList(8, 9)) + l.retainAll(List.of(1, 2, 8, 9, 100)) + l.removeAll(List.of(2)) + l);
        ListIterator<Integer> it = l.listIterator();
        while (it.hasNext()) {
            int i = it.nextIndex();
            int v = it.next();
            if (i % 2 == 0) it.set(v * 10);
            if (i == 1) it.remove();
            if (i == 2) it.add(33);
        }
        out.print(l + " ");
        while (it.hasPrevious()) out.print(it.previous() + "@" + it.nextIndex() + " ");
        out.println();
        attempt(() -> { for (Integer x : l) l.add(x); return "no"; });
        attempt(() -> { Iterator<Integer> i = l.iterator(); l.remove(0); return i.next(); });
        attempt(() -> { l.iterator().remove(); return "no"; });
        attempt(() -> { List<Integer> s = l.subList(0, 1); l.add(5); return s.size(); });
        attempt(() -> l.get(l.size()));
        attempt(() -> l.get(-1));
        attempt(() -> { l.add(100, 1); return 0; });
        attempt(() -> l.set(100, 1));
        attempt(() -> l.remove(100));
        attempt(() -> l.subList(2, 1));
        attempt(() -> l.subList(0, 100));
        attempt(() -> new ArrayList<>(-1));
        attempt(() -> l.listIterator(50));
        List<Object> self = new ArrayList<>();
        self.add(self);
        out.println(self + " " + new ArrayList<>(List.of("a", "b")).equals(Arrays.asList("a", "b")) + Arrays.toString(l.toArray()) + Arrays.toString(l.toArray(new Integer[20])).length() + l.toArray(new Integer[0]).getClass().getSimpleName());
        List<String> skip = new ArrayList<>(List.of("a", "b", "c"));
        for (String s : skip) if (s.equals("b")) skip.remove(s);
        out.println("no exception at the last but one: " + skip);
        try {
            skip.forEach(s -> skip.add("x"));
        } catch (ConcurrentModificationException e) {
            out.println("forEach " + e.getMessage() + skip.size());
        }
        l.clear();
        out.println(l + "" + l.isEmpty());
    }
}
