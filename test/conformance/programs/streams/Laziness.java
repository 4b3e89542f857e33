// The order in which lazy stages run, short-circuiting, sorted as a barrier, peek.
package streams;

import static java.lang.System.out;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

class Laziness {
    static <T> T log(String stage, T t) {
        out.print(stage + t + " ");
        return t;
    }

    public static void main(String[] args) {
        Stream<Integer> s = Stream.of(1, 2, 3, 4, 5).peek(x -> log("p", x)).filter(x -> log("f", x) % 2 == 1).map(x -> log("m", x * 10));
        out.println("nothing yet");
        out.println(s.toList());
        out.println(Stream.of(5, 6, 7, 8).filter(x -> log("f", x) > 5).findFirst());
        out.println(Stream.of(3, 1, 2).peek(x -> log("a", x)).sorted().peek(x -> log("b", x)).limit(2).toList());
        out.println(Stream.iterate(1, x -> log("i", x + 1)).map(x -> log("m", x)).limit(3).toList());
        out.println(Stream.of(1, 2, 3).peek(x -> log("never", x)).map(x -> x).count() + " counted");
        out.println(Stream.of(1, 2, 3, 4).peek(x -> log("c", x)).filter(x -> x > 2).count());
        out.println(Stream.of(1, 2, 3, 4).peek(x -> log("t", x)).takeWhile(x -> x < 3).toList() + "" + Stream.of(1, 2, 1).peek(x -> log("d", x)).distinct().toList());
        out.println(Stream.of("ab", "cd").peek(x -> log("o", x)).flatMap(x -> x.chars().mapToObj(c -> log("n", (char) c))).anyMatch(c -> c == 'b'));
        out.println(IntStream.range(0, 5).peek(x -> log("e", x)).skip(3).boxed().toList());
        Iterator<Integer> it = Stream.of(1, 2, 3).map(x -> log("it", x)).iterator();
        out.print("next:" + it.next() + " ");
        out.println(it.hasNext());
        List<Integer> src = new ArrayList<>(List.of(1, 2));
        Stream<Integer> late = src.stream();
        src.add(3);
        out.println(late.map(x -> x * 2).toList());
        out.println(Stream.of(1, 2, 3).reduce(0, (a, b) -> log("r", a + b)));
        StringBuilder order = new StringBuilder();
        Stream.of("x", "y").onClose(() -> order.append("close1 ")).map(String::toUpperCase).onClose(() -> order.append("close2")).close();
        out.println(order);
        out.println(Stream.of(4, 2, 3).sorted((a, b) -> { log("cmp", a - b); return a - b; }).findFirst().get());
    }
}
