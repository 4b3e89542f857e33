// java.util.Timer: order, periods, cancellation, errors.
package threads;

import static java.lang.System.out;
import java.util.Date;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

public class Timers {
    static TimerTask task(Runnable action) {
        return new TimerTask() {
            @Override
            public void run() {
                action.run();
            }
        };
    }

    public static void main(String[] args) throws Exception {
        Timer timer = new Timer();
        CountDownLatch end = new CountDownLatch(1);
        timer.schedule(task(() -> out.println("second")), 500);
        timer.schedule(task(() -> out.println("first in " + Thread.currentThread().getName())), 10);
        timer.schedule(task(end::countDown), 1000);
        end.await();
        CountDownLatch beats = new CountDownLatch(3);
        TimerTask beat = task(beats::countDown);
        timer.schedule(beat, 1, 2);
        beats.await();
        out.println(beat.cancel() + " " + beat.cancel());
        CountDownLatch rates = new CountDownLatch(3);
        long[] times = new long[3];
        int[] count = new int[1];
        TimerTask rate = new TimerTask() {
            @Override
            public void run() {
                if (count[0] < 3) times[count[0]++] = scheduledExecutionTime();
                rates.countDown();
            }
        };
        timer.scheduleAtFixedRate(rate, 1, 5);
        rates.await();
        out.println((times[1] - times[0]) + " " + (times[2] - times[1]));
        rate.cancel();
        timer.purge();
        CountDownLatch past = new CountDownLatch(1);
        timer.schedule(task(past::countDown), new Date(0));
        past.await();
        TimerTask never = task(() -> out.println("never"));
        timer.schedule(never, 1_000_000);
        out.println(never.cancel() + " " + timer.purge());
        errors(timer);
        timer.cancel();
        timer.cancel();
        try {
            timer.schedule(task(() -> { }), 1);
        } catch (IllegalStateException e) {
            out.println(e.getMessage());
        }
        Timer daemon = new Timer("mine", true);
        CountDownLatch named = new CountDownLatch(1);
        daemon.schedule(task(() -> {
            out.println(Thread.currentThread().getName() + " " + Thread.currentThread().isDaemon());
            named.countDown();
        }), 0);
        named.await();
    }

    static void errors(Timer timer) {
        TimerTask used = task(() -> { });
        timer.schedule(used, 100_000);
        try {
            timer.schedule(used, 1);
        } catch (IllegalStateException e) {
            out.println(e.getMessage());
        }
        try {
            timer.schedule(task(() -> { }), -1);
        } catch (IllegalArgumentException e) {
            out.println(e.getMessage());
        }
        try {
            timer.schedule(task(() -> { }), 1, 0);
        } catch (IllegalArgumentException e) {
            out.println(e.getMessage());
        }
        try {
            timer.schedule(null, 1);
        } catch (NullPointerException e) {
            out.println("null");
        }
    }
}
