// main dies but another non-daemon thread finishes its work first; the exit code is still 1.
// @exit 1
package exceptions;

class MainThreadDies {
    static volatile boolean dying;

    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        Thread t = new Thread(() -> {
            try {
                main.join();
            } catch (InterruptedException e) {
                System.out.println("no");
            }
            System.out.println("worker after main: " + main.isAlive());
        });
        t.start();
        dying = true;
        throw new Exception("main is gone");
    }
}
