/** Threads that get other names, of others too, while objects are made and lost. */
public class Renaming {
    static volatile int shared;

    public static void main(String[] args) throws Exception {
        Thread[] all = new Thread[3];
        for (int i = 0; i < all.length; i++) {
            all[i] = new Thread(Renaming::work, "worker");
            all[i].start();
        }
        all[2].setName("last");
        shared++;
        all[0].setName("last");
        litter();
        shared++;
        all[2].setName("worker");
        shared++;
        Thread.currentThread().setName("boss");
        litter();
        shared++;
    }

    static void work() {
        shared++;
        Thread.currentThread().setName("at " + shared);
        litter();
        shared++;
    }

    static void litter() {
        Object[] last = new Object[1];
        for (int i = 0; i < 3000; i++) last[0] = new int[2];
    }
}
