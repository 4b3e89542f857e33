import deadwood.Verify;

/**
 * A box that may have been published, and is taken back, before it is written to. Whether it was shows
 * nowhere in the end: but another thread may have it still, and be about to read it.
 */
final class Published {
    static final class Box {
        int value;
    }

    static Box box;
    static int last;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            Box own = new Box();
            if (Verify.getBoolean()) box = own;
            box = null;
            last = 1;
            own.value = 5;
        });
        Thread reader = new Thread(() -> {
            look();
            int seen = last;
        });
        writer.start();
        reader.start();
        writer.join();
        reader.join();
    }

    private static void look() {
        Box found = box;
        if (found != null && found.value != 0) throw new AssertionError("written after it was taken back");
    }
}

/** The same of a final field that is written after the object has leaked. */
final class Leaked {
    static final class Box {
        final int value;

        Box() {
            if (Verify.getBoolean()) box = this;
            box = null;
            last = 1;
            value = 5;
        }
    }

    static Box box;
    static int last;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(Box::new);
        Thread reader = new Thread(() -> {
            look();
            int seen = last;
        });
        writer.start();
        reader.start();
        writer.join();
        reader.join();
    }

    private static void look() {
        Box found = box;
        if (found != null && found.value != 0) throw new AssertionError("written after it was taken back");
    }
}
