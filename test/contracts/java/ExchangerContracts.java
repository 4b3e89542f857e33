import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** java.util.concurrent.Exchanger */
final class ExchangerContracts extends Contract {
    /** Two threads that meet swap what they bring. */
    static void swap() throws Exception {
        Exchanger<String> exchanger = new Exchanger<>();
        together(() -> same("b", exchanger.exchange("a")), () -> same("a", exchanger.exchange("b")));
    }

    /** Null can be exchanged like anything else. */
    static void swapNull() throws Exception {
        Exchanger<String> exchanger = new Exchanger<>();
        together(() -> same("b", exchanger.exchange(null)), () -> same(null, exchanger.exchange("b")));
    }

    /** What a thread did before the exchange is seen by its partner after it. */
    static void visibility() throws Exception {
        Exchanger<int[]> exchanger = new Exchanger<>();
        together(() -> {
            int[] data = new int[1];
            data[0] = 7;
            exchanger.exchange(data);
        }, () -> same(7, exchanger.exchange(null)[0]));
    }

    /** Threads that meet again swap again. */
    static void twice() throws Exception {
        Exchanger<Integer> exchanger = new Exchanger<>();
        together(() -> {
            same(3, exchanger.exchange(1));
            same(4, exchanger.exchange(2));
        }, () -> {
            same(1, exchanger.exchange(3));
            same(2, exchanger.exchange(4));
        });
    }

    /** A thread that nobody meets in time gets an exception. */
    static void timeout() {
        Exchanger<String> exchanger = new Exchanger<>();
        thrown(TimeoutException.class, () -> exchanger.exchange("a", 1, TimeUnit.MILLISECONDS));
        thrown(TimeoutException.class, () -> exchanger.exchange("a", 0, TimeUnit.MILLISECONDS));
    }

    /** An exchange with a time limit happens for both threads or for none. */
    static String timedRace() throws Exception {
        Exchanger<String> exchanger = new Exchanger<>();
        String[] seen = new String[2];
        together(
            () -> seen[0] = result(() -> exchanger.exchange("a", 1, TimeUnit.MILLISECONDS)),
            () -> seen[1] = result(() -> exchanger.exchange("b", 1, TimeUnit.MILLISECONDS)));
        same(seen[0].equals("b"), seen[1].equals("a"));
        return seen[0] + ", " + seen[1];
    }

    /** A thread that is interrupted when it comes is told so. */
    static void interruptedBefore() {
        Exchanger<String> exchanger = new Exchanger<>();
        Thread.currentThread().interrupt();
        thrown(InterruptedException.class, () -> exchanger.exchange("a"));
        check(!Thread.interrupted(), "the flag is cleared");
        Thread.currentThread().interrupt();
        thrown(InterruptedException.class, () -> exchanger.exchange("a", 1, TimeUnit.SECONDS));
    }

    /** An interrupt ends a wait for a partner, and others do not meet the one that has gone. */
    static void interruptedWhileWaiting() throws Exception {
        Exchanger<String> exchanger = new Exchanger<>();
        Thread t = start(() -> thrown(InterruptedException.class, () -> exchanger.exchange("a")));
        t.interrupt();
        join(t);
        thrown(TimeoutException.class, () -> exchanger.exchange("b", 1, TimeUnit.MILLISECONDS));
    }

    /** An interrupt and a partner race: the exchange happens for both or for none. */
    static String interruptRace() throws Exception {
        Exchanger<String> exchanger = new Exchanger<>();
        String[] seen = new String[2];
        Thread t = start(() -> seen[0] = result(() -> exchanger.exchange("a")) + (Thread.interrupted() ? " interrupted" : ""));
        t.interrupt();
        seen[1] = result(() -> exchanger.exchange("b", 1, TimeUnit.MILLISECONDS));
        join(t);
        same(seen[0].startsWith("b"), seen[1].equals("a"));
        return seen[0] + ", " + seen[1];
    }
}
