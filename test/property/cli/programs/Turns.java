public class Turns implements Runnable {
    private static final Object LOCK = new Object();
    private static int turn;
    private static volatile int total;
    private final int own;
    Turns(int own) { this.own = own; }
    static synchronized void add(int n) { total += n; }
    synchronized int twice() { return own * 2; }
    public void run() {
        for (int i = 0; i < 3; i++) {
            synchronized (LOCK) {
                while (turn != own) {
                    try {
                        LOCK.wait();
                    } catch (InterruptedException e) {
                        return;
                    }
                }
                turn = 1 - turn;
                LOCK.notifyAll();
            }
            add(twice());
        }
    }
    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = {new Thread(new Turns(0)), new Thread(new Turns(1), "second")};
        for (Thread t : threads) t.start();
        for (Thread t : threads) t.join();
        Thread.sleep(10);
        System.out.println(total);
    }
}
