import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Threads that meet in variables they reach by handle only: each access is one
 * step, others come in between, and what a handle may still read is not dead.
 * "Plainly": the types of the call are the variable's. "Converted": they are not.
 */
final class Variables {
    private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);
    private static final VarHandle BYTES = MethodHandles.arrayElementVarHandle(byte[].class);
    private static final VarHandle BOOLEANS = MethodHandles.arrayElementVarHandle(boolean[].class);
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle OBJECTS = MethodHandles.arrayElementVarHandle(Object[].class);
    private static final VarHandle INT_VIEW = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle BUFFER_VIEW = MethodHandles.byteBufferViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

    private Variables() {
    }

    private static VarHandle find(Class<?> owner, String name, Class<?> type) {
        try {
            return MethodHandles.lookup().findVarHandle(owner, name, type);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    // A compare-and-set of an element, plainly: one of the two wins, always.
    // Outcomes: 101, 102
    static final class OneWins extends Experiment {
        private final int[] cells = new int[2];
        private volatile int wins;

        @Override
        void first() {
            if (INTS.compareAndSet(cells, 1, 0, 1)) {
                wins += 100;
            }
        }

        @Override
        void second() {
            if (INTS.compareAndSet(cells, 1, 0, 2)) {
                wins += 100;
            }
        }

        @Override
        int outcome() {
            return wins + cells[1];
        }
    }

    // The same converted: the expected value is a short, the new one a box.
    // Outcomes: 101, 102
    static final class OneWinsConverted extends Experiment {
        private final int[] cells = new int[2];
        private volatile int wins;

        @Override
        void first() {
            if (INTS.compareAndSet(cells, 1, (short) 0, (Integer) 1)) {
                wins += 100;
            }
        }

        @Override
        void second() {
            if (INTS.compareAndSet((Object) cells, 1, 0, (byte) 2)) {
                wins += 100;
            }
        }

        @Override
        int outcome() {
            return wins + cells[1];
        }
    }

    // Read and written in two steps, an update is lost; in one, none is.
    // Outcomes: 11, 12, 21, 22
    static final class Lost extends Experiment {
        private final int[] cells = new int[2];

        @Override
        void first() {
            INTS.setVolatile(cells, 0, (int) INTS.getVolatile(cells, 0) + 10);
            Object old = INTS.getAndAdd(cells, 1, (byte) 1);
            INTS.setVolatile(cells, 0, (int) INTS.getVolatile(cells, 0) + (int) old * 0 + 1);
        }

        @Override
        void second() {
            INTS.setVolatile(cells, 0, (int) (Object) INTS.getVolatile(cells, 0) + 11);
        }

        @Override
        int outcome() {
            return cells[0];
        }
    }

    // Elements of one word, of which two are written by different threads: neither is lost.
    // Outcomes: 1203
    static final class Neighbours extends Experiment {
        private final byte[] cells = new byte[4];

        @Override
        void first() {
            BYTES.setVolatile(cells, 0, (byte) 12);
            BYTES.getAndAdd(cells, 1, (byte) 1);
        }

        @Override
        void second() {
            BYTES.setVolatile(cells, 2, (byte) 3);
            BYTES.getAndAdd(cells, (short) 1, (byte) -1);
        }

        @Override
        int outcome() {
            return cells[0] * 100 + cells[1] * 10 + cells[2];
        }
    }

    // A flag in a boolean[], an object behind it, both by handle.
    // Outcomes: -1, 7
    static final class Published extends Experiment {
        private final boolean[] flags = new boolean[2];
        private final Object[] objects = new Object[1];
        private volatile int seen;

        @Override
        void first() {
            OBJECTS.set(objects, 0, (Object) new int[] {7});
            BOOLEANS.getAndBitwiseOr(flags, 1, true);
        }

        @Override
        void second() {
            if ((boolean) BOOLEANS.getAcquire(flags, 1)) {
                int[] cells = (int[]) OBJECTS.getVolatile(objects, 0);
                seen = cells[0];
            } else {
                seen = -1;
            }
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // What is published by a converted call is shared from then on: the other one changes it in between.
    // Outcomes: 0, 5, 55
    static final class PublishedConverted extends Experiment {
        private final Object[] objects = new Object[1];
        private volatile int seen;

        @Override
        void first() {
            int[] mine = new int[1];
            OBJECTS.setVolatile((Object) objects, 0, mine);
            seen = (int) INTS.getVolatile(mine, 0) * 10;
            seen += (int) (Object) INTS.getVolatile(mine, 0);
        }

        @Override
        void second() {
            Object found = OBJECTS.getAndSet(objects, (byte) 0, null);
            if (found != null) {
                INTS.setVolatile((int[]) found, 0, (Integer) 5);
            }
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // Views of a byte[]: parts of an int, written by one and read by the other as a whole.
    // Outcomes: 0, 1, 257
    static final class Parts extends Experiment {
        private final byte[] cells = new byte[9];
        private volatile int seen;

        @Override
        void first() {
            BYTES.setVolatile(cells, 1, (byte) 1);
            BYTES.setVolatile(cells, 2, (byte) 1);
        }

        @Override
        void second() {
            seen = (int) INT_VIEW.get(cells, 1);
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // The same through a buffer.
    // Outcomes: 0, 256, 257
    static final class Buffered extends Experiment {
        private final ByteBuffer buffer = ByteBuffer.wrap(new byte[8], 2, 4).slice();
        private volatile int seen;

        @Override
        void first() {
            BYTES.setVolatile(buffer.array(), 3, (byte) 1);
            BYTES.setVolatile(buffer.array(), 4, (byte) 1);
        }

        @Override
        void second() {
            seen = (short) BUFFER_VIEW.get(buffer, 1);
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // A view that is written is read as bytes.
    // Outcomes: 0, 3, 303
    static final class WrittenAsWhole extends Experiment {
        private final byte[] cells = new byte[8];
        private volatile int seen;

        @Override
        void first() {
            INT_VIEW.set(cells, 3, 0x0303);
        }

        @Override
        void second() {
            seen = (byte) BYTES.getVolatile(cells, 3) * 100;
            seen += (int) (byte) BYTES.getVolatile(cells, 4);
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // A field that only handles read, converted or not: it is not dead between the writes.
    // Outcomes: 0, 3, 10, 13
    static final class OnlyByHandle extends Experiment {
        private static final VarHandle LEFT = find(OnlyByHandle.class, "left", int.class);
        private static final VarHandle RIGHT = find(OnlyByHandle.class, "right", long.class);
        private int left;
        private long right;
        private volatile int seen;

        @Override
        void first() {
            LEFT.setVolatile(this, (byte) 10);
            RIGHT.setVolatile(this, (Object) 3L);
        }

        @Override
        void second() {
            long sum = (long) LEFT.getVolatile((Object) this);
            seen = (int) sum + (int) (long) RIGHT.getOpaque(this);
        }

        @Override
        int outcome() {
            return seen;
        }
    }

    // Methods made of a handle's modes: whoever comes second finds what the first has put there.
    // Outcomes: 12, 21
    static final class AsMethods extends Experiment {
        private static final MethodHandle SWAP = LONGS.toMethodHandle(VarHandle.AccessMode.GET_AND_SET);
        private static final MethodHandle LOOK = LONGS.toMethodHandle(VarHandle.AccessMode.GET_VOLATILE);
        private final long[] cells = new long[1];
        private volatile int seen;

        private int swap(int value) {
            try {
                return (int) (long) SWAP.invoke(cells, 0, value);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        }

        @Override
        void first() {
            int old = swap(1);
            if (old != 0) {
                seen = old * 10;
            }
        }

        @Override
        void second() {
            int old = swap(2);
            if (old != 0) {
                seen = old * 10;
            }
        }

        @Override
        int outcome() {
            try {
                return seen + (int) (long) LOOK.invokeExact(cells, 0);
            } catch (Throwable e) {
                return -1;
            }
        }
    }

    // What a converted call throws, it throws where it stands, and nothing is written.
    // Outcomes: 0, 1
    static final class Refused extends Experiment {
        private final Object[] texts = new String[1];
        private final int[] cells = new int[1];
        private volatile int seen;

        @Override
        void first() {
            try {
                OBJECTS.setVolatile(texts, 0, (Object) 3);
            } catch (ArrayStoreException e) {
                INTS.setRelease(cells, 0, (Object) 1);
            }
        }

        @Override
        void second() {
            try {
                INTS.getVolatile(cells, (Object) 2L);
            } catch (ClassCastException e) {
                seen = (int) INTS.getVolatile(cells, (Object) 0);
            }
        }

        @Override
        int outcome() {
            return texts[0] == null ? seen : -1;
        }
    }
}
