/** Scenes with tasks that other threads run: futures and executors (scene.ts explains the format). */
import { object, often, type Scene } from "./scene.ts";

// ---- futures ----

const onFuture = (name: string): string[] => [
  ...often(2, `${name}.get() object`),
  `${name}.get(long 1, unit) object`,
  `${name}.cancel(boolean 0|1) boolean`,
  `${name}.isDone() boolean`,
  `${name}.isCancelled() boolean`,
];

const FUTURE_TASK: Scene = {
  objects: [object("task", "FutureTask", "new(callable)", "new(runnable, item)")],
  operations: [...often(4, "task.run() void"), ...onFuture("task")],
};

const COMPLETABLE: Scene = {
  objects: [object("cf", "CompletableFuture", "new()"), object("d", "CompletableFuture", "new()")],
  operations: [
    ...often(3, "cf.complete(item) boolean"),
    "cf.completeExceptionally(failure) boolean",
    ...onFuture("cf"),
    "cf.join() object",
    "cf.getNow(item) object",
    "cf.isCompletedExceptionally() boolean",
    "cf.thenApply(function) CompletableFuture>d",
    "cf.thenAccept(consumer) CompletableFuture>d",
    "cf.handle(bifunction) CompletableFuture>d",
    "cf.whenComplete(biconsumer) CompletableFuture>d",
    "cf.exceptionally(function) CompletableFuture>d",
    "cf.thenCombine(stage d, bifunction) CompletableFuture>d",
    "cf.orTimeout(long 1, unit) CompletableFuture",
    "cf.completeOnTimeout(item, long 1, unit) CompletableFuture",
    "d.getNow(item) object",
    "d.join() object",
    "d.complete(item) boolean",
  ],
};

const ASYNC: Scene = {
  hasWorkers: true,
  objects: [
    object("cf", "CompletableFuture", "CompletableFuture.supplyAsync(supplier)"),
    object("d", "CompletableFuture", "new()"),
  ],
  operations: [
    "cf.complete(item) boolean",
    ...onFuture("cf"),
    "cf.join() object",
    "cf.thenApply(function) CompletableFuture>d",
    "cf.thenApplyAsync(function) CompletableFuture>d",
    "cf.handle(bifunction) CompletableFuture>d",
    "CompletableFuture.runAsync(runnable) CompletableFuture>d",
    "d.getNow(item) object",
    "d.join() object",
  ],
};

// ---- executors ----

const onPool = (name: string): string[] => [
  ...often(3, `${name}.execute(runnable) void`, `${name}.submit(callable) Future>f`),
  `${name}.shutdown() void`,
  `${name}.shutdownNow() list`,
  `${name}.isShutdown() boolean`,
  `${name}.isTerminated() boolean`,
  `${name}.awaitTermination(long 1, unit) boolean`,
  `${name}.invokeAny(tasks) object`,
  `${name}.invokeAll(tasks) list`,
  `${name}.invokeAll(tasks, long 1, unit) list`,
];

const ENDS = ["pool.shutdown() void", "pool.shutdown() void", "pool.shutdownNow() list"];
const FUTURE = object("f", "Future");

const poolOf = (type: string, makers: readonly string[], more: readonly string[] = []): Scene => ({
  hasWorkers: true,
  objects: [object("pool", type, ...makers), FUTURE],
  operations: [...onPool("pool"), ...often(2, ...onFuture("f")), ...more],
  late: ENDS,
});

const THREAD_POOL = poolOf("ExecutorService", [
  "Executors.newFixedThreadPool(int 1|2)",
  "Executors.newSingleThreadExecutor()",
  "Executors.newCachedThreadPool()",
]);

const BOUNDED_POOL: Scene = {
  hasWorkers: true,
  objects: [
    object("q", "ArrayBlockingQueue", "new(int 1)"),
    object("pool", "ThreadPoolExecutor", "new(int 1, int 1|2, long 0, unit, queue q, policy)"),
    FUTURE,
  ],
  operations: [
    ...onPool("pool"),
    ...often(2, ...onFuture("f")),
    "pool.remove(runnable) boolean",
    "pool.prestartCoreThread() boolean",
    "q.size() int",
  ],
  late: ENDS,
};

const COMPLETION: Scene = {
  hasWorkers: true,
  objects: [
    object("pool", "ExecutorService", "Executors.newFixedThreadPool(int 1|2)"),
    object("done", "ExecutorCompletionService", "new(executor pool)"),
    FUTURE,
  ],
  operations: [
    ...often(4, "done.submit(callable) Future"),
    ...often(2, "done.poll() Future>f", "done.take() Future>f", "f.get() object"),
    "done.poll(long 1, unit) Future>f",
    "pool.shutdownNow() list",
  ],
  late: ENDS,
};

const SCHEDULED = poolOf(
  "ScheduledExecutorService",
  ["Executors.newScheduledThreadPool(int 1|2)", "Executors.newSingleThreadScheduledExecutor()"],
  [
    ...often(3, "pool.schedule(callable, long 1|2, unit) ScheduledFuture>f"),
    "pool.schedule(runnable, long 1, unit) ScheduledFuture>f",
  ],
);

/** Never shut down: in JDK 17 a task that was submitted before a shutdown may be lost. */
const FORK_JOIN: Scene = {
  hasWorkers: true,
  objects: [object("pool", "ForkJoinPool", "new(int 1|2)"), object("f", "ForkJoinTask")],
  operations: [
    ...often(2, "pool.execute(runnable) void"),
    ...often(3, "pool.submit(callable) ForkJoinTask>f"),
    "pool.awaitQuiescence(long 1, unit) boolean",
    "pool.invokeAll(tasks) list",
    ...onFuture("f"),
    "f.join() object",
    "f.isCompletedNormally() boolean",
    "f.quietlyJoin() void",
  ],
};

export const FUTURE_SCENES: readonly Scene[] = [FUTURE_TASK, COMPLETABLE, COMPLETABLE, ASYNC];
export const EXECUTOR_SCENES: readonly Scene[] = [
  THREAD_POOL,
  THREAD_POOL,
  BOUNDED_POOL,
  COMPLETION,
  SCHEDULED,
  FORK_JOIN,
];
