// Sequenced collections, unnamed variables, new String and Math methods of Java 21 and later.
// @min-jdk 25
package versions;

import static java.lang.System.out;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedCollection;
import java.util.stream.Gatherers;
import java.util.stream.Stream;

class Sequenced {
    record P(int a, int b) { }

    public static void main(String[] args) {
        List<Integer> l = new ArrayList<>(List.of(1, 2, 3));
        l.addFirst(0);
        l.addLast(4);
        out.println(l.getFirst() + "" + l.getLast() + l.reversed() + l.removeFirst() + l.removeLast() + l);
        l.reversed().add(99);
        out.println(l);
        LinkedHashMap<String, Integer> m = new LinkedHashMap<>();
        m.put("a", 1);
        m.putFirst("z", 26);
        m.putLast("b", 2);
        out.println(m + "" + m.firstEntry() + m.lastEntry() + m.reversed() + m.pollFirstEntry() + m.sequencedKeySet().reversed());
        SequencedCollection<Integer> s = new LinkedHashSet<>(List.of(5, 6));
        s.addFirst(4);
        out.println(s + "" + s.reversed());
        try {
            new ArrayList<>().getFirst();
        } catch (java.util.NoSuchElementException e) {
            out.println(e);
        }
        int n = 0;
        for (var _ : l) n++;
        try {
            Integer.parseInt("x");
        } catch (NumberFormatException _) {
            n += 100;
        }
        Object o = new P(1, 2);
        if (o instanceof P(int a, _)) n += a * 1000;
        out.println(n);
        out.println("a-b-c".indexOf('-', 2, 4) + " " + "x,y;z".splitWithDelimiters("[,;]", 0).length + Math.clamp(500L, 1, 10) + new StringBuilder().repeat("ab", 3) + Character.isEmoji(0x1F600) + Math.ceilDiv(7, 2) + Math.unsignedMultiplyHigh(-1L, 2));
        out.println(Stream.of(1, 2, 3, 4, 5).gather(Gatherers.windowFixed(2)).toList() + "" + Stream.of(1, 2, 3).gather(Gatherers.scan(() -> 0, Integer::sum)).toList());
        out.println(switch (o) { case P(int a, int _) when a > 5 -> "big"; case P(_, _) -> "pair"; default -> "?"; });
    }
}
