import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Futures and phasers. */
final class Futures {
    private Futures() {
    }

    static final class Complete extends Experiment {
        private final CompletableFuture<Integer> future = new CompletableFuture<>();
        private volatile int won;

        @Override
        void first() {
            if (future.complete(1)) {
                won = 10;
            }
        }

        @Override
        void second() {
            if (future.complete(2)) {
                won = 20;
            }
        }

        @Override
        int outcome() {
            return won + future.join();
        }
    }

    /** Whoever completes runs what depends on it; so does whoever adds it too late. */
    static final class Dependents extends Experiment {
        private final CompletableFuture<Integer> future = new CompletableFuture<>();
        private volatile int order;

        private void note(int step) {
            order = 10 * order + step;
        }

        @Override
        void first() {
            future.complete(5);
            note(1);
        }

        @Override
        void second() {
            future.thenAccept(value -> note(value));
            note(2);
        }

        @Override
        int outcome() {
            return order;
        }
    }

    /** A stage is done later than the one before it, even if there is nothing to do. */
    static final class Stages extends Experiment {
        private final CompletableFuture<Integer> first = new CompletableFuture<>();
        private final CompletableFuture<Integer> second = first.thenApply(x -> x + 1);
        private final CompletableFuture<Integer> third = second.thenApply(x -> x + 1);
        private int seen;

        @Override
        void first() {
            first.complete(1);
        }

        @Override
        void second() {
            seen = (third.isDone() ? 100 : 0) + (second.isDone() ? 10 : 0) + (first.isDone() ? 1 : 0);
            seen += 1000 * ((first.isDone() ? 1 : 0) + (second.isDone() ? 1 : 0) + (third.isDone() ? 1 : 0));
        }

        @Override
        int outcome() {
            return seen + 10_000 * third.join();
        }
    }

    static final class Combine extends Experiment {
        private final CompletableFuture<Integer> a = new CompletableFuture<>();
        private final CompletableFuture<Integer> b = new CompletableFuture<>();
        private volatile int got;

        @Override
        int count() {
            return 3;
        }

        @Override
        void first() {
            a.complete(20);
        }

        @Override
        void second() {
            b.complete(22);
        }

        @Override
        void third() throws Exception {
            got = a.thenCombine(b, Integer::sum).get();
        }

        @Override
        int outcome() {
            return got;
        }
    }

    static final class AnyOf extends Experiment {
        private final CompletableFuture<Integer> a = new CompletableFuture<>();
        private final CompletableFuture<Integer> b = new CompletableFuture<>();
        private int got;

        @Override
        int count() {
            return 3;
        }

        @Override
        void first() {
            a.complete(1);
        }

        @Override
        void second() {
            b.completeExceptionally(new IllegalStateException());
        }

        @Override
        void third() {
            try {
                got = (Integer) CompletableFuture.anyOf(a, b).join();
            } catch (CompletionException e) {
                got = 2;
            }
        }

        @Override
        int outcome() {
            return got;
        }
    }

    static final class Cancel extends Experiment {
        private final CompletableFuture<Integer> future = new CompletableFuture<>();
        private int got;

        @Override
        int count() {
            return 3;
        }

        @Override
        void first() {
            future.complete(1);
        }

        @Override
        void second() {
            future.cancel(true);
        }

        @Override
        void third() throws Exception {
            try {
                got = future.get();
            } catch (CancellationException e) {
                got = 2;
            }
        }

        @Override
        int outcome() {
            return got;
        }
    }

    static final class Impatient extends Experiment {
        private final CompletableFuture<Integer> future = new CompletableFuture<>();
        private int got;

        @Override
        void first() {
            future.complete(1);
        }

        @Override
        void second() throws Exception {
            try {
                got = future.get(1, TimeUnit.MICROSECONDS);
            } catch (TimeoutException e) {
                got = 2;
            }
        }

        @Override
        int outcome() {
            return got;
        }
    }

    static final class Interrupted extends Experiment {
        private final CompletableFuture<Integer> future = new CompletableFuture<>();
        private int got;

        @Override
        void first() {
            threads[1].interrupt();
            future.complete(1);
        }

        @Override
        void second() throws ExecutionException {
            try {
                got = future.get();
            } catch (InterruptedException e) {
                got = 2;
            }
        }

        @Override
        int outcome() {
            return got;
        }
    }

    /** The list is not made for threads: the library calls it with no code of the program around it. */
    static final class MethodReference extends Experiment {
        private final CompletableFuture<Integer> a = new CompletableFuture<>();
        private final CompletableFuture<Integer> b = new CompletableFuture<>();
        private final List<Integer> list = new ArrayList<>(4);

        MethodReference() {
            a.thenAccept(list::add);
            b.thenAccept(list::add);
        }

        @Override
        void first() {
            a.complete(1);
        }

        @Override
        void second() {
            b.complete(2);
        }

        @Override
        int outcome() {
            return list.size();
        }
    }

    static final class Rendezvous extends Experiment {
        private final Phaser phaser = new Phaser(2);
        private volatile int a;
        private volatile int b;
        private int seen1;
        private int seen2;

        @Override
        void first() {
            a = 1;
            phaser.arriveAndAwaitAdvance();
            seen1 = b;
            b = 2;
            phaser.arriveAndAwaitAdvance();
        }

        @Override
        void second() {
            b = 1;
            phaser.arriveAndAwaitAdvance();
            phaser.arriveAndAwaitAdvance();
            seen2 = a + b;
        }

        @Override
        int outcome() {
            return 100 * phaser.getPhase() + 10 * seen1 + seen2;
        }
    }

    /** onAdvance is the program's: everybody has arrived and nobody has gone on. */
    static final class Advance extends Experiment {
        private volatile int at;
        private volatile int advanced;
        private final Phaser phaser = new Phaser(2) {
            @Override
            protected boolean onAdvance(int phase, int parties) {
                advanced = 10 * at + phase + 1;
                return phase == 1;
            }
        };

        @Override
        void first() {
            at = at + 1;
            phaser.arriveAndAwaitAdvance();
            phaser.arriveAndDeregister();
        }

        @Override
        void second() {
            phaser.arrive();
            at = at + 1;
            phaser.awaitAdvance(0);
            phaser.arriveAndAwaitAdvance();
        }

        @Override
        int outcome() {
            return advanced + (phaser.isTerminated() ? 1000 : 0);
        }
    }
}
