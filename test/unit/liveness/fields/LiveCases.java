/** Small programs that call mark(n) where the test wants to know which fields are live. */
class Marks {
    static void mark(int n) {
    }
}

class Straight {
    static int early;
    static int late;
    static int never;
    int field;

    public static void main(String[] args) {
        Straight object = new Straight();
        never = 1;
        Marks.mark(0);
        int sum = early;
        Marks.mark(1);
        sum += late;
        Marks.mark(2);
        object.field = sum;
        Marks.mark(3);
        early = object.field;
        Marks.mark(4);
    }
}

/** A frame below the top goes on after the call, or in a handler. */
class Handlers {
    static int handled;
    static int handledFurtherUp;
    static int before;

    static void fail(int n) {
        Marks.mark(n);
        if (n == 0) {
            throw new IllegalStateException();
        }
    }

    static void between() {
        fail(0);
    }

    public static void main(String[] args) {
        int sum = before;
        try {
            between();
        } catch (IllegalStateException e) {
            sum += handledFurtherUp;
        }
        try {
            fail(1);
        } catch (RuntimeException e) {
            sum += handled;
        }
        fail(2);
        Marks.mark(3);
    }
}

/** Any instruction may throw: the handler counts while the range is not left. */
class Throwing {
    static int handled;
    static int[] numbers = new int[1];

    public static void main(String[] args) {
        int sum = 0;
        try {
            Marks.mark(0);
            sum = numbers[args.length + 1];
        } catch (ArrayIndexOutOfBoundsException e) {
            Marks.mark(1);
            sum = handled;
        }
        Marks.mark(2);
    }
}

/** The first use of a class runs its initialiser. */
class Initializers {
    static int byNew;
    static int byGet;
    static int byPut;
    static int byCall;
    static int bySuper;

    static class New {
        static int copy = byNew;
    }

    static class Get {
        static int copy = byGet;
    }

    static class Put {
        static int copy = byPut;
        static int other;
    }

    static class Call {
        static int copy = byCall;

        static void run() {
        }
    }

    static class Above {
        static int copy = bySuper;
    }

    static class Below extends Above {
    }

    public static void main(String[] args) {
        Marks.mark(0);
        new New();
        Marks.mark(1);
        int sum = Get.copy;
        Marks.mark(2);
        Put.other = sum;
        Marks.mark(3);
        Call.run();
        Marks.mark(4);
        new Below();
        Marks.mark(5);
        again();
    }

    /** All is initialised: nothing is run for these any more. */
    static void again() {
        Marks.mark(6);
        new New();
        new Below();
        Call.run();
    }
}

/** A class is being initialised: what its own initialiser reads is still to come. */
class Initializing {
    static int readBelow;

    static class Above {
        static {
            Marks.mark(0);
        }
    }

    static class Below extends Above {
        static int copy = readBelow;
    }

    public static void main(String[] args) {
        new Below();
        Marks.mark(1);
    }
}

/** An instruction that an initialisation has interrupted is executed as a whole afterwards. */
class Interrupted {
    static class Holder {
        static int value;

        static {
            Marks.mark(0);
        }
    }

    public static void main(String[] args) {
        int copy = Holder.value;
        Marks.mark(1);
    }
}

/** A main class, whose initialisation no instruction of the program asks for. */
class MainAbove {
    static int readBelow;

    static {
        Marks.mark(0);
    }
}

class MainBelow extends MainAbove {
    static int copy = readBelow;

    public static void main(String[] args) {
        Marks.mark(1);
    }
}

/** A call may run the methods of classes that exist, not of all that there are. */
class Dispatch {
    interface Shape {
        int size();
    }

    static class Used implements Shape {
        int used;

        public int size() {
            return used;
        }
    }

    static class Unused implements Shape {
        int unused;

        public int size() {
            return unused;
        }
    }

    public static void main(String[] args) {
        Shape shape = args.length > 1 ? null : new Used();
        Marks.mark(0);
        int size = shape.size();
        Marks.mark(1);
    }

    /** Nobody calls this. */
    static Shape unused() {
        return new Unused();
    }
}

/** What a thread that is started may read is read by whoever starts it; later by its own frames. */
class Threads extends Thread {
    static int ofThread;
    static int afterJoin;
    static volatile boolean isGone;

    @Override
    public void run() {
        int value = ofThread;
        Marks.mark(1);
    }

    public static void main(String[] args) throws InterruptedException {
        Threads thread = new Threads();
        Marks.mark(0);
        thread.start();
        thread.join();
        Marks.mark(2);
        int value = afterJoin;
    }
}

class Lambdas {
    static int inBody;

    public static void main(String[] args) {
        int[] captured = {1};
        Runnable task = () -> captured[0] += inBody;
        Marks.mark(0);
        task.run();
        Marks.mark(1);
    }
}

class Natives {
    public static void main(String[] args) {
        long[] numbers = new long[3];
        numbers[0] = 1;
        String text = new String(new char[] {'x'});
        Marks.mark(0);
        text.intern();
        Marks.mark(1);
    }
}

/** A copy is read only if somebody reads it. */
class Copying {
    public static void main(String[] args) {
        int[] from = new int[3];
        int[] to = new int[3];
        Object[] all = new Object[1];
        Object[] others = new Object[1];
        Marks.mark(0);
        System.arraycopy(all, 0, others, 0, 1);
        Marks.mark(1);
        System.arraycopy(from, 0, to, 0, 3);
        Marks.mark(2);
        int first = to[0];
        Marks.mark(3);
    }
}

/** Elements that might not fit are looked at. */
class Fitting {
    public static void main(String[] args) {
        Object[] all = new Object[1];
        Object[] texts = new String[1];
        Marks.mark(0);
        System.arraycopy(all, 0, texts, 0, 1);
        Marks.mark(1);
        System.arraycopy(all, 0, texts, 0, 1);
        Marks.mark(2);
    }
}

class Copies implements Cloneable {
    int copied;

    public static void main(String[] args) throws CloneNotSupportedException {
        Copies object = new Copies();
        long[] numbers = new long[2];
        Marks.mark(0);
        numbers.clone();
        Marks.mark(1);
        object.clone();
        Marks.mark(2);
    }
}

class Watched {
    static int watched;
    static int other;

    static boolean isFine() {
        return watched == 0;
    }

    public static void main(String[] args) {
        Marks.mark(0);
        int value = other;
        Marks.mark(1);
    }
}

class Reflective {
    static int field;

    public static void method() {
    }

    public static void main(String[] args) throws Exception {
        Marks.mark(0);
        Reflective.class.getMethod("method").invoke(null);
        Marks.mark(1);
    }
}

/** A class that is looked up by a name that nobody can foresee, or by one that everybody can. */
class LookedUp {
    static int ahead;
    static int after;
    static int other;
    static String name = "LookedUp$";

    static class Found {
        static int value = ahead;
    }

    /** Made by reflection only, and called like any other. */
    static class Made implements Runnable {
        @Override
        public void run() {
            int value = other;
        }
    }

    static void find() throws Exception {
        Class.forName(name + "Found");
    }

    public static void main(String[] args) throws Exception {
        Marks.mark(0);
        find();
        Marks.mark(1);
        int value = after;
        Marks.mark(2);
    }
}

class LookedUpByConstant extends LookedUp {
    public static void main(String[] args) throws Exception {
        Marks.mark(0);
        Class.forName("LookedUp$Found");
        Marks.mark(1);
        int value = after;
        Marks.mark(2);
    }
}

class MadeByReflection extends LookedUp {
    public static void main(String[] args) throws Exception {
        Marks.mark(0);
        Runnable made = (Runnable) Class.forName(name + "Made").getDeclaredConstructor().newInstance();
        Marks.mark(1);
        made.run();
        Marks.mark(2);
        int value = after;
    }
}

class Uncaught {
    static int read;

    static class Failure extends RuntimeException {
        int code;

        @Override
        public String getMessage() {
            return "code " + code;
        }
    }

    public static void main(String[] args) {
        Failure failure = new Failure();
        Marks.mark(0);
        throw failure;
    }
}

class Catching {
    static int inHandler;

    public static void main(String[] args) {
        Thread.setDefaultUncaughtExceptionHandler((thread, exception) -> {
            int value = inHandler;
        });
        Marks.mark(0);
        throw new IllegalStateException();
    }
}

class Hooks {
    static int inHook;

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            int value = inHook;
        }));
        Marks.mark(0);
    }
}

enum Color {
    RED,
    GREEN;

    static int shade;

    public static void main(String[] args) {
        Marks.mark(0);
        for (Color color : Color.values()) {
            shade += color.ordinal();
        }
        Marks.mark(1);
    }
}

class Loops {
    static int first;
    static int second;

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            int a = first;
            Marks.mark(i);
            int b = second;
        }
        Marks.mark(2);
    }
}
