/**
 * Two threads have an object in common that is found from a Thread which has ended,
 * and forget that Thread one after the other. The last one to do so does nothing else
 * that anybody could notice, and yet the object is in nobody's but their hands from then on.
 */
public class Forgotten {
    static volatile int first;
    static volatile int second;

    static final class Carrier extends Thread {
        final int[] load = new int[1];

        @Override
        public void run() {
        }
    }

    static final class Holder extends Thread {
        private Carrier carrier;
        private final boolean isFirst;

        Holder(Carrier carrier, boolean isFirst) {
            this.carrier = carrier;
            this.isFirst = isFirst;
        }

        @Override
        public void run() {
            Carrier mine = carrier;
            carrier = null;
            int[] load = mine.load;
            note(1);
            note(mine.load.length);
            mine = null;
            note(2);
            note(load.length);
        }

        private void note(int value) {
            if (isFirst) first = value;
            else second = value;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Carrier carrier = new Carrier();
        carrier.start();
        carrier.join();
        Holder one = new Holder(carrier, true);
        Holder other = new Holder(carrier, false);
        carrier = null;
        one.start();
        other.start();
    }
}
