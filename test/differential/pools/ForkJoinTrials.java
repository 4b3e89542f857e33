import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Fork-join pools, parallel streams and what else uses the common pool. */
final class ForkJoinTrials {
    private ForkJoinTrials() {
    }

    static final class Count extends RecursiveAction {
        private static final long serialVersionUID = 1L;
        private final transient int[] counter;

        Count(int[] counter) {
            this.counter = counter;
        }

        @Override
        protected void compute() {
            counter[0]++;
        }
    }

    /** Two tasks of a pool of two lose an update, or do not. */
    static int race() {
        int[] counter = new int[1];
        ForkJoinPool pool = new ForkJoinPool(2);
        ForkJoinTask<?> one = pool.submit(new Count(counter));
        ForkJoinTask<?> two = pool.submit(new Count(counter));
        one.join();
        two.join();
        pool.shutdown();
        return counter[0];
    }

    /** One worker does one thing after the other. */
    static int oneWorker() {
        int[] counter = new int[1];
        ForkJoinPool pool = new ForkJoinPool(1);
        pool.invoke(new RecursiveAction() {
            private static final long serialVersionUID = 1L;

            @Override
            protected void compute() {
                invokeAll(new Count(counter), new Count(counter));
            }
        });
        pool.shutdown();
        return counter[0];
    }

    /** Who runs a task of the common pool: 1 the thread that joins it, 2 a worker. */
    static int whoRuns() {
        RecursiveTask<Integer> task = new RecursiveTask<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected Integer compute() {
                return Thread.currentThread() instanceof ForkJoinWorkerThread ? 2 : 1;
            }
        };
        return task.fork().join();
    }

    /** Only a worker runs a task of another pool. */
    static int workerRuns() {
        ForkJoinPool pool = new ForkJoinPool(1);
        int found = pool.submit(() -> Thread.currentThread() instanceof ForkJoinWorkerThread ? 2 : 1).join();
        pool.shutdown();
        return found;
    }

    /** A task that was taken may go on while who forked it does something else. */
    static int concurrent() {
        int[] x = new int[2];
        ForkJoinPool pool = new ForkJoinPool(2);
        int found = pool.invoke(new RecursiveTask<Integer>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected Integer compute() {
                ForkJoinTask<?> other = ForkJoinTask.adapt(() -> {
                    x[0] = 1;
                    x[1] = 1;
                }).fork();
                int second = x[1];
                int first = x[0];
                other.join();
                return 10 * first + second;
            }
        });
        pool.shutdown();
        return found;
    }

    static int exception() {
        try {
            new ForkJoinPool(1).invoke(new RecursiveAction() {
                private static final long serialVersionUID = 1L;

                @Override
                protected void compute() {
                    throw new IllegalStateException("here");
                }
            });
            return 0;
        } catch (IllegalStateException e) {
            return 1;
        }
    }

    static int cancel() {
        int[] counter = new int[1];
        ForkJoinPool pool = new ForkJoinPool(1);
        ForkJoinTask<?> task = pool.submit(new Count(counter));
        boolean isCancelled = task.cancel(false);
        task.quietlyJoin();
        pool.shutdown();
        pool.awaitQuiescence(1, TimeUnit.DAYS);
        return isCancelled ? 1 : 2;
    }

    /** A tree of completions: what the last one finds. */
    static int completer() {
        int[] sum = new int[1];
        final class Node extends CountedCompleter<Void> {
            private static final long serialVersionUID = 1L;
            private final int depth;

            Node(CountedCompleter<?> parent, int depth) {
                super(parent);
                this.depth = depth;
            }

            @Override
            public void compute() {
                if (depth > 0) {
                    addToPendingCount(2);
                    new Node(this, depth - 1).fork();
                    new Node(this, depth - 1).fork();
                } else {
                    synchronized (sum) {
                        sum[0]++;
                    }
                }
                tryComplete();
            }
        }
        new ForkJoinPool(2).invoke(new Node(null, 1));
        return sum[0];
    }

    static int managedBlock() throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        ForkJoinPool pool = new ForkJoinPool(1);
        ForkJoinTask<Integer> waiting = pool.submit(() -> {
            ForkJoinPool.managedBlock(new ForkJoinPool.ManagedBlocker() {
                @Override
                public boolean block() throws InterruptedException {
                    latch.await();
                    return true;
                }

                @Override
                public boolean isReleasable() {
                    return latch.getCount() == 0;
                }
            });
            return 3;
        });
        // Without another worker nobody would ever come to this.
        pool.submit(latch::countDown);
        int found = waiting.get();
        pool.shutdown();
        return found;
    }

    static int streamSum() {
        return IntStream.range(0, 3).parallel().map(i -> i + 1).sum();
    }

    static int streamRace() {
        int[] counter = new int[1];
        IntStream.range(0, 2).parallel().forEach(i -> counter[0]++);
        return counter[0];
    }

    static int supply() {
        return CompletableFuture.supplyAsync(() -> 4).thenApply(x -> x + 1).join();
    }

    /** Tasks 1 and 2 of one thread and 3 of another, on one worker: threads in each other's way change queues. */
    static int submitters() throws Exception {
        int[] order = new int[1];
        ForkJoinPool pool = new ForkJoinPool(1);
        Thread other = new Thread(() -> {
            pool.execute(() -> order[0] = 10 * order[0] + 1);
            pool.execute(() -> order[0] = 10 * order[0] + 2);
        });
        other.start();
        pool.execute(() -> order[0] = 10 * order[0] + 3);
        other.join();
        pool.shutdown();
        pool.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        return order[0];
    }

    /** The only worker waits for a task that another thread submitted: there must be one more. */
    static int compensation() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        CompletableFuture<ForkJoinTask<Integer>> other = new CompletableFuture<>();
        ForkJoinTask<Integer> waiting = pool.submit(() -> other.join().join() + 1);
        other.complete(pool.submit(() -> 1));
        int found = waiting.get();
        pool.shutdown();
        return found;
    }

    static int nested() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        int found = pool.submit(() -> pool.submit(() -> 7).get()).get();
        pool.shutdown();
        return found;
    }

    static final class Worker extends ForkJoinWorkerThread {
        static volatile int started;

        Worker(ForkJoinPool pool) {
            super(pool);
        }

        @Override
        protected void onStart() {
            started++;
        }
    }

    /** Workers of the program's own. */
    static int ownWorkers() throws Exception {
        Worker.started = 0;
        ForkJoinPool pool = new ForkJoinPool(1, Worker::new, null, false);
        int found = pool.submit(() -> 3).get() + pool.submit(() -> 4).get();
        pool.shutdown();
        pool.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        return 10 * found + Worker.started;
    }

    static int streamInPool() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(2);
        int found = pool.submit(() -> IntStream.range(0, 2).parallel().map(i -> i + 1).sum()).get();
        pool.shutdown();
        return found;
    }

    /** Who waits helps: it may run the first task itself, whose forks are for the common pool then. */
    static int quiescence() {
        int[] counter = new int[1];
        ForkJoinPool pool = new ForkJoinPool(1);
        pool.execute(() -> {
            ForkJoinTask.adapt(() -> counter[0]++).fork();
            ForkJoinTask.adapt(() -> counter[0]++).fork();
        });
        while (!pool.awaitQuiescence(1, TimeUnit.DAYS)) {
            Thread.yield();
        }
        return counter[0];
    }

    static int stop() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        ForkJoinTask<Integer> task = pool.submit(() -> 1);
        pool.shutdownNow();
        boolean isOver = pool.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        return (isOver ? 10 : 0) + (task.isCancelled() ? 2 : 1);
    }
}
