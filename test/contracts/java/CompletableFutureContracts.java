import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** java.util.concurrent.CompletableFuture */
final class CompletableFutureContracts extends Contract {
    private static CompletableFuture<Integer> failed(Throwable failure) {
        return CompletableFuture.failedFuture(failure);
    }

    /** The first to complete a future decides. */
    static String firstWins() throws Exception {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        boolean[] won = new boolean[2];
        together(() -> won[0] = future.complete(1), () -> won[1] = future.complete(2));
        check(won[0] != won[1], "one of them");
        same(won[0] ? 1 : 2, future.join());
        return "" + future.join();
    }

    /** A completed future is done at once. */
    static void completed() throws Exception {
        CompletableFuture<Integer> future = CompletableFuture.completedFuture(1);
        check(future.isDone() && !future.isCompletedExceptionally(), "it is done");
        same(1, future.get());
        same(1, future.getNow(2));
        check(!future.complete(2), "it is too late");
    }

    /** GetNow gives the other value as long as there is none. */
    static void getNow() {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        same(2, future.getNow(2));
        check(!future.isDone(), "nothing has happened");
    }

    /** Get wraps a failure in ExecutionException and join in CompletionException. */
    static void failure() {
        IllegalStateException failure = new IllegalStateException();
        CompletableFuture<Integer> future = failed(failure);
        same(failure, thrown(ExecutionException.class, future::get).getCause());
        same(failure, thrown(CompletionException.class, future::join).getCause());
        check(future.isCompletedExceptionally(), "it failed");
    }

    /** Dependent stages get the failure wrapped, the stage itself has it plain. */
    static void wrapping() {
        IllegalStateException failure = new IllegalStateException();
        CompletableFuture<Integer> future = failed(failure);
        same(failure, future.handle((value, thrown) -> thrown).join());
        Throwable wrapped = future.thenApply(value -> value).handle((value, thrown) -> thrown).join();
        same(CompletionException.class, wrapped.getClass());
        same(failure, wrapped.getCause());
    }

    /** A function that throws makes its stage fail. */
    static void functionThrows() {
        IllegalStateException failure = new IllegalStateException();
        CompletableFuture<Integer> future = CompletableFuture.completedFuture(1).thenApply(value -> {
            throw failure;
        });
        same(failure, thrown(CompletionException.class, future::join).getCause());
    }

    /** Stages pass values on. */
    static void stages() {
        StringBuilder log = new StringBuilder();
        CompletableFuture<Integer> future = new CompletableFuture<>();
        CompletableFuture<Void> end = future.thenApply(value -> value + 1).thenAccept(log::append).thenRun(() -> log.append("r"));
        check(!end.isDone(), "nothing has come");
        future.complete(1);
        end.join();
        same("2r", log.toString());
    }

    /** Stages of a failed future do not run their functions. */
    static void skipped() {
        CompletableFuture<Integer> future = failed(new IllegalStateException());
        CompletableFuture<Void> end = future.thenAccept(value -> check(false, "there is no value"));
        check(end.isCompletedExceptionally(), "it failed too");
    }

    /** Exceptionally gives another value in place of a failure, and else the same. */
    static void exceptionally() {
        same(2, failed(new IllegalStateException()).exceptionally(thrown -> 2).join());
        same(1, CompletableFuture.completedFuture(1).exceptionally(thrown -> 2).join());
    }

    /** WhenComplete passes on what it was given. */
    static void whenComplete() {
        Object[] told = new Object[2];
        same(1, CompletableFuture.completedFuture(1).whenComplete((value, thrown) -> told[0] = value).join());
        same(1, told[0]);
        IllegalStateException failure = new IllegalStateException();
        CompletableFuture<Integer> end = failed(failure).whenComplete((value, thrown) -> {
            told[1] = thrown;
            throw new IllegalArgumentException();
        });
        same(failure, told[1]);
        same(failure, thrown(CompletionException.class, end::join).getCause());
    }

    /** ThenCompose goes on with the future that the function gives. */
    static void compose() {
        CompletableFuture<Integer> inner = new CompletableFuture<>();
        CompletableFuture<Integer> end = CompletableFuture.completedFuture(1).thenCompose(value -> inner);
        check(!end.isDone(), "the other one is not done");
        inner.complete(5);
        same(5, end.join());
    }

    /** ThenCombine waits for both. */
    static void combine() throws Exception {
        CompletableFuture<Integer> a = new CompletableFuture<>();
        CompletableFuture<Integer> b = new CompletableFuture<>();
        CompletableFuture<Integer> both = a.thenCombine(b, (x, y) -> 10 * x + y);
        together(() -> a.complete(1), () -> b.complete(2));
        same(12, both.join());
    }

    /** Of two, the function gets the value of one that is done. */
    static String either() throws Exception {
        CompletableFuture<Integer> a = new CompletableFuture<>();
        CompletableFuture<Integer> b = new CompletableFuture<>();
        CompletableFuture<String> end = a.applyToEither(b, value -> "" + value);
        together(() -> a.complete(1), () -> b.complete(2));
        return end.join();
    }

    /** AllOf is done when all are, and fails if one does. */
    static void allOf() {
        CompletableFuture<Integer> a = new CompletableFuture<>();
        CompletableFuture<Integer> b = new CompletableFuture<>();
        CompletableFuture<Void> all = CompletableFuture.allOf(a, b);
        IllegalStateException failure = new IllegalStateException();
        a.completeExceptionally(failure);
        check(!all.isDone(), "one is open");
        b.complete(1);
        same(failure, thrown(CompletionException.class, all::join).getCause());
        check(CompletableFuture.allOf().isDone(), "none is open");
    }

    /** AnyOf is done when one is. */
    static String anyOf() throws Exception {
        CompletableFuture<Integer> a = new CompletableFuture<>();
        CompletableFuture<Integer> b = new CompletableFuture<>();
        CompletableFuture<Object> any = CompletableFuture.anyOf(a, b);
        together(() -> a.complete(1), () -> b.complete(2));
        check(!CompletableFuture.anyOf().isDone(), "none can be");
        return "" + any.join();
    }

    /** To cancel is to complete with a CancellationException. */
    static void cancel() {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        CompletableFuture<Integer> next = future.thenApply(value -> value);
        check(future.cancel(true) && future.isCancelled() && future.isCompletedExceptionally(), "it is cancelled");
        thrown(CancellationException.class, future::get);
        thrown(CancellationException.class, future::join);
        check(!next.isCancelled(), "only the failure is passed on");
        same(CancellationException.class, thrown(CompletionException.class, next::join).getCause().getClass());
        check(!CompletableFuture.completedFuture(1).cancel(true), "it is too late");
    }

    /** A future that has a value can be given another one by force. */
    static void obtrude() {
        CompletableFuture<Integer> future = CompletableFuture.completedFuture(1);
        CompletableFuture<Integer> next = future.thenApply(value -> value);
        future.obtrudeValue(2);
        same(2, future.join());
        same(1, next.join());
        future.obtrudeException(new IllegalStateException());
        check(future.isCompletedExceptionally(), "by force");
    }

    /** A future with a time limit fails when no value has come by then. */
    static void orTimeout() {
        CompletableFuture<Integer> future = new CompletableFuture<Integer>().orTimeout(1, TimeUnit.MICROSECONDS);
        same(TimeoutException.class, thrown(CompletionException.class, future::join).getCause().getClass());
    }

    /** A future can have a value for when no other has come in time. */
    static String onTimeout() {
        CompletableFuture<Integer> future = new CompletableFuture<Integer>().completeOnTimeout(7, 1, TimeUnit.MICROSECONDS);
        future.complete(1);
        return "" + future.join();
    }

    /** A timed get gives up when no value has come. */
    static void timedGet() {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        thrown(TimeoutException.class, () -> future.get(1, TimeUnit.MICROSECONDS));
        check(!future.isDone(), "to wait in vain changes nothing");
    }

    /** Who waits for a value and is interrupted is told so by get, not by join. */
    static void interrupted() throws Exception {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        Thread.currentThread().interrupt();
        thrown(InterruptedException.class, future::get);
        check(!Thread.interrupted(), "the flag is cleared");
        Thread t = start(() -> future.complete(1));
        Thread.currentThread().interrupt();
        same(1, future.join());
        check(Thread.interrupted(), "the flag stays");
        join(t);
    }

    /** Async stages run in the executor that is given. */
    static void executor() {
        int[] count = new int[1];
        CompletableFuture<Integer> future = CompletableFuture.supplyAsync(() -> 1, task -> {
            count[0]++;
            task.run();
        });
        same(1, future.join());
        same(1, count[0]);
        thrown(NullPointerException.class, () -> CompletableFuture.supplyAsync(() -> 1, null));
    }

    /** Async tasks run in another thread than the caller's by default. */
    static void async() {
        Thread runner = CompletableFuture.supplyAsync(Thread::currentThread).join();
        check(runner != Thread.currentThread(), "it is another one");
    }

    /** A copy is done when the original is, and not the other way round. */
    static void copy() {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        CompletableFuture<Integer> copy = future.copy();
        copy.complete(2);
        check(!future.isDone(), "the original is open");
        CompletableFuture<Integer> second = future.copy();
        future.complete(1);
        same(1, second.join());
    }

    /** A stage that is no future cannot be completed by its users. */
    static void minimal() {
        CompletableFuture<Integer> future = CompletableFuture.completedFuture(1);
        thrown(UnsupportedOperationException.class, () -> ((CompletableFuture<?>) future.minimalCompletionStage()).join());
        same(1, future.minimalCompletionStage().toCompletableFuture().join());
    }

    /** What a thread did before it completed a future is seen by who got its value. */
    static void visibility() throws Exception {
        int[] value = new int[1];
        CompletableFuture<Integer> future = new CompletableFuture<>();
        Thread t = start(() -> {
            value[0] = 1;
            future.complete(2);
        });
        same(2, future.get());
        same(1, value[0]);
        join(t);
    }
}
