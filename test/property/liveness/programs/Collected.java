import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Programs that use the JDK's collections. Each ends by throwing what it has come
 * to, so that two searches that find the same messages have found the same ends.
 */
class Collected {
    static Thread[] start(Runnable... tasks) {
        Thread[] threads = new Thread[tasks.length];
        for (int i = 0; i < tasks.length; i++) {
            threads[i] = new Thread(tasks[i]);
            threads[i].start();
        }
        return threads;
    }

    static void join(Thread[] threads) {
        try {
            for (Thread thread : threads) thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void end(Object result) {
        throw new IllegalStateException(String.valueOf(result));
    }
}

class MapOrder {
    public static void main(String[] args) {
        Map<Integer, String> map = new HashMap<>();
        Map<Integer, String> other = new TreeMap<>();
        Runnable first = () -> {
            synchronized (map) { map.put(1, "a" + map.size()); }
            synchronized (map) { map.put(17, "b" + map.size()); other.put(3, "c"); }
        };
        Runnable second = () -> {
            synchronized (map) { map.put(1, "d" + map.size()); }
            synchronized (map) { map.remove(17); other.remove(3); }
        };
        Collected.join(Collected.start(first, second));
        Collected.end(map + " " + other);
    }
}

/** What is in one list is read, in the other it is not. */
class ListOrder {
    public static void main(String[] args) {
        List<String> read = new ArrayList<>();
        List<String> unread = new ArrayList<>();
        Runnable first = () -> {
            for (int i = 0; i < 2; i++) {
                synchronized (read) { read.add("a" + i); unread.add("x" + i); }
            }
        };
        Runnable second = () -> {
            for (int i = 0; i < 2; i++) {
                synchronized (read) { read.add("b" + i); unread.add(0, "y" + i); }
            }
        };
        Collected.join(Collected.start(first, second));
        Collected.end(read + " " + unread.size());
    }
}

/** The list is read after all, in one of the ends only. */
class LateRead {
    public static void main(String[] args) {
        List<Object> list = new ArrayList<>();
        int[] count = new int[1];
        Runnable first = () -> {
            synchronized (list) { list.add("first"); }
            count[0]++;
        };
        Runnable second = () -> {
            synchronized (list) { list.add("second"); }
            count[0]++;
        };
        Collected.join(Collected.start(first, second));
        if (count[0] == 1) Collected.end(list.get(0));
        Collected.end(list.size());
    }
}

class QueueLeft {
    public static void main(String[] args) {
        Deque<Integer> queue = new ArrayDeque<>();
        StringBuilder seen = new StringBuilder();
        Runnable maker = () -> {
            for (int i = 0; i < 3; i++) {
                synchronized (queue) { queue.addLast(i * 100); queue.notifyAll(); }
            }
        };
        Runnable taker = () -> {
            for (int i = 0; i < 2; i++) {
                synchronized (queue) {
                    while (queue.isEmpty()) {
                        try { queue.wait(); } catch (InterruptedException e) { return; }
                    }
                    seen.append(queue.size()).append(':').append(queue.removeLast()).append(' ');
                }
            }
        };
        Collected.join(Collected.start(maker, taker));
        Collected.end(seen + " " + queue);
    }
}

/** Copies that are read, and one whose elements have to be looked at. */
class Copied {
    public static void main(String[] args) {
        List<String> list = new ArrayList<>(Arrays.asList("p", "q"));
        int[][] numbers = {{1, 2}, {3}};
        Object[] results = new Object[3];
        Runnable first = () -> {
            synchronized (list) { list.set(0, "r"); numbers[0][1] = 5; }
        };
        Runnable second = () -> {
            synchronized (list) {
                results[0] = list.toArray(new String[0]);
                results[1] = numbers[0].clone();
                results[2] = new ArrayList<>(list);
            }
        };
        Collected.join(Collected.start(first, second));
        String texts = Arrays.toString((String[]) results[0]);
        Collected.end(texts + Arrays.toString((int[]) results[1]) + results[2]);
    }
}

class Misfit {
    public static void main(String[] args) {
        Object[] from = {"text"};
        Object[] to = new String[1];
        Runnable first = () -> from[0] = 7;
        Runnable second = () -> System.arraycopy(from, 0, to, 0, 1);
        Collected.join(Collected.start(first, second));
        Collected.end(to[0]);
    }
}

/** Without a lock: what comes of it is another matter. */
class Disturbed {
    public static void main(String[] args) {
        List<String> list = new ArrayList<>(Arrays.asList("p", "q"));
        String[] found = {""};
        Runnable first = () -> list.remove(0);
        Runnable second = () -> {
            try {
                for (String each : list) found[0] += each;
            } catch (java.util.ConcurrentModificationException e) {
                found[0] += "!";
            }
        };
        Collected.join(Collected.start(first, second));
        Collected.end(found[0]);
    }
}

class Boxes {
    public static void main(String[] args) {
        Map<Object, Object> map = new LinkedHashMap<>();
        Integer large = 1000;
        Runnable first = () -> {
            synchronized (map) { map.put(5, large); }
            synchronized (map) { map.put(large, 6L); }
        };
        Runnable second = () -> {
            synchronized (map) { map.put(5, 'c'); }
            synchronized (map) { map.put(1000, map.get(5) == large); }
        };
        Collected.join(Collected.start(first, second));
        Collected.end(map);
    }
}
