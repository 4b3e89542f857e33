import deadwood.Verify;

/**
 * Holds a part of the heap, in percent, and meanwhile makes garbage of so many
 * times its size. Arguments: how ("once": in one step; "choices": over many
 * steps; "threads": two threads, half each), percent, times.
 */
public class HeapUser {
    private static final int PIECE = 1024;
    private static final int HEADER = 16;

    private static byte[][] held;
    private static volatile int pieces;
    private static byte[] last;

    public static void main(String[] args) throws InterruptedException {
        long heap = Runtime.getRuntime().maxMemory();
        int count = (int) (heap * Integer.parseInt(args[1]) / 100 / PIECE);
        int garbage = (int) (heap / PIECE) * Integer.parseInt(args[2]) / count;
        held = new byte[count][];
        if (args[0].equals("threads")) {
            Thread other = new Thread(() -> hold(0, count / 2, garbage, false));
            other.start();
            hold(count / 2, count, garbage, false);
            other.join();
        } else {
            hold(0, count, garbage, args[0].equals("choices"));
        }
        for (byte[] piece : held) {
            assert piece.length == PIECE - HEADER;
        }
    }

    private static void hold(int from, int to, int garbage, boolean chooses) {
        byte[][] mine = new byte[to - from][];
        for (int i = from; i < to; i++) {
            byte[] lost = null;
            for (int j = 0; j < garbage; j++) {
                lost = new byte[PIECE - HEADER];
                lost[j % lost.length] = 1;
            }
            mine[i - from] = new byte[PIECE - HEADER];
            if (chooses) {
                // What it was is not kept: both ways lead to the same state. The garbage outlives the step.
                last = lost;
                Verify.getBoolean();
            } else if ((i - from) % ((to - from) / 3) == 0) {
                // Others can see that.
                pieces++;
            }
        }
        System.arraycopy(mine, 0, held, from, to - from);
    }
}
