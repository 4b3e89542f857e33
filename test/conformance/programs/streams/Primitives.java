// IntStream, LongStream and DoubleStream with their statistics and conversions.
package streams;

import static java.lang.System.out;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

class Primitives {
    public static void main(String[] args) {
        out.println(IntStream.range(0, 5).sum() + " " + IntStream.rangeClosed(1, 5).reduce(1, (a, b) -> a * b) + " " + IntStream.of(3, 1, 2).max() + IntStream.empty().max() + IntStream.of(3, 1, 2).average() + IntStream.empty().average() + IntStream.range(5, 0).count());
        out.println(IntStream.of(3, 1, 2).summaryStatistics() + " " + LongStream.empty().summaryStatistics() + " " + DoubleStream.of(1.5, 2.5).summaryStatistics());
        out.println(Arrays.toString(IntStream.of(3, 1, 2, 3).sorted().distinct().toArray()) + Arrays.toString(IntStream.range(0, 4).mapToLong(i -> 1L << i * 20).toArray()) + Arrays.toString(IntStream.range(0, 3).asDoubleStream().map(Math::sqrt).toArray()) + IntStream.range(0, 3).boxed().toList());
        out.println(LongStream.rangeClosed(1, 20).reduce(1, (a, b) -> a * b) + " " + LongStream.of(1, 2).mapToInt(l -> (int) l * 3).sum() + DoubleStream.of(0.1, 0.2, 0.3).sum() + " " + DoubleStream.of(1e308, 1e308, -1e308).sum() + DoubleStream.iterate(1, d -> d / 2).limit(5).boxed().toList());
        out.println(IntStream.iterate(1, i -> i * 3).takeWhile(i -> i < 500).boxed().toList() + "" + IntStream.range(0, 10).filter(i -> i % 3 == 0).mapToObj(Integer::toString).toList() + IntStream.range(0, 20).skip(15).anyMatch(i -> i == 17) + IntStream.concat(IntStream.of(1), IntStream.of(2)).boxed().toList() + IntStream.range(0, 3).flatMap(i -> IntStream.range(0, i)).boxed().toList());
        out.println("hello".chars().filter(c -> c == 'l').count() + " " + "b\u00e4".codePoints().max().getAsInt() + IntStream.range(0, 5).collect(StringBuilder::new, (sb, i) -> sb.append(i), StringBuilder::append) + IntStream.generate(() -> 7).limit(2).sum());
        int[] sieve = IntStream.rangeClosed(2, 60).filter(n -> IntStream.rangeClosed(2, (int) Math.sqrt(n)).noneMatch(d -> n % d == 0)).toArray();
        out.println(Arrays.toString(sieve));
        out.println(IntStream.of(Integer.MAX_VALUE, 1).sum() + " " + IntStream.of(Integer.MAX_VALUE, 1).asLongStream().sum() + " " + IntStream.of(1, 2, 3, 4).average().getAsDouble() + IntStream.of(5).findFirst().getAsInt() + DoubleStream.of(Double.NaN, 1).max() + DoubleStream.of(-0.0, 0.0).min());
        out.println(IntStream.rangeClosed(1, 3).boxed().flatMap(a -> IntStream.rangeClosed(a, 3).mapToObj(b -> a + "" + b)).toList() + "" + IntStream.range(0, 6).mapToObj(i -> i % 2 == 0 ? i : i * 0.5).map(Object::toString).toList());
    }
}
