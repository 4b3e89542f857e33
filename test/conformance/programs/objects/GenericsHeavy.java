// Generic containers, wildcards, bounded types and recursive bounds in a small library.
package objects;

import static java.lang.System.out;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

class GenericsHeavy {
    static class Linked<T> implements Iterable<T> {
        private class Node { T v; Node next; Node(T v) { this.v = v; } }
        private Node head, tail;
        private int size;
        Linked<T> add(T t) {
            Node n = new Node(t);
            if (head == null) head = n; else tail.next = n;
            tail = n;
            size++;
            return this;
        }
        @SafeVarargs static <E> Linked<E> of(E... es) { Linked<E> l = new Linked<>(); for (E e : es) l.add(e); return l; }
        <R> Linked<R> map(Function<? super T, ? extends R> f) { Linked<R> r = new Linked<>(); for (T t : this) r.add(f.apply(t)); return r; }
        Linked<T> filter(Predicate<? super T> p) { Linked<T> r = new Linked<>(); for (T t : this) if (p.test(t)) r.add(t); return r; }
        <R> R fold(R zero, BiFunction<R, T, R> f) { for (T t : this) zero = f.apply(zero, t); return zero; }
        @Override public Iterator<T> iterator() {
            return new Iterator<T>() {
                Node at = head;
                public boolean hasNext() { return at != null; }
                public T next() { if (at == null) throw new NoSuchElementException("end after " + size); T v = at.v; at = at.next; return v; }
            };
        }
        @Override public String toString() { return fold("", (s, t) -> s + (s.isEmpty() ? "" : ",") + t); }
    }
    static abstract class Builder<B extends Builder<B>> { String s = ""; abstract B self(); B name(String n) { s += n; return self(); } }
    static class CarBuilder extends Builder<CarBuilder> { CarBuilder self() { return this; } CarBuilder wheels(int n) { s += n; return this; } String build() { return "<" + s + ">"; } }
    static <T extends Comparable<? super T>> T max(Iterable<? extends T> it) { T best = null; for (T t : it) if (best == null || t.compareTo(best) > 0) best = t; return best; }
    static double sum(Iterable<? extends Number> it) { double s = 0; for (Number n : it) s += n.doubleValue(); return s; }
    static <T extends Number & Comparable<T>> int both(T a, T b) { return a.compareTo(b) * 100 + a.intValue(); }
    static class Cache<K, V> { Object[] ks = new Object[8], vs = new Object[8]; int n; @SuppressWarnings("unchecked") V get(K k, Function<K, V> make) { for (int i = 0; i < n; i++) if (ks[i].equals(k)) return (V) vs[i]; V v = make.apply(k); ks[n] = k; vs[n++] = v; return v; } }

    public static void main(String[] args) {
        Linked<Integer> l = Linked.of(5, 3, 9, 1);
        out.println(l + " | " + l.map(x -> x * 1.5) + " | " + l.filter(x -> x > 2).map(Integer::toBinaryString) + " | " + l.fold(0L, (a, b) -> a * 10 + b));
        out.println(max(l) + " " + max(Linked.of("x", "yy", "abc")) + " " + sum(Linked.of(1, 2.5, 3L, (byte) 4)) + " " + both(3, 4) + " " + both(2.5, 1.5));
        out.println(new CarBuilder().name("vw").wheels(4).name("!").build());
        Iterator<Integer> it = l.iterator();
        while (it.hasNext()) it.next();
        try {
            it.next();
        } catch (NoSuchElementException e) {
            out.println(e.getMessage());
        }
        try {
            it.remove();
        } catch (UnsupportedOperationException e) {
            out.println(e);
        }
        Cache<String, Integer> cache = new Cache<>();
        int[] calls = {0};
        for (String s : "a bb a ccc bb".split(" ")) out.print(cache.get(s, k -> { calls[0]++; return k.length(); }));
        out.println(" " + calls[0]);
    }
}
