import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** Objects that are written to a byte array and read back. Without an argument all of them, one line each. */
final class Serialized {
    /** What came of the one that the argument names. */
    static volatile int result = -2;

    private Serialized() {
    }

    static byte[] bytes(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }

    static Object read(byte[] bytes) throws Exception {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        }
    }

    @SuppressWarnings("unchecked")
    static <T> T copy(T object) throws Exception {
        return (T) read(bytes(object));
    }

    enum Plain { A, B { } }

    record Point(int x, String name, List<Integer> list) implements Serializable {
    }

    record Checked(int value) implements Serializable {
        Checked {
            if (value < 0) throw new IllegalArgumentException("negative");
        }
    }

    static class Base {
        int base = 7;
    }

    static class User extends Base implements Serializable {
        private static final long serialVersionUID = 1;
        int kept = 3;
        transient int lost = 4;
        final String text;
        User next;

        User(String text) {
            this.text = text;
        }
    }

    static class Hooks implements Serializable {
        int plain = 1;
        transient int own = 2;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeInt(own * 10);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            own = in.readInt();
        }
    }

    static class Single implements Serializable {
        static final Single ONE = new Single();

        private Object readResolve() {
            return ONE;
        }
    }

    static class Replaced implements Serializable {
        int value = 5;

        private Object writeReplace() {
            return new Stand(value);
        }
    }

    static class Stand implements Serializable {
        final int value;

        Stand(int value) {
            this.value = value;
        }

        private Object readResolve() {
            Replaced replaced = new Replaced();
            replaced.value = value + 1;
            return replaced;
        }
    }

    public static class External implements Externalizable {
        int value;

        public External() {
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(value);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            value = in.readInt();
        }
    }

    static class Renamed implements Serializable {
        private static final ObjectStreamField[] serialPersistentFields = {new ObjectStreamField("alias", int.class)};
        transient int real = 8;

        private void writeObject(ObjectOutputStream out) throws IOException {
            ObjectOutputStream.PutField fields = out.putFields();
            fields.put("alias", real);
            out.writeFields();
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            real = in.readFields().get("alias", -1);
        }
    }

    static class Numberless implements Serializable {
        int value = 9;
    }

    static class Unfit {
    }

    static class Holder implements Serializable {
        Object held = new Unfit();
    }

    static class Handler implements InvocationHandler, Serializable {
        @Override
        public Object invoke(Object proxy, Method method, Object[] args) {
            return 17;
        }
    }

    /** Seen by others before its final field is there. */
    static class Leaking implements Serializable {
        static volatile Leaking seen;
        final int value;

        Leaking(int value) {
            this.value = value;
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            seen = this;
            in.defaultReadObject();
        }
    }

    interface Action {
        Object run() throws Exception;
    }

    private static void show(String name, Action action) {
        Object shown;
        try {
            shown = action.run();
        } catch (NotSerializableException e) {
            shown = "not serializable: " + e.getMessage();
        } catch (Exception e) {
            shown = "threw " + e;
        }
        System.out.println(name + ": " + shown);
    }

    private static void all() {
        show("strings", () -> copy("h\u00e9llo") + copy("") + copy(new String(new char[70000])).length());
        show("boxes", () -> "" + copy(1) + copy(2L) + copy('c') + copy(true) + copy(1.5) + copy(2.5f) + copy((short) 3)
            + copy((byte) 4));
        show("enums", () -> "" + (copy(Plain.A) == Plain.A) + (copy(Plain.B) == Plain.B) + copy(TimeUnit.SECONDS));
        show("lists", () -> "" + copy(new ArrayList<>(List.of(1, 2))) + copy(new LinkedList<>(List.of(1, 2)))
            + copy(List.of(1, 2, 3)) + copy(Arrays.asList(1, 2)) + copy(Collections.unmodifiableList(new ArrayList<>(List.of(4))))
            + copy(new Vector<>(List.of(1))) + copy(new ArrayDeque<>(List.of(8))) + copy(Collections.emptyList()));
        show("maps", () -> "" + copy(new HashMap<>(Map.of("a", 1))) + copy(new TreeMap<>(Map.of("a", 1, "b", 2)))
            + copy(new LinkedHashMap<>(Map.of("z", 1))) + copy(Map.of("k", 1)) + copy(new EnumMap<>(Map.of(Plain.A, 1)))
            + copy(new Hashtable<>(Map.of(1, 2))));
        show("sets", () -> "" + copy(new HashSet<>(Set.of(1))) + copy(new TreeSet<>(Set.of(2, 1))) + copy(Set.of(3))
            + copy(EnumSet.of(Plain.A)) + copy(new LinkedHashSet<>(List.of(1))) + copy(new BitSet()));
        show("exceptions", () -> {
            Exception before = new IllegalStateException("m", new RuntimeException("c"));
            before.addSuppressed(new Exception("s"));
            Exception e = copy(before);
            return e.getMessage() + e.getCause() + Arrays.toString(e.getSuppressed())
                + Arrays.equals(e.getStackTrace(), before.getStackTrace()) + (e.getStackTrace().length > 0);
        });
        show("errors", () -> "" + copy(new AssertionError("x")) + copy(new ExecutionException("q", new IOException("io"))).getCause()
            + copy(new StackOverflowError()) + copy(new ArrayIndexOutOfBoundsException(3)));
        show("atomics", () -> "" + copy(new AtomicInteger(3)) + copy(new AtomicLong(4)) + copy(new AtomicBoolean(true))
            + copy(new AtomicReference<>("r")) + copy(new AtomicIntegerArray(new int[] {1, 2}))
            + copy(new AtomicReferenceArray<>(new String[] {"a"})));
        show("adder", () -> {
            LongAdder adder = new LongAdder();
            adder.add(5);
            return copy(adder).sum();
        });
        show("lock", () -> {
            ReentrantLock lock = new ReentrantLock(true);
            lock.lock();
            ReentrantLock copy = copy(lock);
            return "" + copy.isLocked() + copy.isFair() + copy.tryLock() + copy.isHeldByCurrentThread() + copy.getHoldCount();
        });
        show("read-write lock", () -> {
            ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);
            lock.readLock().lock();
            ReentrantReadWriteLock copy = copy(lock);
            String text = "" + copy.getReadLockCount() + copy.isFair() + copy.writeLock().tryLock() + copy.isWriteLocked();
            copy.readLock().lock();
            return text + copy.getReadLockCount();
        });
        show("stamped lock", () -> {
            StampedLock lock = new StampedLock();
            lock.writeLock();
            StampedLock copy = copy(lock);
            return "" + copy.isWriteLocked() + (copy.tryWriteLock() != 0) + copy.isWriteLocked();
        });
        show("semaphore", () -> {
            Semaphore semaphore = new Semaphore(3, true);
            semaphore.acquire();
            Semaphore copy = copy(semaphore);
            return "" + copy.availablePermits() + copy.isFair() + copy.tryAcquire(2) + copy.tryAcquire();
        });
        show("latch", () -> copy(new CountDownLatch(1)));
        show("future", () -> copy(new FutureTask<>(() -> 1)));
        show("pool", () -> copy(new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>())));
        show("thread", () -> copy(new Thread()));
        show("object", () -> copy(new Object()));
        show("held", () -> copy(new Holder()));
        show("queues", () -> "" + copy(new LinkedBlockingQueue<>(List.of(1))) + copy(new ArrayBlockingQueue<>(2))
            + copy(new PriorityBlockingQueue<>(List.of(2, 1))) + copy(new ConcurrentLinkedQueue<>(List.of(1)))
            + copy(new ConcurrentLinkedDeque<>(List.of(1))) + copy(new LinkedBlockingDeque<>(List.of(1)))
            + copy(new LinkedTransferQueue<>(List.of(1))) + copy(new CopyOnWriteArrayList<>(List.of(1)))
            + copy(new PriorityQueue<>(List.of(2, 1))) + copy(new SynchronousQueue<>(true)).offer(1));
        show("concurrent maps", () -> "" + copy(new ConcurrentHashMap<>(Map.of(1, 2))) + copy(new ConcurrentSkipListMap<>(Map.of(1, 2)))
            + copy(new ConcurrentSkipListSet<>(Set.of(1))) + copy(new CopyOnWriteArraySet<>(Set.of(1))));
        show("records", () -> copy(new Point(1, "b", List.of(1, 2))) + "" + copy(new Checked(4)));
        show("refused record", () -> {
            byte[] bytes = bytes(new Checked(1));
            bytes[bytes.length - 4] = -1;
            try {
                return read(bytes);
            } catch (IOException e) {
                return e.getClass() + " " + e.getCause();
            }
        });
        show("user", () -> {
            User user = new User("final");
            user.next = user;
            user.base = 55;
            user.lost = 9;
            User copy = copy(user);
            return copy.kept + "" + copy.lost + copy.text + (copy.next == copy) + copy.base;
        });
        show("hooks", () -> copy(new Hooks()).own + copy(new Hooks()).plain);
        show("replaced", () -> "" + (copy(Single.ONE) == Single.ONE) + copy(new Replaced()).value);
        show("external", () -> {
            External external = new External();
            external.value = 6;
            return copy(external).value;
        });
        show("renamed", () -> copy(new Renamed()).real);
        show("numberless", () -> copy(new Numberless()).value + " "
            + ObjectStreamClass.lookup(Numberless.class).getSerialVersionUID());
        show("arrays", () -> Arrays.toString(copy(new int[] {1, 2})) + Arrays.deepToString(copy(new String[][] {{"a"}, {}}))
            + copy(new byte[3]).length + Arrays.toString(copy(new double[] {1.5})) + Arrays.toString(copy(new boolean[] {true})));
        show("shared", () -> {
            Object twice = new ArrayList<>();
            Object[] copy = copy(new Object[] {twice, twice});
            return copy[0] == copy[1];
        });
        show("classes", () -> "" + copy(String.class) + copy(int.class) + copy(User.class));
        show("builders", () -> "" + copy(new StringBuilder("sb")).append(1) + copy(new StringBuffer("bf")).append(2));
        show("numbers", () -> "" + copy(new BigInteger("12345678901234567890")) + copy(new BigDecimal("1.25")) + copy(new UUID(1, 2))
            + copy(new Date(5)).getTime() + copy(Duration.ofSeconds(5)) + copy(new Random(5)).nextInt());
        show("proxy", () -> copy(Proxy.newProxyInstance(
            Serialized.class.getClassLoader(), new Class<?>[] {Runnable.class}, new Handler())).hashCode());
        show("bytes", () -> Arrays.hashCode(bytes("abc")) + " " + Arrays.hashCode(bytes(new User("a"))) + " "
            + Arrays.hashCode(bytes(new Point(1, "x", null))) + " " + Arrays.hashCode(bytes(Plain.A)) + " " + Arrays.hashCode(bytes(5)));
        show("numbers of classes", () -> {
            StringBuilder text = new StringBuilder();
            for (Class<?> type : new Class<?>[] {String.class, Integer.class, Throwable.class, IllegalStateException.class, Error.class,
                ReentrantLock.class, StackTraceElement.class, StringBuffer.class, InterruptedException.class, RecursiveTask.class,
                IndexOutOfBoundsException.class}) {
                text.append(ObjectStreamClass.lookup(type).getSerialVersionUID()).append(' ');
            }
            return text;
        });
    }

    /** A copied lock excludes others. */
    static int lock() throws Exception {
        ReentrantLock lock = copy(new ReentrantLock());
        int[] count = new int[1];
        Runnable raise = () -> {
            lock.lock();
            count[0]++;
            lock.unlock();
        };
        Thread other = new Thread(raise);
        other.start();
        raise.run();
        other.join();
        return count[0];
    }

    /** A copied queue has its lock and its conditions together. */
    static int queue() throws Exception {
        ArrayBlockingQueue<Integer> queue = copy(new ArrayBlockingQueue<>(1));
        Thread other = new Thread(() -> {
            try {
                queue.put(1);
                queue.put(2);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        int taken = 10 * queue.take() + queue.take();
        other.join();
        return taken;
    }

    /** The final field of an object that is read while others see it: -1 not seen, 0 not set, 5. */
    static int leak() throws Exception {
        byte[] bytes = bytes(new Leaking(5));
        int[] found = {-1};
        Thread other = new Thread(() -> {
            Leaking seen = Leaking.seen;
            if (seen != null) found[0] = seen.value;
        });
        other.start();
        read(bytes);
        other.join();
        return found[0];
    }

    static int lambda() throws Exception {
        return copy((Callable<Integer> & Serializable) () -> 5).call();
    }

    public static void main(String[] args) throws Exception {
        switch (args.length == 0 ? "" : args[0]) {
            case "lock" -> result = lock();
            case "queue" -> result = queue();
            case "leak" -> result = leak();
            case "lambda" -> result = lambda();
            default -> all();
        }
    }
}
