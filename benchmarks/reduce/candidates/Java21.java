package made;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** What later releases added: records, sealed classes, patterns, private methods of interfaces. */
public final class Java21 {
    sealed interface Term<T extends Comparable<T>> permits Leaf, Sum, Scaled {
        T value();

        private String wrapped() {
            return "(" + value() + ")";
        }

        default String text() {
            return wrapped() + getClass().getSimpleName();
        }
    }

    record Leaf<T extends Comparable<T>>(T value, List<? extends Term<T>> unused) implements Term<T> {
        Leaf {
            if (value == null) throw new NoValue("no value");
        }

        Leaf(T value) {
            this(value, List.of());
        }
    }

    record Sum<T extends Comparable<T>>(Term<T> left, Term<T> right) implements Term<T> {
        @Override
        public T value() {
            return left.value().compareTo(right.value()) > 0 ? left.value() : right.value();
        }
    }

    static final class Scaled<T extends Comparable<T>> implements Term<T> {
        private final Term<T> term;
        private final UnaryOperator<T> scale;

        Scaled(Term<T> term, UnaryOperator<T> scale) {
            this.term = term;
            this.scale = scale;
        }

        @Override
        public T value() {
            return scale.apply(term.value());
        }
    }

    static class NoValue extends IllegalArgumentException {
        NoValue(String message) {
            super(message);
        }
    }

    enum Order {
        UP,
        DOWN;

        <T extends Comparable<T>> int compare(T a, T b) {
            return switch (this) {
                case UP -> a.compareTo(b);
                case DOWN -> b.compareTo(a);
            };
        }
    }

    static <T extends Comparable<T>> int size(Term<T> term) {
        return switch (term) {
            case Leaf<T> leaf when leaf.unused().isEmpty() -> 1;
            case Leaf<T>(var value, var unused) -> unused.size() + String.valueOf(value).length();
            case Sum<T>(Leaf<T> left, var right) -> 1 + size(right);
            case Sum<T> sum -> size(sum.left()) + size(sum.right());
            case Scaled<T> scaled -> size(scaled.term) + 1;
        };
    }

    static Map<String, Integer> table(List<Term<Integer>> terms) {
        Map<String, Integer> table = new TreeMap<>();
        for (Term<Integer> term : terms) {
            if (term instanceof Sum<Integer>(var left, var right) && left.value() < right.value()) {
                table.put(left.text() + right.text(), size(term));
            } else if (term instanceof Scaled<Integer> scaled) {
                table.merge(scaled.text(), 1, Integer::sum);
            }
        }
        return table;
    }

    public static void main(String[] args) {
        List<Term<Integer>> terms = new ArrayList<>();
        terms.add(new Sum<>(new Leaf<>(1), new Leaf<>(2)));
        terms.add(new Scaled<>(new Leaf<>(3), (value) -> value * 2));
        terms.sort((a, b) -> Order.DOWN.compare(a.value(), b.value()));
        System.out.println(table(terms) + """
            and a block of text
            """);
    }
}
