// Own Iterable and Iterator, Spliterators, remove support, forEachRemaining.
package collections;

import static java.lang.System.out;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.IntConsumer;
import java.util.stream.StreamSupport;

class Iterators {
    record Range(int lo, int hi) implements Iterable<Integer> {
        public PrimitiveIterator.OfInt iterator() {
            return new PrimitiveIterator.OfInt() {
                int at = lo;
                public boolean hasNext() { return at < hi; }
                public int nextInt() { return at++; }
            };
        }
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int i : new Range(1, 5)) for (int j : new Range(i, 5)) sum += i * j;
        out.println(sum);
        new Range(0, 3).forEach(x -> out.print(x + " "));
        PrimitiveIterator.OfInt it = new Range(5, 9).iterator();
        out.print(it.next() + " ");
        it.forEachRemaining((IntConsumer) x -> out.print("r" + x + " "));
        out.println(it.hasNext());
        out.println(StreamSupport.stream(new Range(0, 6).spliterator(), false).mapToInt(x -> x).sum());
        Spliterator<Integer> sp = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6, 7)).spliterator();
        Spliterator<Integer> first = sp.trySplit();
        out.println(sp.estimateSize() + " " + first.estimateSize() + " " + sp.hasCharacteristics(Spliterator.SIZED) + sp.hasCharacteristics(Spliterator.SORTED) + sp.characteristics());
        first.tryAdvance(x -> out.print("adv" + x + " "));
        first.forEachRemaining(x -> out.print(x + ","));
        sp.forEachRemaining(x -> out.print(x + ";"));
        out.println(sp.tryAdvance(x -> out.print("never")));
        Iterator<String> itr = new ArrayList<>(List.of("a", "b")).iterator();
        itr.next();
        itr.remove();
        try {
            itr.remove();
        } catch (IllegalStateException e) {
            out.println(e);
        }
        Spliterator<String> unknown = Spliterators.spliteratorUnknownSize(List.of("p", "q").iterator(), 0);
        out.println(unknown.estimateSize() == Long.MAX_VALUE);
        List<Integer> shrinking = new ArrayList<>();
        for (int x : new Range(0, 20)) shrinking.add(x);
        for (Iterator<Integer> i = shrinking.iterator(); i.hasNext(); ) if (i.next() % 3 != 0) i.remove();
        out.println(shrinking);
    }
}
