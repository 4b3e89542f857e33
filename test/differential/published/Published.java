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

    public static void main(String[] args) throws InterruptedException {
        Runnable writer = () -> {
            Box own = new Box();
            if (Verify.getBoolean()) box = own;
            box = null;
            Both.last = 1;
            own.value = 5;
        };
        Both.run(writer, () -> {
            Box found = box;
            if (found != null) Both.look(found.value);
        });
    }
}

/** The same of a final field that is written after the object has leaked. */
final class Leaked {
    static final class Box {
        final int value;

        Box() {
            if (Verify.getBoolean()) box = this;
            box = null;
            Both.last = 1;
            value = 5;
        }
    }

    static Box box;

    public static void main(String[] args) throws InterruptedException {
        Both.run(Box::new, () -> {
            Box found = box;
            if (found != null) Both.look(found.value);
        });
    }
}

/** A thread that writes and one that looks, and then at something else, so that its end comes later. */
final class Both {
    static int last;

    private Both() {
    }

    static void run(Runnable writer, Runnable reader) throws InterruptedException {
        Thread first = new Thread(writer);
        Thread second = new Thread(() -> {
            reader.run();
            int seen = last;
        });
        first.start();
        second.start();
        first.join();
        second.join();
    }

    static void look(int value) {
        if (value != 0) throw new AssertionError("written after it was taken back");
    }
}
