/*
 * In each of these a reader sees first that nothing is announced, then looks
 * through a native method and finds that it was done all the same: another
 * thread came in between.
 */
abstract class Between {
    static volatile boolean announced;

    static void run(Runnable writer, Runnable reader) throws InterruptedException {
        Thread a = new Thread(() -> {
            announced = true;
            writer.run();
        });
        Thread b = new Thread(reader);
        a.start();
        b.start();
    }
}

final class CloneBetween extends Between {
    static final int[] cells = new int[1];

    public static void main(String[] args) throws Exception {
        run(() -> cells[0] = 1, () -> {
            if (announced) return;
            int[] seen = cells.clone();
            assert seen[0] == 0;
        });
    }
}

final class ReflectionBetween extends Between {
    static int cell;

    public static void main(String[] args) throws Exception {
        var field = ReflectionBetween.class.getDeclaredField("cell");
        run(() -> cell = 1, () -> {
            if (announced) return;
            try {
                assert field.getInt(null) == 0;
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        });
    }
}

final class SharedByReflection {
    static int[] cells;

    public static void main(String[] args) throws Exception {
        var field = SharedByReflection.class.getDeclaredField("cells");
        Thread reader = new Thread(() -> {
            int[] seen = cells;
            assert seen == null || seen[0] == seen[1];
        });
        reader.start();
        int[] made = new int[2];
        field.set(null, made);
        made[0] = 1;
        made[1] = 1;
    }
}
