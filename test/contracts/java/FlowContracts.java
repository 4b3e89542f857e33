import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** java.util.concurrent.Flow, SubmissionPublisher, TimeUnit and exceptions */
final class FlowContracts extends Contract {
    /** Writes down what it is told. */
    private static final class Log implements Flow.Subscriber<Integer> {
        final StringBuilder text = new StringBuilder();
        final int wanted;
        Flow.Subscription subscription;

        Log(int wanted) {
            this.wanted = wanted;
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            text.append("s");
            if (wanted != 0) given.request(wanted);
        }

        @Override
        public void onNext(Integer item) {
            text.append(item);
        }

        @Override
        public void onError(Throwable thrown) {
            text.append(thrown instanceof IllegalArgumentException ? "!" : "e");
        }

        @Override
        public void onComplete() {
            text.append("c");
        }
    }

    private static SubmissionPublisher<Integer> direct() {
        return new SubmissionPublisher<>(Runnable::run, 4);
    }

    /** A subscriber is told of its subscription, of items in order, and of the end. */
    static void order() {
        Log log = new Log(5);
        try (SubmissionPublisher<Integer> publisher = direct()) {
            publisher.subscribe(log);
            publisher.submit(1);
            publisher.submit(2);
        }
        same("s12c", log.text.toString());
    }

    /** Items come only as far as they were asked for. */
    static void demand() {
        Log log = new Log(1);
        SubmissionPublisher<Integer> publisher = direct();
        publisher.subscribe(log);
        publisher.submit(1);
        publisher.submit(2);
        same("s1", log.text.toString());
        log.subscription.request(1);
        same("s12", log.text.toString());
        publisher.close();
        same("s12c", log.text.toString());
    }

    /** To ask for nothing is an error of the subscriber. */
    static void badDemand() {
        Log log = new Log(-1);
        try (SubmissionPublisher<Integer> publisher = direct()) {
            publisher.subscribe(log);
        }
        same("s!", log.text.toString());
    }

    /** A subscription that is cancelled brings nothing more. */
    static void cancelled() {
        Log log = new Log(5);
        try (SubmissionPublisher<Integer> publisher = direct()) {
            publisher.subscribe(log);
            publisher.submit(1);
            log.subscription.cancel();
            publisher.submit(2);
        }
        same("s1", log.text.toString());
    }

    /** Who subscribes twice is told of an error. */
    static void twice() {
        Log log = new Log(5);
        try (SubmissionPublisher<Integer> publisher = direct()) {
            publisher.subscribe(log);
            publisher.subscribe(log);
            same(0, publisher.getNumberOfSubscribers());
        }
        same("se", log.text.toString());
    }

    /** A publisher that is closed takes nothing, and tells late subscribers of the end. */
    static void closed() {
        SubmissionPublisher<Integer> publisher = direct();
        publisher.close();
        check(publisher.isClosed(), "it is closed");
        thrown(IllegalStateException.class, () -> publisher.submit(1));
        Log log = new Log(1);
        publisher.subscribe(log);
        same("sc", log.text.toString());
    }

    /** A publisher can end with an error. */
    static void closedByError() {
        Log log = new Log(1);
        SubmissionPublisher<Integer> publisher = direct();
        publisher.subscribe(log);
        publisher.closeExceptionally(new IllegalStateException());
        same("se", log.text.toString());
        check(publisher.getClosedException() instanceof IllegalStateException, "that is why");
    }

    /** An offer that finds no room is dropped. */
    static void dropped() {
        Log log = new Log(0);
        SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>(Runnable::run, 1);
        publisher.subscribe(log);
        check(publisher.offer(1, null) >= 0, "there is room for one");
        check(publisher.offer(2, null) < 0, "there is room for no more");
        publisher.close();
        log.subscription.request(5);
        same("s1c", log.text.toString());
    }

    /** Units are converted towards zero, and what is too large stays the largest. */
    static void units() {
        same(2000L, TimeUnit.SECONDS.toMillis(2));
        same(1L, TimeUnit.NANOSECONDS.toSeconds(1_999_999_999));
        same(-1L, TimeUnit.MILLISECONDS.toSeconds(-1_999));
        same(Long.MAX_VALUE, TimeUnit.DAYS.toNanos(Long.MAX_VALUE));
        same(Long.MIN_VALUE, TimeUnit.HOURS.toMicros(Long.MIN_VALUE));
        same(3_600_000L, TimeUnit.MILLISECONDS.convert(1, TimeUnit.HOURS));
        same(24L, TimeUnit.DAYS.toHours(1));
        same(60L, TimeUnit.HOURS.toMinutes(1));
    }

    /** Units know those of other packages. */
    static void chronoUnits() {
        same(TimeUnit.SECONDS, TimeUnit.of(java.time.temporal.ChronoUnit.SECONDS));
        same(java.time.temporal.ChronoUnit.MICROS, TimeUnit.MICROSECONDS.toChronoUnit());
        thrown(IllegalArgumentException.class, () -> TimeUnit.of(java.time.temporal.ChronoUnit.YEARS));
        same(120L, TimeUnit.SECONDS.convert(java.time.Duration.ofMinutes(2)));
    }

    /** A unit joins a thread or sleeps for so long; a time that is not positive is none. */
    static void timedJoin() throws Exception {
        Thread t = start(() -> { });
        TimeUnit.SECONDS.timedJoin(t, -1);
        TimeUnit.SECONDS.sleep(-1);
        TimeUnit.NANOSECONDS.sleep(0);
        join(t);
        TimeUnit.SECONDS.timedJoin(t, 1);
        check(!t.isAlive(), "it has ended");
    }

    /** Who waits on an object through a unit must have its monitor. */
    static void timedWait() throws Exception {
        thrown(IllegalMonitorStateException.class, () -> TimeUnit.SECONDS.timedWait(new Object(), 1));
        TimeUnit.SECONDS.timedWait(new Object(), 0);
        check(new TimeoutException("m").getMessage().equals("m"), "it tells why");
    }
}
