// java.util.Random with seeds: every method, streams, shuffles; the generator is specified exactly.
package collections;

import static java.lang.System.out;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

class Randoms {
    public static void main(String[] args) {
        for (long seed : new long[] {0, 1, 42, -1, Long.MAX_VALUE}) {
            Random r = new Random(seed);
            out.println(r.nextInt() + " " + r.nextInt(10) + " " + r.nextInt(1 << 20) + " " + r.nextInt(Integer.MAX_VALUE) + " " + r.nextLong() + " " + r.nextBoolean() + " " + r.nextFloat() + " " + r.nextDouble() + " " + r.nextGaussian() + " " + r.nextGaussian() + " " + r.nextInt(3, 9) + " " + r.nextLong(100) + " " + r.nextDouble(5, 6));
            byte[] b = new byte[7];
            r.nextBytes(b);
            out.println(Arrays.toString(b) + r.ints(3, 0, 100).boxed().collect(Collectors.toList()) + r.doubles(2).boxed().collect(Collectors.toList()) + r.longs(1).sum());
            r.setSeed(seed);
            out.println(r.nextInt());
        }
        List<Integer> l = new ArrayList<>();
        for (int i = 0; i < 15; i++) l.add(i);
        Collections.shuffle(l, new Random(7));
        out.println(l);
        try {
            new Random(1).nextInt(0);
        } catch (IllegalArgumentException e) {
            out.println(e.getMessage());
        }
        int[] dice = new int[7];
        Random r = new Random(123);
        for (int i = 0; i < 600; i++) dice[1 + r.nextInt(6)]++;
        out.println(Arrays.toString(dice));
        SplittableRandom s = new SplittableRandom(5);
        out.println(s.nextInt() + " " + s.nextInt(100) + " " + s.split().nextLong() + " " + s.nextDouble());
        double pi = 0;
        for (int i = 0; i < 500; i++) if (Math.hypot(r.nextDouble(), r.nextDouble()) < 1) pi++;
        out.println(pi * 4 / 500);
    }
}
