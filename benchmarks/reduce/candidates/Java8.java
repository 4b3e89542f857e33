package made;

import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/** What a compiler of Java 8 can be made to write: generics with bounds, exceptions of one's own, nests, lambdas. */
public final class Java8 {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Marked {
        Class<?> by() default Java8.class;

        Level level() default Level.LOW;

        String[] words() default {};
    }

    enum Level {
        LOW {
            @Override
            int weight() {
                return 1;
            }
        },
        HIGH;

        int weight() {
            return ordinal() * 10 + 3;
        }
    }

    static class Failure extends Exception {
        final int code;

        Failure(int code, String message) {
            super(message);
            this.code = code;
        }
    }

    static final class Worse extends Failure {
        Worse(String message) {
            super(2, message);
        }
    }

    /** Nobody makes one. */
    static final class Unused extends RuntimeException {
        static int count(int[] values) {
            int sum = 0;
            for (int value : values) sum += value > 3 ? value : -value;
            return sum;
        }
    }

    interface Shape<U extends Number> extends Comparable<Shape<?>> {
        U area() throws Failure;

        default String describe(int depth) throws Failure {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < depth; i++) text.append("  ");
            return text.append(area()).toString();
        }

        @Override
        default int compareTo(Shape<?> other) {
            try {
                return Double.compare(area().doubleValue(), other.area().doubleValue());
            } catch (Failure e) {
                return e.code;
            }
        }
    }

    abstract static class Base<U extends Number> implements Shape<U> {
        protected final U unit;
        private int uses;

        Base(U unit) {
            this.unit = unit;
        }

        int used() {
            return ++uses;
        }

        abstract String name();
    }

    @Marked(by = Square.class, level = Level.HIGH, words = {"a", "b"})
    static class Square extends Base<Integer> {
        private final int side;

        Square(int side) {
            super(side);
            this.side = side;
        }

        @Override
        public Integer area() throws Worse {
            if (side < 0) throw new Worse("negative: " + side);
            used();
            return side * side;
        }

        @Override
        String name() {
            return "square of " + side + " and " + unit;
        }
    }

    static class Circle extends Base<Double> implements Cloneable {
        Circle(double radius) {
            super(radius);
        }

        @Override
        public Double area() {
            double radius = unit;
            return used() > 100 ? 0.0 : Math.PI * radius * radius;
        }

        @Override
        String name() {
            return String.format("circle of %.2f", unit);
        }

        @Override
        public Circle clone() throws CloneNotSupportedException {
            return (Circle) super.clone();
        }
    }

    /** A box whose argument has bounds that are bounded themselves. */
    static class Box<T extends Base<? extends Number> & Comparable<Shape<?>>, R extends List<T>> implements Iterable<T> {
        final R items;
        final Map<Level, List<? super T>> byLevel = new EnumMap<>(Level.class);

        Box(R items) {
            this.items = items;
        }

        <X extends Failure> T first(Supplier<? extends X> failure) throws X {
            if (items.isEmpty()) throw failure.get();
            return items.get(0);
        }

        @Override
        public Iterator<T> iterator() {
            return new Iterator<T>() {
                private int at;

                @Override
                public boolean hasNext() {
                    return at < items.size();
                }

                @Override
                public T next() {
                    return items.get(at++);
                }
            };
        }

        class View {
            T get(int index) {
                return items.get(index);
            }

            <Q extends Comparable<Q>> List<Q> mapped(Function<? super T, ? extends Q> function) {
                List<Q> result = new ArrayList<>();
                for (T item : items) result.add(function.apply(item));
                result.sort(Comparator.naturalOrder());
                return result;
            }
        }

        static class Squares extends Box<Square, List<Square>> {
            Squares() {
                super(new ArrayList<>());
            }

            int total() throws IOException {
                int total = 0;
                for (Square square : this) {
                    try {
                        total += square.area();
                    } catch (Worse e) {
                        throw new IOException(e);
                    } finally {
                        total++;
                    }
                }
                return total;
            }
        }
    }

    static int[] sorted(int... values) {
        int[] result = values.clone();
        for (int i = 1; i < result.length; i++) {
            for (int j = i; j > 0 && result[j - 1] > result[j]; j--) {
                int swapped = result[j];
                result[j] = result[j - 1];
                result[j - 1] = swapped;
            }
        }
        return result;
    }

    static String kindOf(Object value) {
        switch (String.valueOf(value)) {
            case "square":
                return "s" + Level.LOW.weight();
            case "circle":
                return "c" + Level.valueOf("HIGH").weight();
            default:
                return value instanceof Shape ? ((Shape<?>) value).getClass().getName() : "none";
        }
    }

    static synchronized Map<String, Integer> counts(List<? extends Base<?>> shapes) {
        Map<String, Integer> counts = new HashMap<>();
        BiFunction<Integer, Integer, Integer> add = Integer::sum;
        for (Base<?> shape : shapes) counts.merge(shape.name(), 1, add);
        return counts;
    }

    public static void main(String[] args) throws Exception {
        Box.Squares squares = new Box.Squares();
        for (int side : sorted(3, 1, 2)) squares.items.add(new Square(side));
        Box<Square, List<Square>>.View view = squares.new View();
        List<String> names = view.mapped(Square::name);
        Function<Integer, String> text = (index) -> names.get(index) + squares.items.size();
        System.out.println(text.apply(0) + squares.total() + kindOf(new Circle(2)) + counts(squares.items));
        try {
            System.out.println(squares.first(() -> new Failure(3, "empty")).describe(2));
        } catch (Failure e) {
            throw e.code > 2 ? e : new Exception(e);
        }
        System.out.println(Unused.count(new int[] {1, 2, 3, 4, 5}));
    }
}
