import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Queues and lists. */
final class Queues {
    private Queues() {
    }

    private static int take(Queue<Integer> queue) {
        Integer got = queue.poll();
        return got == null ? 0 : got;
    }

    static final class Linked extends Experiment {
        private final Queue<Integer> queue = new ConcurrentLinkedQueue<>();
        private int seen;

        @Override
        int count() {
            return 3;
        }

        @Override
        void first() {
            queue.offer(1);
            queue.offer(2);
        }

        @Override
        void second() {
            queue.offer(3);
        }

        @Override
        void third() {
            seen = 10 * take(queue) + take(queue);
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    static final class Deque extends Experiment {
        private final ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>(List.of(1, 2));
        private volatile int a;
        private volatile int b;

        @Override
        void first() {
            a = deque.pollFirst();
        }

        @Override
        void second() {
            b = deque.pollLast();
            deque.addFirst(3);
        }

        @Override
        int outcome() {
            return 100 * a + 10 * b + deque.size();
        }
    }

    static final class Arrays extends Experiment {
        private final BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        private int seen;

        @Override
        int count() {
            return 3;
        }

        @Override
        void first() throws Exception {
            queue.put(1);
            queue.put(2);
        }

        @Override
        void second() throws Exception {
            queue.put(3);
        }

        @Override
        void third() throws Exception {
            seen = 100 * queue.take() + 10 * queue.take() + queue.take();
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    static final class Blocking extends Experiment {
        private final BlockingQueue<Integer> queue = new LinkedBlockingQueue<>(1);
        private int seen;

        @Override
        void first() throws Exception {
            queue.put(1);
            queue.put(2);
        }

        @Override
        void second() throws Exception {
            Integer got = queue.poll();
            seen = 100 * (got == null ? 0 : got) + 10 * queue.take() + queue.size();
            queue.poll();
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    static final class BlockingDeque extends Experiment {
        private final LinkedBlockingDeque<Integer> deque = new LinkedBlockingDeque<>(2);
        private volatile int a;

        @Override
        void first() throws Exception {
            deque.putFirst(1);
            deque.putFirst(2);
        }

        @Override
        void second() throws Exception {
            a = 10 * deque.takeLast() + deque.takeLast();
        }

        @Override
        int outcome() {
            return a;
        }
    }

    /** A comparator is the program's own code: it counts here, which is no atomic step. */
    static final class Priority extends Experiment {
        private volatile int looks;
        private final PriorityBlockingQueue<Integer> queue = new PriorityBlockingQueue<>(4, (a, b) -> {
            looks = looks + 1;
            return Integer.compare(a, b);
        });

        Priority() {
            queue.add(2);
            looks = 0;
        }

        @Override
        void first() {
            queue.add(1);
        }

        @Override
        void second() {
            looks = looks + 10;
        }

        @Override
        int outcome() {
            return 100 * queue.poll() + looks;
        }
    }

    /** All three may come too late for their element. */
    static final class Timed extends Experiment {
        private final BlockingQueue<Integer> array = new ArrayBlockingQueue<>(1);
        private final BlockingQueue<Integer> transfer = new LinkedTransferQueue<>();
        private final Phaser phaser = new Phaser(2);
        private volatile int missed;

        @Override
        void first() {
            array.add(1);
            transfer.add(1);
            phaser.arrive();
        }

        @Override
        void second() throws Exception {
            if (array.poll(2, TimeUnit.MICROSECONDS) == null) {
                missed += 1;
            }
            if (transfer.poll(2, TimeUnit.MICROSECONDS) == null) {
                missed += 10;
            }
            try {
                phaser.awaitAdvanceInterruptibly(phaser.arrive(), 2, TimeUnit.MICROSECONDS);
            } catch (TimeoutException e) {
                missed += 100;
            }
        }

        @Override
        int outcome() {
            return missed;
        }
    }

    static final class Transfer extends Experiment {
        private final LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>();
        private volatile int order;

        @Override
        void first() throws Exception {
            queue.transfer(4);
            order = 10 * order + 1;
        }

        @Override
        void second() throws Exception {
            int got = queue.take();
            order = 10 * order + got;
        }

        @Override
        int outcome() {
            return order;
        }
    }

    static final class AddIfAbsent extends Experiment {
        private final CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>();

        @Override
        void first() {
            list.addIfAbsent(1);
            list.addIfAbsent(2);
        }

        @Override
        void second() {
            list.addIfAbsent(2);
            list.add(0, 3);
        }

        @Override
        int outcome() {
            int all = 0;
            for (int each : list) {
                all = 10 * all + each;
            }
            return all;
        }
    }

    /** An iterator shows the list as it was when it was made. */
    static final class Snapshot extends Experiment {
        private final CopyOnWriteArraySet<Integer> set = new CopyOnWriteArraySet<>(List.of(1));
        private int seen;

        @Override
        void first() {
            for (Iterator<Integer> each = set.iterator(); each.hasNext();) {
                seen = 10 * seen + each.next();
            }
            seen = 10 * seen + set.size();
        }

        @Override
        void second() {
            set.add(2);
            set.remove(1);
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    /** Elements are compared by the program's own code, which others may come between. */
    static final class Equality extends Experiment {
        private volatile int looks;
        private final CopyOnWriteArrayList<Item> list = new CopyOnWriteArrayList<>();
        private volatile int seen;

        final class Item {
            @Override
            public boolean equals(Object other) {
                looks = looks + 1;
                return false;
            }

            @Override
            public int hashCode() {
                return 0;
            }
        }

        Equality() {
            list.add(new Item());
        }

        @Override
        void first() {
            list.contains(new Item());
        }

        @Override
        void second() {
            looks = looks + 10;
        }

        @Override
        int outcome() {
            return looks;
        }
    }
}
