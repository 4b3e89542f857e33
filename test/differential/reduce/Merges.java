package merges;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Classes of which two can be one, in each of the ways that there are, or nearly. Prints what it does. */
public class Merges {
    /** Trivial constructors, fields, overriding, super calls of what is further up. */
    static class Animal {
        String name = "animal";

        String sound() {
            return "...";
        }

        String twice() {
            return sound() + sound();
        }
    }

    static class Dog extends Animal {
        int legs = 4;

        @Override
        String sound() {
            return "wuff";
        }

        @Override
        public String toString() {
            return super.toString().isEmpty() ? "" : name + legs;
        }
    }

    abstract static class Shape {
        private final int size;

        Shape(int size) {
            this.size = size;
        }

        abstract int area();

        Shape self() {
            return this;
        }

        int size() {
            return size;
        }
    }

    /** A covariant result, and with it a bridge. */
    static class Square extends Shape {
        static final List<String> MADE = new ArrayList<>();

        static {
            MADE.add("square");
        }

        Square(int size) {
            super(size);
            MADE.add("of " + size);
        }

        Square(String size) {
            this(Integer.parseInt(size));
        }

        @Override
        int area() {
            return size() * size();
        }

        @Override
        Square self() {
            return this;
        }

        int loop(int n) {
            Shape each = this;
            int sum = 0;
            for (int i = 0; i < n; i++) {
                sum += each.area();
                each = i % 2 == 0 ? new Square(i) : self();
            }
            return sum;
        }
    }

    interface Named {
        String PREFIX = "named " + System.lineSeparator().length();

        String name();

        default String greeting() {
            return PREFIX + name() + helper();
        }

        private String helper() {
            return "!";
        }

        static Named of(String name) {
            return new Person(name);
        }
    }

    static final class Person implements Named {
        private final String name;

        Person(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }
    }

    interface Source {
        int next();
    }

    interface Bounded extends Source {
        default int bound() {
            return 10;
        }
    }

    static int drain(Bounded source) {
        Source same = source;
        return same.next() + source.bound();
    }

    static final class Numbers {
        static final int[] TABLE = {1, 2, 3};

        private Numbers() {}

        static int sum() {
            int sum = 0;
            for (int each : TABLE) sum += each;
            return sum;
        }
    }

    static final class Words {
        static final String[] TABLE_OF_WORDS = {"a", "b"};

        private Words() {}

        static String all() {
            return String.join("", TABLE_OF_WORDS);
        }
    }

    static class Left {
        int left = 1;

        int left() {
            return left;
        }
    }

    static class Right {
        int right = 2;

        int right() {
            return right;
        }
    }

    static class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Failure(String message) {
            super(message);
        }
    }

    static class Worse extends Failure {
        private static final long serialVersionUID = 2L;

        Worse() {
            super("worse");
        }
    }

    static String fail(boolean isWorse) {
        try {
            if (isWorse) throw new Worse();
            throw new Failure("bad");
        } catch (Worse worse) {
            return "caught " + worse.getMessage();
        } catch (Failure failure) {
            return "caught " + failure.getMessage();
        }
    }

    /** Cannot be one with the class above: both are called by what is below. */
    static class Caller extends Animal {
        @Override
        String twice() {
            return "2*" + super.twice();
        }
    }

    public static void main(String[] args) {
        Animal dog = new Dog();
        System.out.println(dog.twice() + dog);
        Shape square = new Square("3");
        System.out.println(square.self().area() + " " + ((Square) square).loop(3) + Square.MADE);
        Named named = Named.of("x");
        Supplier<String> greeting = named::greeting;
        System.out.println(greeting.get() + named.name());
        System.out.println(drain(() -> 5));
        System.out.println(Numbers.sum() + Words.all());
        System.out.println(new Left().left() + new Right().right());
        System.out.println(fail(args.length == 0));
        System.out.println(new Caller().twice());
    }
}
