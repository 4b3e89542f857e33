import deadwood.Verify;

/** Goes round in circles, and keeps what it made last where it is read for nothing. */
public final class Keeps {
    private static Object last;
    private static Object before;
    private static volatile int turn;
    private static volatile boolean stop;
    private static int[] kept;

    private Keeps() {
    }

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            while (!stop) {
                int now = turn;
                int[] made = new int[1 + Verify.getInt(0, 3)];
                for (int i = 0; i < made.length; i++) made[i] = 100_000_000 + i;
                kept = made;
                before = last;
                last = new String[Verify.getInt(0, 2)];
                turn = 1 - now;
                if (kept[0] == 0) throw new IllegalStateException();
            }
        });
        thread.start();
        stop = true;
        thread.join();
    }
}
