import deadwood.Verify;
import java.util.concurrent.Semaphore;

/** Whether a thread can go on is read from memory by nobody but whoever asks who can run. */
public final class Waits {
    private static Semaphore permits;
    private static int noise;

    private Waits() {
    }

    public static void main(String[] args) throws InterruptedException {
        permits = new Semaphore(Verify.getBoolean() ? 1 : 0);
        Thread waiter = new Thread(() -> {
            noise = Verify.getInt(0, 1);
            permits.acquireUninterruptibly();
            throw new IllegalStateException("there was a permit");
        });
        waiter.start();
        waiter.join();
    }
}
