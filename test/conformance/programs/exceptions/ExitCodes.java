// Exit with a code above 255 after output without a newline; other threads do not keep it alive.
// @exit 44
package exceptions;

class ExitCodes {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            try {
                Thread.sleep(1000000);
            } catch (InterruptedException e) {
                System.out.println("no");
            }
        });
        t.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.print("hook ")));
        System.out.print("no newline ");
        System.err.print("err");
        Runtime.getRuntime().exit(300);
    }
}
