import deadwood.Verify;

/** A thread has a field that is called as one of Thread's, which says whether the program waits for it. */
final class OwnDaemon extends Thread {
    boolean daemon;

    @Override
    public synchronized void run() {
        try {
            wait();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) {
        OwnDaemon thread = new OwnDaemon();
        if (!Verify.getBoolean()) thread.setDaemon(true);
        Verify.getBoolean();
        thread.start();
    }
}

/** The same of the one that says that a thread was interrupted before its start. */
final class OwnInterrupted extends Thread {
    boolean interruptedEarly;

    @Override
    public void run() {
        if (Thread.interrupted()) throw new AssertionError("bad");
    }

    public static void main(String[] args) {
        OwnInterrupted thread = new OwnInterrupted();
        if (Verify.getBoolean()) thread.interrupt();
        Verify.getBoolean();
        thread.start();
    }
}

/** The same of an exception's message, which is told wherever the class that failed is used. */
final class OwnMessage {
    static final class Failure extends RuntimeException {
        String detailMessage;

        Failure(String message) {
            super(message);
        }
    }

    static final class Failing {
        static int value;

        static {
            if (failure != null) throw failure;
        }
    }

    static Failure failure;

    public static void main(String[] args) {
        failure = new Failure(Verify.getBoolean() ? "one" : "two");
        Verify.getBoolean();
        try {
            Failing.value = 1;
        } catch (ExceptionInInitializerError expected) {
            // And what comes now tells why.
        }
        try {
            Failing.value = 1;
        } catch (NoClassDefFoundError e) {
            if (e.getCause().getMessage().contains("one")) throw new AssertionError("bad");
        }
    }
}

/** An exception with a number where the virtual machine has its frames, and whose message is made of them. */
final class OwnBacktrace extends NullPointerException {
    static final class Box {
        int value;
    }

    int backtrace = 12345;

    public static void main(String[] args) {
        Box box = new Box();
        box.value = Verify.getBoolean() ? 1 : 0;
        Verify.getBoolean();
        try {
            throw new OwnBacktrace();
        } catch (OwnBacktrace e) {
            e.getMessage();
        }
        if (box.value == 1) throw new AssertionError("bad");
    }
}

/** Two threads ask for the message. */
final class SharedBacktrace extends NullPointerException {
    static int value;

    int backtrace = 12345;

    public static void main(String[] args) throws InterruptedException {
        SharedBacktrace shared = new SharedBacktrace();
        value = Verify.getBoolean() ? 1 : 0;
        Verify.getBoolean();
        Thread other = new Thread(shared::getMessage);
        other.start();
        shared.getMessage();
        other.join();
        if (value == 1) throw new AssertionError("bad");
    }
}
