import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** Access to fields by their place. */
final class Memory {
    static final Unsafe UNSAFE;

    static {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            UNSAFE = (Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private Memory() {
    }

    static long offset(Class<?> owner, String name) throws ReflectiveOperationException {
        return UNSAFE.objectFieldOffset(owner.getDeclaredField(name));
    }
}

/** The upper half of a long is written by itself. */
final class UpperHalf {
    long value;

    public static void main(String[] args) throws ReflectiveOperationException {
        long offset = Memory.offset(UpperHalf.class, "value");
        UpperHalf object = new UpperHalf();
        new Thread(() -> Memory.UNSAFE.putInt(object, offset + 4, 1)).start();
        long before = object.value;
        long after = object.value;
        if (before != after) throw new AssertionError("bad");
    }
}

/** The same of a final field. */
final class FinalUpperHalf {
    final long value;

    private FinalUpperHalf(long value) {
        this.value = value;
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        long offset = Memory.offset(FinalUpperHalf.class, "value");
        FinalUpperHalf object = new FinalUpperHalf(args.length);
        new Thread(() -> Memory.UNSAFE.putInt(object, offset + 4, 1)).start();
        long before = object.value;
        long after = object.value;
        if (before != after) throw new AssertionError("bad");
    }
}

/** The same of a static one. */
final class StaticUpperHalf {
    static long value;

    public static void main(String[] args) throws ReflectiveOperationException {
        Field field = StaticUpperHalf.class.getDeclaredField("value");
        Object base = Memory.UNSAFE.staticFieldBase(field);
        long offset = Memory.UNSAFE.staticFieldOffset(field);
        new Thread(() -> Memory.UNSAFE.putInt(base, offset + 4, 1)).start();
        long before = value;
        long after = value;
        if (before != after) throw new AssertionError("bad");
    }
}

/** Two ints are written as if they were a long. */
final class WrittenTogether {
    int first;
    int second;

    public static void main(String[] args) throws ReflectiveOperationException {
        long offset = Memory.offset(WrittenTogether.class, "first");
        WrittenTogether object = new WrittenTogether();
        new Thread(() -> Memory.UNSAFE.putLong(object, offset, -1L)).start();
        int before = object.second;
        int after = object.second;
        if (before != after) throw new AssertionError("bad");
    }
}

/** They are read so. */
final class ReadTogether {
    int first;
    int second;

    public static void main(String[] args) throws ReflectiveOperationException {
        long offset = Memory.offset(ReadTogether.class, "first");
        ReadTogether object = new ReadTogether();
        new Thread(() -> {
            object.second = 1;
            object.second = 2;
        }).start();
        if (Memory.UNSAFE.getLong(object, offset) >>> 32 == 1) throw new AssertionError("bad");
    }
}

/** A class is read before it is ready, and nobody waits for it. */
final class ReadEarly {
    static final class Slow {
        static int value;

        static {
            value = 1;
            value = 2;
        }

        static void touch() {
        }
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        Field field = Slow.class.getDeclaredField("value");
        Object base = Memory.UNSAFE.staticFieldBase(field);
        long offset = Memory.UNSAFE.staticFieldOffset(field);
        new Thread(Slow::touch).start();
        if (Memory.UNSAFE.getInt(base, offset) == 1) throw new AssertionError("bad");
    }
}

/** System.out is final, and is set all the same. */
final class SetOut {
    public static void main(String[] args) {
        PrintStream other = new PrintStream(new ByteArrayOutputStream());
        new Thread(() -> System.setOut(other)).start();
        PrintStream before = System.out;
        PrintStream after = System.out;
        if (before != after) throw new AssertionError("bad");
    }
}

/** The arguments of a handle are in an array that another thread writes to. */
final class HandleArguments {
    static final Object[] ARGUMENTS = {"first"};

    static Object same(Object object) {
        return object;
    }

    public static void main(String[] args) throws Throwable {
        MethodType type = MethodType.methodType(Object.class, Object.class);
        MethodHandle handle = MethodHandles.lookup().findStatic(HandleArguments.class, "same", type);
        new Thread(() -> {
            ARGUMENTS[0] = "second";
            ARGUMENTS[0] = "third";
        }).start();
        if (handle.invokeWithArguments(ARGUMENTS) == "second") throw new AssertionError("bad");
    }
}
