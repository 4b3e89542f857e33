import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;

/** java.util.concurrent.ArrayBlockingQueue, LinkedBlockingQueue, LinkedBlockingDeque, PriorityBlockingQueue and DelayQueue */
final class BlockingQueueContracts extends Contract {
    /** Due at once, or never, by the value. */
    private static final class Due implements Delayed {
        final int value;

        Due(int value) {
            this.value = value;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return value < 10 ? value - 10 : Long.MAX_VALUE;
        }

        @Override
        public int compareTo(Delayed other) {
            return Integer.compare(value, ((Due) other).value);
        }
    }

    private static void firstInFirstOut(BlockingQueue<Integer> queue) throws Exception {
        queue.put(1);
        queue.add(2);
        check(queue.offer(3), "there is room");
        same(1, queue.peek());
        same(1, queue.element());
        same(1, queue.take());
        same(2, queue.poll());
        same(3, queue.remove());
        same(null, queue.poll());
        same(null, queue.peek());
        thrown(NoSuchElementException.class, queue::remove);
        thrown(NoSuchElementException.class, queue::element);
    }

    private static void full(BlockingQueue<Integer> queue) throws Exception {
        same(1, queue.remainingCapacity());
        check(queue.offer(1), "there is room");
        same(0, queue.remainingCapacity());
        check(!queue.offer(2), "there is none");
        check(!queue.offer(2, 1, TimeUnit.MICROSECONDS), "there is none");
        thrown(IllegalStateException.class, () -> queue.add(2));
        same(1, queue.size());
    }

    private static String handOver(BlockingQueue<Integer> queue) throws Exception {
        Thread t = start(() -> {
            queue.put(1);
            queue.put(2);
        });
        String taken = "" + queue.take() + queue.take();
        join(t);
        return taken;
    }

    private static String timed(BlockingQueue<Integer> queue) throws Exception {
        Thread t = start(() -> queue.put(1));
        Integer taken = queue.poll(LONG_MILLIS, TimeUnit.MILLISECONDS);
        join(t);
        same(taken == null ? 1 : 0, queue.size());
        return "" + taken;
    }

    private static void nothing(BlockingQueue<Integer> queue) {
        thrown(NullPointerException.class, () -> queue.put(null));
        thrown(NullPointerException.class, () -> queue.offer(null));
        thrown(NullPointerException.class, () -> queue.add(null));
        same(0, queue.size());
    }

    private static void interrupted(BlockingQueue<Integer> queue) throws Exception {
        Thread.currentThread().interrupt();
        thrown(InterruptedException.class, queue::take);
        check(!Thread.interrupted(), "the flag is cleared");
        String[] end = new String[1];
        Thread t = start(() -> end[0] = outcome(queue::take));
        t.interrupt();
        join(t);
        same("InterruptedException", end[0]);
    }

    private static void drained(BlockingQueue<Integer> queue) {
        queue.addAll(List.of(1, 2, 3));
        List<Integer> list = new ArrayList<>();
        same(2, queue.drainTo(list, 2));
        same(List.of(1, 2), list);
        same(1, queue.drainTo(list));
        same(List.of(1, 2, 3), list);
        same(0, queue.drainTo(list));
        thrown(IllegalArgumentException.class, () -> queue.drainTo(queue));
        thrown(NullPointerException.class, () -> queue.drainTo(null));
    }

    private static String oneOfTwo(BlockingQueue<Integer> queue) throws Exception {
        queue.add(1);
        Integer[] taken = new Integer[2];
        together(() -> taken[0] = queue.poll(), () -> taken[1] = queue.poll());
        check((taken[0] == null) != (taken[1] == null), "one of them");
        return taken[0] == null ? "second" : "first";
    }

    private static String iterated(BlockingQueue<Integer> queue) throws Exception {
        queue.add(1);
        Thread t = start(() -> {
            queue.add(2);
            queue.remove(1);
        });
        String seen = "";
        for (int each : queue) seen += each;
        join(t);
        return seen;
    }

    /** A queue in an array gives elements in the order in which they came. */
    static void arrayOrder() throws Exception {
        firstInFirstOut(new ArrayBlockingQueue<>(3));
    }

    /** A linked queue gives elements in the order in which they came. */
    static void linkedOrder() throws Exception {
        firstInFirstOut(new LinkedBlockingQueue<>());
    }

    /** A deque used as a queue gives elements in the order in which they came. */
    static void dequeOrder() throws Exception {
        firstInFirstOut(new LinkedBlockingDeque<>());
    }

    /** A queue of priorities gives the least element first. */
    static void priorities() throws Exception {
        PriorityBlockingQueue<Integer> queue = new PriorityBlockingQueue<>(1, Comparator.reverseOrder());
        queue.put(1);
        queue.put(3);
        queue.put(2);
        same("321", "" + queue.take() + queue.take() + queue.take());
        same(Integer.MAX_VALUE, queue.remainingCapacity());
        thrown(ClassCastException.class, () -> new PriorityBlockingQueue<Object>().addAll(List.of(new Object(), new Object())));
    }

    /** A queue in an array that is full takes nothing. */
    static void arrayFull() throws Exception {
        full(new ArrayBlockingQueue<>(1));
        thrown(IllegalArgumentException.class, () -> new ArrayBlockingQueue<>(0));
    }

    /** A linked queue that is full takes nothing. */
    static void linkedFull() throws Exception {
        full(new LinkedBlockingQueue<>(1));
        thrown(IllegalArgumentException.class, () -> new LinkedBlockingQueue<>(0));
        same(Integer.MAX_VALUE, new LinkedBlockingQueue<>().remainingCapacity());
    }

    /** A deque that is full takes nothing at either end. */
    static void dequeFull() throws Exception {
        LinkedBlockingDeque<Integer> deque = new LinkedBlockingDeque<>(1);
        full(deque);
        check(!deque.offerFirst(2) && !deque.offerLast(2), "there is no room");
        thrown(IllegalStateException.class, () -> deque.push(2));
    }

    /** A queue in an array holds nulls out. */
    static void arrayNull() {
        nothing(new ArrayBlockingQueue<>(1));
    }

    /** A linked queue holds nulls out. */
    static void linkedNull() {
        nothing(new LinkedBlockingQueue<>());
        nothing(new LinkedBlockingDeque<>());
        nothing(new PriorityBlockingQueue<>());
    }

    /** Who puts into a full array waits until there is room. */
    static void arrayHandOver() throws Exception {
        same("12", handOver(new ArrayBlockingQueue<>(1)));
    }

    /** The same holds of a fair queue in an array. */
    static void fairHandOver() throws Exception {
        same("12", handOver(new ArrayBlockingQueue<>(1, true)));
    }

    /** Who puts into a full linked queue waits until there is room. */
    static void linkedHandOver() throws Exception {
        same("12", handOver(new LinkedBlockingQueue<>(1)));
    }

    /** Who puts into a full deque waits until there is room. */
    static void dequeHandOver() throws Exception {
        same("12", handOver(new LinkedBlockingDeque<>(1)));
    }

    /** A queue of priorities gives what is least when somebody takes. */
    static String prioritiesHandOver() throws Exception {
        PriorityBlockingQueue<Integer> queue = new PriorityBlockingQueue<>();
        Thread t = start(() -> {
            queue.put(2);
            queue.put(1);
        });
        String taken = "" + queue.take() + queue.take();
        join(t);
        return taken;
    }

    /** A poll of an array with a time limit gets the element or comes too early. */
    static String arrayTimed() throws Exception {
        return timed(new ArrayBlockingQueue<>(1));
    }

    /** A poll of a linked queue with a time limit gets the element or comes too early. */
    static String linkedTimed() throws Exception {
        return timed(new LinkedBlockingQueue<>());
    }

    /** A poll of a deque with a time limit gets the element or comes too early. */
    static String dequeTimed() throws Exception {
        return timed(new LinkedBlockingDeque<>());
    }

    /** A poll of priorities with a time limit gets the element or comes too early. */
    static String prioritiesTimed() throws Exception {
        return timed(new PriorityBlockingQueue<>());
    }

    /** Who waits to take from an array can be interrupted. */
    static void arrayInterrupted() throws Exception {
        interrupted(new ArrayBlockingQueue<>(1));
    }

    /** Who waits to take from a linked queue can be interrupted. */
    static void linkedInterrupted() throws Exception {
        interrupted(new LinkedBlockingQueue<>());
    }

    /** Who waits to take from a deque can be interrupted. */
    static void dequeInterrupted() throws Exception {
        interrupted(new LinkedBlockingDeque<>());
    }

    /** Who waits to take from a queue of priorities can be interrupted. */
    static void prioritiesInterrupted() throws Exception {
        interrupted(new PriorityBlockingQueue<>());
    }

    /** An array is drained in order. */
    static void arrayDrained() {
        drained(new ArrayBlockingQueue<>(3));
    }

    /** A linked queue is drained in order. */
    static void linkedDrained() {
        drained(new LinkedBlockingQueue<>());
        drained(new LinkedBlockingDeque<>());
        drained(new PriorityBlockingQueue<>());
    }

    /** Of two that poll one element of an array, one gets it. */
    static String arrayOneOfTwo() throws Exception {
        return oneOfTwo(new ArrayBlockingQueue<>(1));
    }

    /** Of two that poll one element of a linked queue, one gets it. */
    static String linkedOneOfTwo() throws Exception {
        return oneOfTwo(new LinkedBlockingQueue<>());
    }

    /** An iterator of an array sees a queue that was there, before or after a change. */
    static String arrayIterated() throws Exception {
        return iterated(new ArrayBlockingQueue<>(2));
    }

    /** An iterator of a linked queue sees a queue that was there, before or after a change. */
    static String linkedIterated() throws Exception {
        return iterated(new LinkedBlockingQueue<>());
    }

    /** An iterator of priorities goes through a snapshot. */
    static void prioritiesIterated() {
        PriorityBlockingQueue<Integer> queue = new PriorityBlockingQueue<>(List.of(1));
        Iterator<Integer> iterator = queue.iterator();
        queue.clear();
        check(iterator.hasNext(), "it was there");
        same(1, iterator.next());
    }

    /** A deque gives and takes at both ends. */
    static void bothEnds() throws Exception {
        LinkedBlockingDeque<Integer> deque = new LinkedBlockingDeque<>();
        deque.putFirst(2);
        deque.putLast(3);
        deque.addFirst(1);
        same(1, deque.peekFirst());
        same(3, deque.peekLast());
        same(3, deque.takeLast());
        same(1, deque.pop());
        same(2, deque.pollLast());
        same(null, deque.pollFirst());
        thrown(NoSuchElementException.class, deque::removeLast);
    }

    /** An element that occurs more than once is removed from the end that is named. */
    static void occurrences() {
        LinkedBlockingDeque<Integer> deque = new LinkedBlockingDeque<>(List.of(1, 2, 1));
        check(deque.removeLastOccurrence(1), "it was there");
        same("[1, 2]", deque.toString());
        check(deque.removeFirstOccurrence(1) && !deque.removeFirstOccurrence(1), "it was there once more");
    }

    /** A delay queue gives only what is due, the longest due first. */
    static void delays() throws Exception {
        DelayQueue<Due> queue = new DelayQueue<>();
        queue.add(new Due(3));
        queue.put(new Due(1));
        queue.offer(new Due(100));
        same(1, queue.take().value);
        same(3, queue.poll().value);
        same(null, queue.poll());
        same(100, queue.peek().value);
        same(1, queue.size());
    }

    /** Only what is due is drained from a delay queue. */
    static void delaysDrained() {
        DelayQueue<Due> queue = new DelayQueue<>(List.of(new Due(1), new Due(100), new Due(2)));
        List<Due> list = new ArrayList<>();
        same(2, queue.drainTo(list));
        same(1, list.get(0).value);
        same(1, queue.size());
    }

    /** Who takes from an empty delay queue waits for what comes. */
    static void delaysHandOver() throws Exception {
        DelayQueue<Due> queue = new DelayQueue<>();
        Thread t = start(() -> queue.put(new Due(1)));
        same(1, queue.take().value);
        join(t);
    }
}
