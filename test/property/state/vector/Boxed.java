/** Programs with boxes that the library keeps: what is done to them must be seen. */
@SuppressWarnings({"removal", "synchronization"})
class LockedBox {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Integer five = 5;
        Integer other = new Integer(args.length + 5);
        Thread first = new Thread(() -> add(five));
        Thread second = new Thread(() -> add(Integer.valueOf(5)));
        Thread third = new Thread(() -> add(other));
        first.start();
        second.start();
        third.start();
        first.join();
        second.join();
        third.join();
    }

    static void add(Integer lock) {
        synchronized (lock) {
            count = count + 1;
        }
    }
}

class HashedBox {
    static Object kept;
    static int hash;

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {
            kept = 7;
            hash = System.identityHashCode(kept);
            kept = 8;
        });
        Thread second = new Thread(() -> {
            Object mine = 7;
            hash = System.identityHashCode(mine);
            kept = mine;
        });
        first.start();
        second.start();
        first.join();
        second.join();
    }
}

/** A box that is equal to the one kept, but not it. */
@SuppressWarnings("removal")
class OtherBox {
    static Object kept;
    static boolean isSame;

    public static void main(String[] args) throws InterruptedException {
        Integer mine = 9;
        Integer other = new Integer(9);
        Thread first = new Thread(() -> {
            kept = mine;
            isSame = kept == Integer.valueOf(9);
        });
        Thread second = new Thread(() -> {
            kept = other;
            isSame = kept == Integer.valueOf(9);
        });
        first.start();
        second.start();
        first.join();
        second.join();
    }
}

/** Who comes first has all boxes made. */
class FilledBoxes {
    static Object kept;
    static Object other;

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {
            kept = Short.valueOf((short) 3);
            other = Short.valueOf((short) 300);
        });
        Thread second = new Thread(() -> {
            other = Short.valueOf((short) -3);
            kept = other;
        });
        first.start();
        second.start();
        first.join();
        second.join();
    }
}

class AllBoxes {
    static Object[] kept = new Object[12];
    static int next;

    public static void main(String[] args) throws InterruptedException {
        Object[] all = {
            1, 1L, (short) 1, (byte) 1, 'a', -1, -1L, 4_294_967_297L, (short) -1, (byte) -1, 'z', true
        };
        Thread first = new Thread(() -> put(all, 0));
        Thread second = new Thread(() -> put(all, 6));
        first.start();
        second.start();
        first.join();
        second.join();
    }

    static void put(Object[] all, int from) {
        for (int i = from; i < from + 3; i++) {
            synchronized (kept) {
                kept[next++] = all[i];
            }
        }
    }
}

/** Which box was asked first shows in nothing but the boxes' hashes. */
class AskedBoxes {
    static volatile int asked;

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> ask(7));
        Thread second = new Thread(() -> ask(8));
        first.start();
        second.start();
        first.join();
        second.join();
    }

    static void ask(Object box) {
        System.identityHashCode(box);
        asked = 1;
    }
}
