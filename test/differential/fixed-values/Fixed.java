import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Each case uses a value that a JVM may choose differently in another run, or one that only looks like it. */
public class Fixed {
    enum Color { RED, GREEN }

    record Pair(Color color, int number) {
    }

    static class Own {
        final Color color = Color.RED;

        @Override
        public int hashCode() {
            return Objects.hash(color, 1);
        }

        @Override
        public boolean equals(Object other) {
            return other == this;
        }
    }

    static class Inner {
        final Map<Object, String> map = new HashMap<>() {
            {
                put(new Object(), "a");
                put(new Object(), "b");
            }
        };
    }

    int field;
    private static final VarHandle FIELD;

    static {
        try {
            FIELD = MethodHandles.lookup().findVarHandle(Fixed.class, "field", int.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static <K> Map<K, String> filled(Map<K, String> map, K first, K second) {
        map.put(first, "a");
        map.put(second, "b");
        return map;
    }

    static void walk(Iterable<?> elements) {
        int count = 0;
        for (Object each : elements) {
            count++;
        }
        if (count == 0) {
            throw new AssertionError();
        }
    }

    public static void main(String[] args) throws Exception {
        Object one = new Object();
        Object other = new Object();
        switch (args[0]) {
            case "Random()" -> new Random().nextInt();
            case "Random(1)" -> new Random(1).nextInt();
            case "subclass of Random" -> new Random() { }.nextInt();
            case "Math.random" -> Math.random();
            case "ThreadLocalRandom" -> ThreadLocalRandom.current().nextInt(3);
            case "UUID" -> UUID.randomUUID();
            case "UUID of a name" -> new UUID(1, 2).toString();
            case "SecureRandom" -> new SecureRandom().nextInt();
            case "shuffle" -> Collections.shuffle(new ArrayList<>(List.of(1, 2)));
            case "shuffle with a seed" -> Collections.shuffle(new ArrayList<>(List.of(1, 2)), new Random(1));
            case "SplittableRandom()" -> new SplittableRandom().nextInt();
            case "SplittableRandom(1)" -> new SplittableRandom(1).nextInt();
            case "hashCode" -> one.hashCode();
            case "identityHashCode" -> System.identityHashCode("a");
            case "hashCode of an enum" -> Color.RED.hashCode();
            case "hashCode of a string" -> "a".hashCode();
            case "Objects.hash" -> Objects.hash(1, one);
            case "hashCode of a list" -> List.of(one).hashCode();
            case "hashCode of a record" -> new Pair(Color.RED, 1).hashCode();
            case "toString" -> one.toString();
            case "text with an object" -> ("object " + one).length();
            case "print" -> System.out.println(one);
            case "map" -> filled(new HashMap<>(), one, other).get(one);
            case "values of a map" -> walk(filled(new HashMap<>(), one, other).values());
            case "values of a map of one" -> walk(filled(new HashMap<>(), one, one).values());
            case "strings in a set" -> {
                filled(new HashMap<>(), one, other);
                walk(new HashSet<>(List.of("x", "y", "z")));
            }
            case "map with a class of its own" -> new Inner().map.forEach((key, value) -> value.length());
            case "equals of sets" -> new HashSet<>(List.of(one, other)).equals(new HashSet<>(List.of(one, other)));
            case "enums in a set" -> walk(new HashSet<>(List.of(Color.RED, Color.GREEN)));
            case "enums in an EnumMap" -> walk(filled(new EnumMap<>(Color.class), Color.RED, Color.GREEN).keySet());
            case "records in a set" -> new HashSet<>(List.of(new Pair(Color.RED, 1), new Pair(Color.GREEN, 2))).forEach(Pair::number);
            case "own hashCode in a set" -> new HashSet<>(List.of(new Own(), new Own())).toArray();
            case "stream of a set" -> new HashSet<>(List.of(one, other)).stream().count();
            case "LinkedHashSet" -> walk(new LinkedHashSet<>(List.of(one, other)));
            case "TreeSet" -> walk(new TreeSet<>(List.of("a", "b")));
            case "Hashtable" -> walk(Collections.list(((Hashtable<Object, String>) filled(new Hashtable<>(), one, other)).keys()));
            case "WeakHashMap" -> walk(filled(new WeakHashMap<>(), one, other).keySet());
            case "IdentityHashMap" -> walk(filled(new IdentityHashMap<>(), "a", "b").keySet());
            case "IdentityHashMap of one" -> walk(filled(new IdentityHashMap<>(), "a", "a").keySet());
            case "Set.of two" -> walk(Set.of("a", "b"));
            case "Set.of one" -> walk(Set.of("a"));
            case "Set.of three" -> walk(Set.of("a", "b", "c"));
            case "Set.of asked" -> Set.of("a", "b", "c").contains("a");
            case "Set.copyOf" -> walk(Set.copyOf(List.of("a", "b", "c")));
            case "Map.of two" -> Map.of("a", 1, "b", 2).forEach((key, value) -> key.length());
            case "Map.of one" -> Map.of("a", 1).forEach((key, value) -> key.length());
            case "ConcurrentHashMap" -> filled(new ConcurrentHashMap<>(), one, other).forEach((key, value) -> value.length());
            case "ConcurrentHashMap asked" -> filled(new ConcurrentHashMap<>(), Color.RED, Color.GREEN).get(Color.RED);
            case "LongAdder" -> new LongAdder().increment();
            case "ConcurrentSkipListMap" -> walk(filled(new ConcurrentSkipListMap<>(), "a", "b").keySet());
            case "invokeAll" -> {
                var executor = Executors.newSingleThreadExecutor();
                executor.invokeAll(Set.of(() -> 1, () -> 2));
                executor.shutdown();
            }
            case "weakCompareAndSetPlain" -> new AtomicInteger().weakCompareAndSetPlain(0, 1);
            case "weakCompareAndSet of a VarHandle" -> {
                if (FIELD.weakCompareAndSet(new Fixed(), 0, 1)) return;
            }
            case "compareAndSet" -> new AtomicInteger().compareAndSet(0, 1);
            case "getenv" -> System.getenv("HOME");
            case "getenv()" -> System.getenv().size();
            case "os.name" -> System.getProperty("os.name", "");
            case "my.name" -> System.getProperty("my.name");
            case "standard input" -> System.in.read();
            case "availableProcessors" -> Runtime.getRuntime().availableProcessors();
            case "spins for another hash" -> {
                while (Color.RED.hashCode() != 7) { }
            }
            default -> throw new AssertionError(args[0]);
        }
    }
}
