// CompletableFuture chains joined in order; exceptions through them; ForkJoin tasks.
package threads;

import static java.lang.System.out;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

class Completable {
    static class Sum extends RecursiveTask<Long> {
        final int lo, hi;
        Sum(int lo, int hi) { this.lo = lo; this.hi = hi; }
        @Override protected Long compute() {
            if (hi - lo < 20) {
                long s = 0;
                for (int i = lo; i < hi; i++) s += i;
                return s;
            }
            Sum l = new Sum(lo, (lo + hi) / 2), r = new Sum((lo + hi) / 2, hi);
            l.fork();
            return r.compute() + l.join();
        }
    }

    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> f = CompletableFuture.supplyAsync(() -> 20).thenApply(x -> x + 1).thenCompose(x -> CompletableFuture.supplyAsync(() -> x * 2));
        out.println(f.join() + " " + f.get() + f.isDone());
        CompletableFuture<String> a = CompletableFuture.supplyAsync(() -> "a"), b = CompletableFuture.completedFuture("b");
        out.println(a.thenCombine(b, String::concat).join() + a.thenAcceptBoth(b, (x, y) -> { }).join());
        CompletableFuture<Integer> bad = CompletableFuture.supplyAsync(() -> { if (true) throw new IllegalStateException("bad"); return 1; });
        try {
            bad.join();
        } catch (CompletionException e) {
            out.println(e.getMessage() + " | " + e.getCause().getMessage());
        }
        out.println(bad.exceptionally(e -> -1).join() + " " + bad.handle((v, e) -> v + ":" + e.getClass().getSimpleName()).join() + bad.isCompletedExceptionally());
        CompletableFuture<String> manual = new CompletableFuture<>();
        StringBuilder log = new StringBuilder();
        CompletableFuture<Void> dep = manual.thenAccept(s -> log.append("got ").append(s));
        out.println(manual.complete("x") + " " + manual.complete("y") + manual.getNow("z") + log + dep.isDone() + new CompletableFuture<String>().getNow("absent"));
        List<CompletableFuture<Integer>> fs = List.of(CompletableFuture.supplyAsync(() -> 1), CompletableFuture.supplyAsync(() -> 2), CompletableFuture.supplyAsync(() -> 3));
        CompletableFuture.allOf(fs.toArray(new CompletableFuture<?>[0])).join();
        int sum = 0;
        for (CompletableFuture<Integer> x : fs) sum += x.join();
        out.println(sum);
        out.println(manual.whenComplete((v, e) -> out.print(v + e + " ")).thenRun(() -> out.print("ran ")).isDone());
        out.println(new ForkJoinPool(2).invoke(new Sum(0, 200)));
    }
}
