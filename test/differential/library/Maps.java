import java.util.Deque;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** Maps that several threads use. */
final class Maps {
    private Maps() {
    }

    /** A bug: what was asked may have changed when it is acted upon. */
    static final class CheckThenAct extends Experiment {
        private final ConcurrentMap<Integer, Integer> map = new ConcurrentHashMap<>();
        private volatile int puts1;
        private volatile int puts2;

        @Override
        void first() {
            if (!map.containsKey(7)) {
                map.put(7, 1);
                puts1 = 1;
            }
        }

        @Override
        void second() {
            if (!map.containsKey(7)) {
                map.put(7, 2);
                puts2 = 1;
            }
        }

        @Override
        int outcome() {
            return 10 * (puts1 + puts2) + map.get(7);
        }
    }

    static final class PutIfAbsent extends Experiment {
        private final ConcurrentMap<Integer, Integer> map = new ConcurrentHashMap<>();
        private volatile int won;

        @Override
        void first() {
            if (map.putIfAbsent(7, 1) == null) {
                won += 10;
            }
        }

        @Override
        void second() {
            if (map.putIfAbsent(7, 2) == null) {
                won += 20;
            }
        }

        @Override
        int outcome() {
            return won + map.get(7);
        }
    }

    /** The function runs once, though it touches what others see. */
    static final class ComputeIfAbsent extends Experiment {
        private final ConcurrentMap<Integer, Integer> map = new ConcurrentHashMap<>();
        private volatile int calls;
        private int seen1;
        private int seen2;

        private int make(int value) {
            calls = calls + 1;
            return value;
        }

        @Override
        void first() {
            seen1 = map.computeIfAbsent(7, key -> make(1));
        }

        @Override
        void second() {
            seen2 = map.computeIfAbsent(7, key -> make(2));
        }

        @Override
        int outcome() {
            return 100 * calls + 10 * seen1 + seen2;
        }
    }

    /** While one computes for a key, another can work with a different one, and see that. */
    static final class ComputeAside extends Experiment {
        private final ConcurrentMap<Integer, Integer> map = new ConcurrentHashMap<>(64);
        private volatile int seen;
        private volatile int flag;

        @Override
        void first() {
            map.compute(1, (key, old) -> {
                flag = 1;
                seen = map.getOrDefault(2, 0);
                return 5;
            });
        }

        @Override
        void second() {
            int before = flag;
            map.put(2, 3);
            flag += 10 * map.getOrDefault(1, 0) + 100 * before;
        }

        @Override
        int outcome() {
            return 1000 * seen + flag;
        }
    }

    /** A mapping is there before it is counted, and gone before the count is. */
    static final class Count extends Experiment {
        private final Map<Integer, Integer> map = new ConcurrentHashMap<>();
        private int seen;

        @Override
        void first() {
            map.put(1, 1);
            map.remove(1);
        }

        @Override
        void second() {
            seen = (map.containsKey(1) ? 10 : 0) + map.size();
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    static final class SkipListCount extends Experiment {
        private final Map<Integer, Integer> map = new ConcurrentSkipListMap<>();
        private int seen;

        @Override
        void first() {
            map.put(1, 1);
        }

        @Override
        void second() {
            seen = (map.containsKey(1) ? 10 : 0) + map.size();
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    /** Keys of one bin that is a tree: it asks them how they compare. */
    static final class Tree extends Experiment {
        private final ConcurrentMap<Key, Integer> map = new ConcurrentHashMap<>(64);
        private volatile int looks;
        private volatile int found;

        final class Key implements Comparable<Key> {
            private final int number;

            Key(int number) {
                this.number = number;
            }

            @Override
            public int hashCode() {
                return 1;
            }

            @Override
            public boolean equals(Object other) {
                return other instanceof Key key && key.number == number;
            }

            @Override
            public int compareTo(Key other) {
                looks = 1;
                return Integer.compare(number, other.number);
            }
        }

        Tree() {
            for (int i = 0; i < 9; i++) {
                map.put(new Key(i), i);
            }
            looks = 0;
        }

        @Override
        void first() {
            map.put(new Key(9), 9);
        }

        @Override
        void second() {
            int before = looks;
            found = 10 * before + (map.containsKey(new Key(9)) ? 1 : 0);
        }

        @Override
        int outcome() {
            return 100 * map.size() + found;
        }
    }

    /** What a function throws leaves the map as it was, and usable. */
    static final class Throwing extends Experiment {
        private final ConcurrentMap<Integer, Integer> map = new ConcurrentHashMap<>();
        private volatile int count;

        @Override
        void first() {
            try {
                map.computeIfAbsent(1, key -> {
                    throw new IllegalStateException();
                });
            } catch (IllegalStateException e) {
                count = count + 1;
            }
        }

        @Override
        void second() {
            map.put(1, 1);
            count = count + 10;
        }

        @Override
        int outcome() {
            return 100 * map.get(1) + count;
        }
    }

    static final class Merge extends Experiment {
        private final ConcurrentMap<String, Integer> map = new ConcurrentHashMap<>();

        @Override
        int count() {
            return 3;
        }

        @Override
        void first() {
            map.merge("k", 1, Integer::sum);
        }

        @Override
        void second() {
            map.merge("k", 10, Integer::sum);
        }

        @Override
        void third() {
            map.merge("k", 100, Integer::sum);
        }

        @Override
        int outcome() {
            return map.get("k");
        }
    }

    /** The library asks a key for its hash: the program's own code, in the middle of an operation. */
    static final class UnsteadyKey extends Experiment {
        private volatile int hash = 1;
        private final ConcurrentMap<Object, Integer> map = new ConcurrentHashMap<>();
        private int found;

        private final Object key = new Object() {
            @Override
            public int hashCode() {
                return hash;
            }
        };

        @Override
        void first() {
            map.put(key, 1);
            found = map.containsKey(key) ? 1 : 0;
        }

        @Override
        void second() {
            hash = 2;
        }

        @Override
        int outcome() {
            hash = 1;
            int before = map.containsKey(key) ? 1 : 0;
            hash = 2;
            int after = map.containsKey(key) ? 1 : 0;
            return 100 * found + 10 * before + after;
        }
    }

    /** An iterator shows no moment of the map. */
    static final class Iteration extends Experiment {
        private final Map<Integer, Integer> map = new ConcurrentHashMap<>();
        private int seen;

        Iteration() {
            map.put(1, 1);
            map.put(2, 1);
        }

        @Override
        void first() {
            for (Iterator<Integer> keys = map.keySet().iterator(); keys.hasNext();) {
                seen = 10 * seen + keys.next();
            }
        }

        @Override
        void second() {
            map.remove(1);
            map.put(3, 1);
            map.remove(2);
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    /** Never empty, and yet an iterator may pass by everything. */
    static final class Missed extends Experiment {
        private final Map<Integer, Integer> map = new ConcurrentHashMap<>();
        private int seen;

        Missed() {
            map.put(5, 1);
        }

        @Override
        void first() {
            for (int key : map.keySet()) seen = 10 * seen + key;
        }

        @Override
        void second() {
            map.put(1, 1);
            map.remove(5);
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    /** The same where the order is that of the keys. */
    static final class MissedSorted extends Experiment {
        private final Map<Integer, Integer> map = new ConcurrentSkipListMap<>();
        private int seen;

        MissedSorted() {
            map.put(5, 1);
        }

        @Override
        void first() {
            for (int key : map.keySet()) seen = 10 * seen + key;
        }

        @Override
        void second() {
            map.put(1, 1);
            map.remove(5);
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    /** An iterator may see what was put later and not what was put earlier. */
    static final class LaterOnly extends Experiment {
        private final Map<Integer, Integer> map = new ConcurrentHashMap<>();
        private int seen;

        LaterOnly() {
            map.clear();
        }

        @Override
        void first() {
            for (int key : map.keySet()) seen = 10 * seen + key;
        }

        @Override
        void second() {
            map.put(1, 1);
            map.put(5, 1);
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    /** A value that is always there may not be found. */
    static final class MissedValue extends Experiment {
        private final Map<Integer, Integer> map = new ConcurrentHashMap<>();
        private int seen;

        MissedValue() {
            map.put(5, 1);
        }

        @Override
        void first() {
            seen = map.containsValue(1) ? 1 : 2;
        }

        @Override
        void second() {
            map.put(1, 1);
            map.remove(5);
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    /** The same in a deque that grows at its other end. */
    static final class MissedInDeque extends Experiment {
        private final Deque<Integer> deque = new ConcurrentLinkedDeque<>();
        private int seen;

        MissedInDeque() {
            deque.add(5);
        }

        @Override
        void first() {
            for (int key : deque) seen = 10 * seen + key;
        }

        @Override
        void second() {
            deque.addFirst(1);
            deque.removeLast();
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    /** Neither putAll nor clear is one step. */
    static final class Bulk extends Experiment {
        private final Map<Integer, Integer> map = new ConcurrentHashMap<>();
        private int seen;

        @Override
        void first() {
            map.putAll(new TreeMap<>(Map.of(1, 1, 2, 1)));
            map.clear();
        }

        @Override
        void second() {
            seen = (map.containsKey(1) ? 10 : 0) + (map.containsKey(2) ? 1 : 0);
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    /** What forEach is given may be the library's own code, with no code of the program around it. */
    static final class ForEachInto extends Experiment {
        private final Map<Integer, Integer> from = new ConcurrentHashMap<>(Map.of(1, 1, 2, 1));
        private final Map<Integer, Integer> to = new ConcurrentHashMap<>();
        private int seen;

        @Override
        void first() {
            from.forEach(to::put);
        }

        @Override
        void second() {
            seen = (to.containsKey(2) ? 1 : 0) + (to.containsKey(1) ? 10 : 0);
        }

        @Override
        int outcome() {
            return 100 * to.size() + seen;
        }
    }

    static final class SkipList extends Experiment {
        private final ConcurrentSkipListMap<Integer, Integer> map = new ConcurrentSkipListMap<>();
        private volatile int first;

        @Override
        int count() {
            return 3;
        }

        @Override
        void first() {
            map.put(1, 1);
        }

        @Override
        void second() {
            map.put(2, 2);
        }

        @Override
        void third() {
            Map.Entry<Integer, Integer> entry = map.pollFirstEntry();
            first = entry == null ? 9 : entry.getKey();
        }

        @Override
        int outcome() {
            return 10 * first + map.size();
        }
    }

    /** The function is called again when another was faster. */
    static final class SkipListMerge extends Experiment {
        private final ConcurrentSkipListMap<Integer, Integer> map = new ConcurrentSkipListMap<>();

        @Override
        void first() {
            int[] calls = new int[1];
            map.compute(1, (key, old) -> {
                calls[0]++;
                return old == null ? 1 : old + 1;
            });
            failed += 10 * calls[0];
        }

        @Override
        void second() {
            map.put(1, 5);
        }

        @Override
        int outcome() {
            return map.get(1);
        }
    }
}
