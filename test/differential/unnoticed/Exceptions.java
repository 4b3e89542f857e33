import deadwood.Verify;
import java.io.OutputStream;
import java.io.PrintStream;

/** A thread says itself that it has no handler; that there is none is reported by the program's own code. */
final class NoHandler extends Thread {
    static int value;
    static int reported;

    @Override
    public UncaughtExceptionHandler getUncaughtExceptionHandler() {
        return null;
    }

    @Override
    public void run() {
        throw new IllegalStateException();
    }

    public static void main(String[] args) throws InterruptedException {
        System.setErr(new PrintStream(OutputStream.nullOutputStream()) {
            @Override
            public void println(String text) {
                reported = value;
            }
        });
        System.err.println("It is known that this is called.");
        NoHandler thread = new NoHandler();
        value = Verify.getBoolean() ? 1 : 0;
        Verify.getBoolean();
        thread.start();
        thread.join();
        if (reported == 1) throw new AssertionError("bad");
    }
}

/** What the virtual machine throws by itself takes suppressed exceptions like any other. */
final class Suppressed implements AutoCloseable {
    @Override
    public void close() {
        throw new IllegalStateException();
    }

    public static void main(String[] args) {
        int[] empty = new int[0];
        try (Suppressed resource = new Suppressed()) {
            empty[args.length] = 1;
        } catch (ArrayIndexOutOfBoundsException e) {
            if (e.getSuppressed().length == 1) throw new AssertionError("bad");
        }
    }
}

/** Two classes fail at the same time, and later uses of both tell why. */
final class FailTwice {
    static final class First {
        static int value = 1 / zero;
    }

    static final class Second {
        static int value = 1 / zero;
    }

    static int zero;

    private static void fail(Runnable use) {
        try {
            use.run();
        } catch (ExceptionInInitializerError expected) {
            return;
        } catch (NoClassDefFoundError e) {
            if (e.getCause() != null) return;
        }
        throw new AssertionError("a false alarm");
    }

    public static void main(String[] args) throws InterruptedException {
        Runnable first = () -> First.value = 1;
        Runnable second = () -> Second.value = 1;
        Thread thread = new Thread(() -> fail(first));
        Thread other = new Thread(() -> fail(second));
        thread.start();
        other.start();
        thread.join();
        other.join();
        fail(first);
        fail(second);
    }
}
