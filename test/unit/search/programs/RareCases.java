import deadwood.Verify;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Programs that use something of the library on few paths only. */
class Rare {
    static final int PATHS = 3000;
    static final int WAY = 2718;

    static List<Object> list(Object first) {
        List<Object> list = new ArrayList<>();
        list.add(new Object());
        list.set(0, first);
        return list;
    }
}

/** What is in there is asked on one path of many: until then nobody is known to read it, and going round leads back. */
class RareRead {
    public static void main(String[] args) {
        Object bad = new Object();
        AtomicReference<Object> kept = new AtomicReference<>();
        for (;;) {
            int way = Verify.getInt(0, Rare.PATHS);
            if (way == 0) {
                kept.set(bad);
                continue;
            }
            if (way == Rare.WAY && kept.get() == bad) throw new IllegalStateException("the bad one");
            return;
        }
    }
}

/** Elements are looked at by one copy, which they may not fit; others take them as they are. */
class RareCopy {
    public static void main(String[] args) {
        Object[] from = {"text"};
        Object[] to = new String[1];
        System.arraycopy(from, 0, new Object[1], 0, 1);
        for (;;) {
            int way = Verify.getInt(0, Rare.PATHS);
            if (way == 0) {
                from[0] = from;
                continue;
            }
            if (way == Rare.WAY) System.arraycopy(from, 0, to, 0, 1);
            return;
        }
    }
}

/** The same by a native that can do anything. */
class RareCall {
    static Object kept;

    public static void check() {
        if (((List<?>) kept).size() > 1) throw new IllegalStateException("too many");
    }

    public static void main(String[] args) throws Exception {
        List<Object> list = new ArrayList<>();
        if (Verify.getBoolean()) list.add(list);
        list.add(list);
        kept = list;
        if (Verify.getInt(0, Rare.PATHS) == Rare.WAY) {
            RareCall.class.getMethod("check").invoke(null);
        }
    }
}

/** An invariant that asks so only on that path. */
class RareInvariant {
    static final AtomicReference<Object> kept = new AtomicReference<>();
    static Object bad;
    static boolean isLate;

    static boolean isFine() {
        return !isLate || kept.get() != bad;
    }

    public static void main(String[] args) {
        bad = new Object();
        for (;;) {
            int way = Verify.getInt(0, Rare.PATHS);
            if (way == 0) {
                kept.set(bad);
                continue;
            }
            isLate = way == Rare.WAY;
            Verify.getBoolean();
            return;
        }
    }
}

/** More and more of the library, one method a path. */
class RareMany {
    public static void main(String[] args) {
        List<Object> list = Rare.list(Verify.getBoolean() ? null : new Object());
        int way = Verify.getInt(0, Rare.PATHS);
        StringBuilder text = new StringBuilder();
        switch (way) {
            case 100: list.indexOf(null); break;
            case 200: list.contains(null); break;
            case 300: list.remove(null); break;
            case 400: list.toArray(); break;
            case 500: list.subList(0, 1).size(); break;
            case 600: list.iterator().next(); break;
            case 700: list.listIterator().next(); break;
            case 800: list.lastIndexOf(null); break;
            case 900: list.addAll(list); break;
            case 1000: list.removeIf(each -> each == null); break;
            case 1100: list.stream().count(); break;
            case 1200: list.clear(); break;
            case 1300: list.forEach(each -> text.append('a')); break;
            case 1400: text.append(1L); break;
            case 1500: text.append(true); break;
            case 1600: text.insert(0, 'c'); break;
            case 1700: text.reverse(); break;
            default: return;
        }
        if (list.size() > 0 && list.get(0) == null) throw new IllegalStateException("null after " + way);
    }
}

/** Goes round for ever. What the first round leaves behind nobody reads, but the library as a whole might. */
class Spinning {
    static volatile boolean isOver;

    public static void main(String[] args) {
        List<Object> list = Rare.list(null);
        AtomicReference<Object> kept = new AtomicReference<>();
        Thread other = new Thread(() -> isOver = list.isEmpty());
        other.start();
        while (!isOver) kept.set(list);
    }
}

/** What nobody can run is come to on some paths; others end before. */
class Unsupported {
    static native void missing();

    public static void main(String[] args) {
        if (Verify.getInt(0, 3) > 0) missing();
        throw new IllegalStateException("before");
    }
}

/**
 * Goes round as long as it likes, then looks at an object; another one, which comes before it,
 * nobody looks at. That the round depends on the object is known when its first state is left.
 */
class Turning {
    static final class Node {
        int value;
    }

    static Node forgotten;
    static Node kept;

    public static void main(String[] args) {
        forgotten = new Node();
        kept = new Node();
        boolean isTurned = begin();
        for (;;) {
            if (isTurned) {
                Verify.getBoolean();
                isTurned = false;
            } else {
                if (Verify.getBoolean()) break;
                isTurned = true;
            }
        }
        for (int i = 0; i < 8; i++) Verify.getBoolean();
        if (kept.value == 1) throw new IllegalStateException("the bad one");
    }

    private static boolean begin() {
        kept.value = Verify.getInt(0, 1);
        return kept.value == 1;
    }
}
