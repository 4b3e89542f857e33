// Optional, OptionalInt and friends; Objects.
package collections;

import static java.lang.System.out;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

class Optionals {
    static void attempt(Runnable r) {
        try {
            r.run();
        } catch (Exception e) {
            out.println(e);
        }
    }

    public static void main(String[] args) {
        Optional<String> some = Optional.of("value"), none = Optional.empty();
        for (Optional<String> o : List.of(some, none, Optional.<String>ofNullable(null))) {
            out.println(o + " " + o.isPresent() + o.isEmpty() + o.map(String::length) + o.map(s -> (String) null) + o.filter(s -> s.startsWith("x")) + o.flatMap(s -> Optional.of(s + "!")) + o.orElse("else") + o.orElseGet(() -> "get") + o.or(() -> Optional.of("or")) + o.stream().count() + o.hashCode());
            o.ifPresent(s -> out.print("present " + s + " "));
            o.ifPresentOrElse(s -> out.println("yes"), () -> out.println("no"));
        }
        attempt(() -> none.get());
        attempt(() -> none.orElseThrow());
        attempt(() -> none.orElseThrow(() -> new IllegalStateException("mine")));
        attempt(() -> Optional.of(null));
        attempt(() -> OptionalInt.empty().getAsInt());
        out.println(OptionalInt.of(5) + " " + OptionalLong.of(6) + " " + OptionalDouble.empty() + OptionalDouble.of(0.5).getAsDouble() + OptionalInt.empty().orElse(9) + some.equals(Optional.of("value")) + none.equals(Optional.empty()) + ((Object) Optional.empty() == none));
        out.println(Objects.equals("a", "a") + " " + Objects.equals(null, "a") + Objects.hash() + Objects.hash(1, 2, 3) + Objects.hash((Object) null) + Objects.toString(null) + Objects.toString(5, "d") + Objects.requireNonNullElse(null, "e") + Objects.isNull(null) + Objects.nonNull(null) + Objects.compare("a", "b", String::compareTo) + Objects.deepEquals(new int[] {1}, new int[] {1}) + Objects.checkIndex(1, 2));
        attempt(() -> Objects.requireNonNull(null, () -> "supplied"));
        attempt(() -> Objects.checkIndex(5, 3));
        attempt(() -> Objects.checkFromToIndex(2, 9, 5));
        attempt(() -> Objects.checkFromIndexSize(2, 9, 5));
    }
}
