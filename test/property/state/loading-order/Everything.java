import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Threads that keep in their states what an order of loading could show in. */
public class Everything {
    interface Greeting {
        String greet();
    }

    record Point(int x, Object y) {
    }

    /** Two threads need it at once. */
    static class Slow {
        static int value;

        static {
            value = shared.length();
        }
    }

    static volatile String shared = "a literal";
    static volatile Object made;
    static volatile Class<?> type;
    static volatile Throwable thrown;
    static volatile int count;
    static String guarded;
    static long wide = 7;

    volatile int own;

    static Object caught(int depth) {
        try {
            if (depth == 0) {
                throw new IllegalStateException("thrown");
            }
            return caught(depth - 1);
        } catch (IllegalStateException e) {
            return e;
        }
    }

    static Object failed() {
        try {
            return ((String) made).length();
        } catch (RuntimeException e) {
            return e;
        }
    }

    static Object proxy() {
        return Proxy.newProxyInstance(
                Everything.class.getClassLoader(), new Class<?>[] {Greeting.class}, (p, m, a) -> m.getName());
    }

    static void first() throws Throwable {
        IntSupplier captured = () -> Slow.value + count;
        made = captured;
        Field field = Everything.class.getDeclaredField("wide");
        Method method = Everything.class.getDeclaredMethod("caught", int.class);
        made = new Object[] {field, method};
        synchronized (Everything.class) {
            guarded = "one " + captured.getAsInt();
            VarHandle handle = MethodHandles.lookup().findStaticVarHandle(Everything.class, "wide", long.class);
            handle.set(9L);
            made = handle;
        }
        type = Point[].class;
    }

    static void second() throws Throwable {
        Supplier<Object> constant = () -> "constant";
        thrown = (Throwable) caught(2);
        synchronized (Everything.class) {
            guarded = "two";
            made = constant;
        }
        MethodHandle handle =
                MethodHandles.lookup()
                        .findStatic(Everything.class, "failed", MethodType.methodType(Object.class));
        made = handle;
        made = handle.invoke();
        count = Slow.value;
        Object greeting = proxy();
        made = ((Greeting) greeting).greet().equals("greet") ? greeting : null;
        Everything object = new Everything();
        AtomicIntegerFieldUpdater<Everything> updater =
                AtomicIntegerFieldUpdater.newUpdater(Everything.class, "own");
        updater.incrementAndGet(object);
        made = new Point(object.own, updater);
    }

    interface Body {
        void run() throws Throwable;
    }

    static Thread start(Body body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (Throwable e) {
                thrown = e;
            }
        });
        thread.start();
        return thread;
    }

    public static void main(String[] args) throws Exception {
        Thread one = start(Everything::first);
        Thread two = start(Everything::second);
        one.join();
        two.join();
        System.out.println(made.getClass().getName());
    }
}
