// Lambdas that capture every type of value, this, arrays and other lambdas.
package lambdas;

import static java.lang.System.out;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

class Captures {
    int field = 5;
    static int counter;

    Supplier<String> instance(String s) {
        return () -> field++ + s + this.field;
    }

    static Supplier<String> all(boolean z, byte b, short s, char c, int i, long l, float f, double d, String t, int[] a, Object o) {
        return () -> z + " " + b + " " + s + " " + c + " " + i + " " + l + " " + f + " " + d + " " + t + " " + a[0]++ + " " + o;
    }

    static IntUnaryOperator adder(int n) {
        return x -> x + n;
    }

    class Inner {
        int field = 100;
        Supplier<Integer> both() {
            return () -> field + Captures.this.field;
        }
    }

    public static void main(String[] args) {
        int[] a = {7};
        Supplier<String> s = all(true, (byte) -1, (short) 300, 'q', 1 << 30, 1L << 60, 0.1f, -0.0, null, a, 'o');
        out.println(s.get());
        out.println(s.get() + a[0]);
        Captures c = new Captures();
        Supplier<String> in = c.instance("x");
        out.println(in.get() + in.get() + c.new Inner().both().get());
        List<IntUnaryOperator> ops = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int k = i * 10;
            ops.add(x -> x * k + counter++);
        }
        for (IntUnaryOperator op : ops) out.print(op.applyAsInt(3) + " ");
        for (String w : new String[] {"p", "q"}) ops.add(x -> w.charAt(0) + x);
        out.println(ops.get(5).applyAsInt(1) + " " + counter);
        Supplier<Supplier<Supplier<String>>> nested = () -> {
            String m = "mid" + counter;
            return () -> {
                String n = m + a[0];
                return () -> n + m + args.length;
            };
        };
        out.println(nested.get().get().get());
        long big = 1L << 40;
        double half = 0.5;
        Runnable r = () -> {
            long local = big;
            for (int i = 0; i < 3; i++) local += half * i;
            out.println(local + " " + big);
        };
        r.run();
        out.println(adder(5).andThen(adder(6)).compose(adder(7)).applyAsInt(1));
        Supplier<Supplier<Object>> self = () -> () -> c.field;
        out.println(self.get().get() + "" + (self.get() != self.get() || true));
        Object lock = new Object();
        Runnable sync = () -> { synchronized (lock) { out.println(Thread.holdsLock(lock)); } };
        sync.run();
        Runnable failing = () -> { throw new IllegalStateException("from lambda " + big); };
        try {
            failing.run();
        } catch (IllegalStateException e) {
            out.println(e.getMessage() + " " + e.getStackTrace()[0].getMethodName() + " " + e.getStackTrace()[1].getMethodName());
        }
    }
}
