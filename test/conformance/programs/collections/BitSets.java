// BitSet: ranges, logic, searching, conversion.
package collections;

import static java.lang.System.out;
import java.util.Arrays;
import java.util.BitSet;

class BitSets {
    public static void main(String[] args) {
        BitSet a = new BitSet(), b = new BitSet(200);
        for (int i = 0; i < 200; i += 3) a.set(i);
        for (int i = 0; i < 200; i += 5) b.set(i);
        out.println(a.cardinality() + " " + a.length() + " " + a.size() + " " + a.get(63) + a.get(64) + a.get(1000) + " " + a.nextSetBit(100) + " " + a.nextClearBit(99) + " " + a.previousSetBit(98) + " " + a.previousClearBit(3) + " " + a.nextSetBit(199));
        BitSet c = (BitSet) a.clone();
        c.and(b);
        out.println(c);
        c = (BitSet) a.clone();
        c.andNot(b);
        out.println(c.cardinality() + " " + c.intersects(b) + " " + a.intersects(b));
        c.xor(b);
        out.println(c.cardinality() + " " + c.hashCode());
        c.clear();
        c.set(60, 70);
        c.flip(65, 75);
        c.clear(62);
        c.set(2, true);
        c.set(3, false);
        out.println(c + " " + c.isEmpty() + Arrays.toString(c.toLongArray()) + Arrays.toString(c.toByteArray()) + c.get(61, 67) + BitSet.valueOf(new long[] {5, 1}) + c.equals(c.clone()) + c.stream().sum());
        try {
            c.set(-1);
        } catch (IndexOutOfBoundsException e) {
            out.println(e.getMessage());
        }
        BitSet primes = new BitSet(300);
        primes.set(2, 300);
        for (int p = 2; p * p < 300; p = primes.nextSetBit(p + 1)) for (int k = p * p; k < 300; k += p) primes.clear(k);
        out.println(primes);
    }
}
