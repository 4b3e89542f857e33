// PriorityQueue ordering, ties by comparator, removal, heap iteration order; Dijkstra.
package collections;

import static java.lang.System.out;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

class PriorityQueues {
    record Task(int pri, String name) { }

    public static void main(String[] args) {
        PriorityQueue<Integer> q = new PriorityQueue<>();
        for (int x : new int[] {5, 3, 8, 1, 9, 2, 7, 3}) q.add(x);
        out.println(q + " " + q.peek() + " " + q.size() + q.contains(7) + q.remove(7) + q.remove(70) + q);
        while (!q.isEmpty()) out.print(q.poll() + " ");
        out.println(q.poll() + " " + q.peek());
        PriorityQueue<Task> t = new PriorityQueue<>(Comparator.comparingInt(Task::pri).reversed().thenComparing(Task::name));
        for (String s : "b1 a1 c3 d2 e3 f1".split(" ")) t.offer(new Task(s.charAt(1) - '0', s));
        while (t.size() > 0) out.print(t.remove().name() + " ");
        out.println();
        PriorityQueue<Integer> h = new PriorityQueue<>(List.of(9, 4, 6, 1, 3));
        out.println(h + Arrays.toString(h.toArray()));
        h.removeIf(x -> x % 3 == 0);
        out.println(h);
        try {
            h.add(null);
        } catch (NullPointerException e) {
            out.println("no nulls");
        }
        int[][] w = {{0, 7, 9, 0, 0, 14}, {7, 0, 10, 15, 0, 0}, {9, 10, 0, 11, 0, 2}, {0, 15, 11, 0, 6, 0}, {0, 0, 0, 6, 0, 9}, {14, 0, 2, 0, 9, 0}};
        int[] dist = new int[6];
        Arrays.fill(dist, Integer.MAX_VALUE);
        dist[0] = 0;
        PriorityQueue<int[]> pq = new PriorityQueue<>((a, b) -> a[1] - b[1]);
        pq.add(new int[] {0, 0});
        List<Integer> order = new ArrayList<>();
        while (!pq.isEmpty()) {
            int[] c = pq.poll();
            if (c[1] > dist[c[0]]) continue;
            order.add(c[0]);
            for (int v = 0; v < 6; v++) if (w[c[0]][v] > 0 && c[1] + w[c[0]][v] < dist[v]) pq.add(new int[] {v, dist[v] = c[1] + w[c[0]][v]});
        }
        out.println(Arrays.toString(dist) + order);
    }
}
