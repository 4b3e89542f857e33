package shapes;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/** One of everything that the model of a class file has to know about; to be reduced, not to be run. */
public class Shapes {
    private final int size;
    private static final List<String> LOG = new ArrayList<>();
    protected long counter = 1L;

    public Shapes(int size) {
        this.size = size;
    }

    protected Shapes() {
        this(3);
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.METHOD, ElementType.FIELD})
    @interface Marked {
        String value() default "";

        Class<?>[] types() default {};

        Colour colour() default Colour.RED;
    }

    enum Colour {
        RED {
            @Override
            int weight() {
                return 1;
            }
        },
        GREEN {
            @Override
            int weight() {
                return 2;
            }
        };

        abstract int weight();

        static final Map<Colour, String> NAMES = new EnumMap<>(Colour.class);

        static {
            for (Colour each : values()) NAMES.put(each, each.name().toLowerCase());
        }
    }

    sealed interface Figure permits Circle, Square, Group {
        double area();

        default String text() {
            return getClass().getSimpleName() + " " + area();
        }

        static Figure unit() {
            return new Square(1);
        }
    }

    record Circle(double radius) implements Figure {
        Circle {
            if (radius < 0) throw new IllegalArgumentException("radius " + radius);
        }

        @Override
        public double area() {
            return Math.PI * radius * radius;
        }
    }

    record Square(double side) implements Figure, Comparable<Square> {
        @Override
        public double area() {
            return side * side;
        }

        @Override
        public int compareTo(Square other) {
            return Double.compare(side, other.side);
        }
    }

    static final class Group implements Figure, Iterable<Figure> {
        private final List<Figure> members = new ArrayList<>();

        Group add(Figure figure) {
            members.add(figure);
            return this;
        }

        @Override
        public double area() {
            double sum = 0;
            for (Figure each : this) sum += each.area();
            return sum;
        }

        @Override
        public Iterator<Figure> iterator() {
            return new Iterator<>() {
                private int next;

                @Override
                public boolean hasNext() {
                    return next < members.size();
                }

                @Override
                public Figure next() {
                    return members.get(next++);
                }
            };
        }
    }

    abstract static class Node<T extends Comparable<T>> {
        protected T value;
        Node<T> next;

        Node(T value) {
            this.value = value;
        }

        abstract Node<T> insert(T other);

        T last() {
            Node<T> at = this;
            while (at.next != null) at = at.next;
            return at.value;
        }
    }

    static class Sorted<T extends Comparable<T>> extends Node<T> {
        Sorted(T value) {
            super(value);
        }

        @Override
        Sorted<T> insert(T other) {
            if (other.compareTo(value) < 0) {
                Sorted<T> copy = new Sorted<>(value);
                copy.next = next;
                value = other;
                next = copy;
            } else if (next == null) {
                next = new Sorted<>(other);
            } else {
                next.insert(other);
            }
            return this;
        }
    }

    static class Special extends Sorted<String> implements Supplier<String> {
        Special() {
            super("first");
        }

        @Override
        public String get() {
            return super.last();
        }
    }

    class Inner {
        private int own = size;

        class Deeper {
            int sum() {
                return own + size + (int) counter;
            }
        }

        int reach() {
            return new Deeper().sum();
        }
    }

    static class Problem extends Exception {
        private static final long serialVersionUID = 1L;

        Problem(String message, Throwable cause) {
            super(message, cause);
        }
    }

    interface Visitor<R> {
        R visit(Shapes shapes) throws Problem;
    }

    <R> R accept(Visitor<? extends R> visitor) throws Problem {
        try {
            return visitor.visit(this);
        } catch (IllegalStateException | UnsupportedOperationException error) {
            throw new Problem("no visit", error);
        } finally {
            LOG.add("visited");
        }
    }

    @Marked(value = "m", types = {Circle.class, String[].class}, colour = Colour.GREEN)
    static String describe(Object thing) {
        if (thing instanceof Circle circle && circle.radius() > 1) return "large circle";
        switch (String.valueOf(thing)) {
            case "a":
                return "letter";
            case "b":
                return "other letter";
            default:
                return thing instanceof Figure figure ? figure.text() : "thing";
        }
    }

    static int pick(Colour colour) {
        switch (colour) {
            case RED:
                return 1;
            case GREEN:
                return 2;
            default:
                return 0;
        }
    }

    Function<Integer, Integer> adder(int amount) {
        return value -> value + amount + size;
    }

    static <A, B> BiFunction<A, B, String> joined() {
        return (a, b) -> a + "," + b;
    }

    static Object choose(boolean first, Circle circle, Square square) {
        Figure figure = first ? circle : square;
        Object result = figure;
        synchronized (LOG) {
            LOG.add(figure.text());
        }
        return result;
    }

    static long loop(int[][] table, long start) {
        long sum = start;
        outer:
        for (int[] row : table) {
            for (int cell : row) {
                if (cell < 0) continue outer;
                if (cell > 100) break outer;
                sum += cell;
            }
        }
        return sum;
    }

    public static void main(String[] args) throws Problem {
        Shapes shapes = new Shapes(args.length);
        Supplier<Node<String>> made = Special::new;
        Node<String> node = made.get().insert("b").insert("a");
        Comparator<Square> order = Comparator.comparing(Square::side);
        System.out.println(node.last() + order.compare(new Square(1), new Square(2)));
        System.out.println(shapes.new Inner().reach() + shapes.adder(2).apply(3));
        String visited = shapes.accept(each -> describe(Figure.unit()) + pick(Colour.RED));
        System.out.println(visited);
        System.out.println(joined().apply(choose(true, new Circle(2), null), Colour.NAMES));
        System.out.println(new Group().add(new Circle(1)).area() + loop(new int[][] {{1, 2}}, 3L));
        System.out.println(Colour.valueOf("RED").weight() + Colour.class.getName());
    }
}
