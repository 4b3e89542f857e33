// LinkedList and ArrayDeque as lists, queues and stacks.
package collections;

import static java.lang.System.out;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.Queue;

class LinkedLists {
    static void drive(Deque<Integer> d) {
        out.println(d.getClass().getSimpleName() + d.peek() + d.poll() + d.pollLast() + d.isEmpty());
        for (int i = 0; i < 20; i++) {
            if (i % 3 == 0) d.addFirst(i);
            else d.offerLast(i);
            if (i % 5 == 4) out.print(d.pollFirst() + " ");
        }
        d.push(100);
        out.println(d + " " + d.peekFirst() + d.peekLast() + d.pop() + d.removeLast() + " " + d.size() + d.contains(7) + d.remove((Object) 7) + d.removeFirstOccurrence(99) + d.removeLastOccurrence(8));
        StringBuilder s = new StringBuilder();
        for (Iterator<Integer> it = d.descendingIterator(); it.hasNext(); ) {
            int v = it.next();
            s.append(v).append(' ');
            if (v % 2 == 0) it.remove();
        }
        out.println(s + "" + d + d.element() + d.getLast());
        d.clear();
        for (Runnable r : new Runnable[] {d::pop, d::removeLast, d::getFirst, d::element}) {
            try {
                r.run();
            } catch (java.util.NoSuchElementException e) {
                out.print(e + " ");
            }
        }
        out.println();
    }

    public static void main(String[] args) {
        drive(new LinkedList<>());
        drive(new ArrayDeque<>());
        LinkedList<String> l = new LinkedList<>(List.of("a", "b", "c", "d"));
        l.add(2, "X");
        l.addAll(1, List.of("p", "q"));
        out.println(l + l.get(3) + l.indexOf("X") + l.remove(0) + l.set(0, "Z") + l.remove("d") + l + l.lastIndexOf("nope"));
        l.add(null);
        out.println(l.contains(null) + " " + l.peekLast() + l.size());
        try {
            new ArrayDeque<String>().add(null);
        } catch (NullPointerException e) {
            out.println("no nulls in ArrayDeque");
        }
        try {
            l.get(50);
        } catch (IndexOutOfBoundsException e) {
            out.println(e.getMessage());
        }
        Queue<int[]> bfs = new ArrayDeque<>();
        boolean[][] seen = new boolean[6][6];
        bfs.add(new int[] {0, 0, 0});
        int reached = 0, last = 0;
        while (!bfs.isEmpty()) {
            int[] c = bfs.remove();
            if (c[0] < 0 || c[1] < 0 || c[0] > 5 || c[1] > 5 || seen[c[0]][c[1]] || c[0] * c[1] % 5 == 4) continue;
            seen[c[0]][c[1]] = true;
            reached++;
            last = c[2];
            for (int[] m : new int[][] {{1, 0}, {0, 1}, {-1, 0}, {0, -1}}) bfs.add(new int[] {c[0] + m[0], c[1] + m[1], c[2] + 1});
        }
        out.println(reached + " " + last);
    }
}
