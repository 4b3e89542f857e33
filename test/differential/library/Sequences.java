import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicStampedReference;

/**
 * Threads that carry out sequences of operations on one object, and what each
 * operation gave. Arguments: the kind of object, and for each thread its
 * operations, one letter each.
 */
final class Sequences {
    static String result;

    private Sequences() {
    }

    abstract static class Subject {
        abstract int apply(char operation);
    }

    static final class Worker extends Thread {
        private final Subject subject;
        private final String operations;
        String results;

        Worker(Subject subject, String operations) {
            this.subject = subject;
            this.operations = operations;
        }

        @Override
        public void run() {
            String all = "";
            for (int i = 0; i < operations.length(); i++) {
                all += subject.apply(operations.charAt(i)) + ",";
            }
            results = all;
        }
    }

    private static int number(Integer value) {
        return value == null ? 0 : value;
    }

    private static int truth(boolean value) {
        return value ? 1 : 0;
    }

    static final class Maps extends Subject {
        private final ConcurrentMap<Integer, Integer> map;

        Maps(ConcurrentMap<Integer, Integer> map) {
            this.map = map;
        }

        @Override
        int apply(char operation) {
            switch (operation) {
                case 'a':
                    return number(map.put(1, 1));
                case 'b':
                    return number(map.put(2, 2));
                case 'c':
                    return number(map.remove(1));
                case 'd':
                    return number(map.get(1));
                case 'e':
                    return number(map.putIfAbsent(1, 3));
                case 'f':
                    return map.size();
                case 'g':
                    return number(map.merge(1, 1, Integer::sum));
                case 'h':
                    return number(map.computeIfAbsent(2, key -> 7));
                case 'i':
                    return number(map.computeIfPresent(1, (key, value) -> value == 1 ? null : value + 1));
                case 'j':
                    return truth(map.replace(1, 1, 5));
                case 'k': {
                    int sum = 0;
                    for (Map.Entry<Integer, Integer> entry : map.entrySet()) {
                        sum = 100 * sum + 10 * entry.getKey() + entry.getValue();
                    }
                    return sum;
                }
                case 'l':
                    map.clear();
                    return truth(map.isEmpty());
                case 'm':
                    return truth(map.containsValue(2));
                default:
                    return truth(map.keySet().removeIf(key -> key == 2));
            }
        }
    }

    static final class Queues extends Subject {
        private final java.util.Queue<Integer> queue;

        Queues(java.util.Queue<Integer> queue) {
            this.queue = queue;
            queue.add(1);
        }

        @Override
        int apply(char operation) {
            switch (operation) {
                case 'a':
                    return truth(queue.offer(2));
                case 'b':
                    return number(queue.poll());
                case 'c':
                    return number(queue.peek());
                case 'd':
                    return truth(queue.remove(2));
                case 'e':
                    return queue.size();
                case 'f':
                    return truth(queue.contains(2));
                case 'g':
                    return truth(queue.isEmpty());
                case 'h': {
                    int all = 0;
                    for (Iterator<Integer> each = queue.iterator(); each.hasNext();) {
                        all = 10 * all + each.next();
                    }
                    return all;
                }
                case 'i':
                    return truth(queue.removeIf(each -> each == 1));
                case 'j':
                    queue.clear();
                    return 0;
                default:
                    return queue.toArray().length;
            }
        }
    }

    static final class Deques extends Subject {
        private final java.util.Deque<Integer> deque;

        Deques(java.util.Deque<Integer> deque) {
            this.deque = deque;
            deque.add(1);
        }

        @Override
        int apply(char operation) {
            switch (operation) {
                case 'a':
                    deque.addFirst(2);
                    return 0;
                case 'b':
                    deque.addLast(3);
                    return 0;
                case 'c':
                    return number(deque.pollFirst());
                case 'd':
                    return number(deque.pollLast());
                case 'e':
                    return number(deque.peekFirst());
                case 'f':
                    return number(deque.peekLast());
                case 'g':
                    return truth(deque.removeFirstOccurrence(1));
                default:
                    return truth(deque.contains(3));
            }
        }
    }

    static final class Lists extends Subject {
        private final CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>(new Integer[] {1});

        @Override
        int apply(char operation) {
            switch (operation) {
                case 'a':
                    return truth(list.add(2));
                case 'b':
                    return truth(list.addIfAbsent(2));
                case 'c':
                    return truth(list.remove((Integer) 1));
                case 'd':
                    return list.size();
                case 'e':
                    return list.indexOf(2);
                case 'f': {
                    int all = 0;
                    for (int each : list) {
                        all = 10 * all + each;
                    }
                    return all;
                }
                case 'g':
                    list.replaceAll(each -> each + 1);
                    return 0;
                default:
                    return list.hashCode();
            }
        }
    }

    static final class Futures extends Subject {
        private final CompletableFuture<Integer> first = new CompletableFuture<>();
        private final CompletableFuture<Integer> second = first.thenApply(value -> value + 1);
        private final CompletableFuture<Integer> third = first.thenCombine(second, Integer::sum);

        @Override
        int apply(char operation) {
            switch (operation) {
                case 'a':
                    return truth(first.complete(1));
                case 'b':
                    return truth(second.complete(5));
                case 'c':
                    return truth(first.isDone());
                case 'd':
                    return number(second.getNow(0));
                case 'e':
                    return number(third.getNow(0));
                case 'f':
                    return truth(first.cancel(false));
                case 'g':
                    return number(first.handle((value, problem) -> number(value)).getNow(8));
                case 'h':
                    return truth(third.isCompletedExceptionally());
                default:
                    return number(second.exceptionally(problem -> 9).thenApply(value -> value + 1).getNow(7));
            }
        }
    }

    static final class Phasers extends Subject {
        private final Phaser phaser = new Phaser(2);

        @Override
        int apply(char operation) {
            try {
                switch (operation) {
                    case 'a':
                        return phaser.arrive();
                    case 'b':
                        return phaser.getPhase();
                    case 'c':
                        return phaser.register();
                    case 'd':
                        return phaser.arriveAndDeregister();
                    case 'e':
                        return 10 * phaser.getRegisteredParties() + phaser.getUnarrivedParties();
                    case 'f':
                        phaser.forceTermination();
                        return 0;
                    default:
                        return phaser.bulkRegister(2);
                }
            } catch (IllegalStateException e) {
                return 99;
            }
        }
    }

    static final class Stamps extends Subject {
        private final AtomicStampedReference<Integer> top = new AtomicStampedReference<>(1, 0);

        @Override
        int apply(char operation) {
            switch (operation) {
                case 'a':
                    return truth(top.compareAndSet(1, 2, 0, 1));
                case 'b':
                    return truth(top.compareAndSet(2, 1, 1, 2));
                case 'c':
                    return truth(top.attemptStamp(1, 7));
                case 'd':
                    top.set(3, 3);
                    return 0;
                default: {
                    int[] stamp = new int[1];
                    return 10 * top.get(stamp) + stamp[0];
                }
            }
        }
    }

    private static Subject make(String kind) {
        switch (kind) {
            case "ConcurrentHashMap":
                return new Maps(new ConcurrentHashMap<>());
            case "ConcurrentSkipListMap":
                return new Maps(new ConcurrentSkipListMap<>());
            case "ConcurrentLinkedQueue":
                return new Queues(new ConcurrentLinkedQueue<>());
            case "LinkedTransferQueue":
                return new Queues(new LinkedTransferQueue<>());
            case "LinkedBlockingQueue":
                return new Queues(new LinkedBlockingQueue<>(2));
            case "PriorityBlockingQueue":
                return new Queues(new PriorityBlockingQueue<>());
            case "ConcurrentLinkedDeque":
                return new Deques(new ConcurrentLinkedDeque<>());
            case "LinkedBlockingDeque":
                return new Deques(new LinkedBlockingDeque<>());
            case "CopyOnWriteArrayList":
                return new Lists();
            case "CompletableFuture":
                return new Futures();
            case "Phaser":
                return new Phasers();
            case "AtomicStampedReference":
                return new Stamps();
            default:
                throw new IllegalArgumentException(kind);
        }
    }

    public static void main(String[] args) throws Exception {
        Subject subject = make(args[0]);
        Worker[] workers = new Worker[args.length - 1];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new Worker(subject, args[i + 1]);
        }
        for (Worker worker : workers) {
            worker.start();
        }
        String all = "";
        for (Worker worker : workers) {
            worker.join();
            all += worker.results + " ";
        }
        result = all;
        System.out.println(all);
    }
}
