/**
 * What random programs do with java.util.concurrent: a table. A scene has objects,
 * operations on them, and sections that one operation enters and another leaves.
 *
 * A line says what is called, with what, and what is seen of the result:
 * `pool.submit(callable) Future>f`. Arguments are types that say what is passed
 * (`item` is a number, `runnable` a task of the program, `unit` milliseconds), numbers with
 * their type (`int 1|2` is one or the other), or names of objects. Of results, `boolean`, `int`,
 * `long` and `object` are seen; `sign` is whether a long is positive, `stamp` whether it is 0;
 * `Type>f` is kept in the field f, and `Type` alone is not looked at.
 *
 * Only what the documentation promises is seen: no estimates, no time that is left,
 * and no order that is up to the scheduler of the machine alone.
 */

export interface SceneObject {
  readonly name: string;
  /** Simple name of the class or interface. */
  readonly type: string;
  /** Ways to make it, one of which is picked; none for a field that an operation fills. */
  readonly makers: readonly string[];
}

/** What is done between entering and leaving; skipped where to enter fails. */
export interface Section {
  readonly enters: readonly string[];
  readonly leave: string;
  readonly inner: readonly string[];
}

export interface Scene {
  readonly objects: readonly SceneObject[];
  /** An operation that is there more often is picked more often. */
  readonly operations: readonly string[];
  readonly sections?: readonly Section[];
  /** What the main method does when all threads have ended. */
  readonly late?: readonly string[];
  /** Threads of the library take part: fewer of the program's own will do. */
  readonly hasWorkers?: boolean;
}

const object = (name: string, type: string, ...makers: readonly string[]): SceneObject => ({
  name,
  type,
  makers,
});

/** The same line so many times. */
const often = (times: number, ...lines: readonly string[]): string[] =>
  lines.flatMap((line) => Array.from({ length: times }, () => line));

// ---- locks and conditions ----

const onCondition = (name: string): string[] => [
  ...often(2, `${name}.await() void`, `${name}.signalAll() void`),
  ...often(3, `${name}.signal() void`),
  `${name}.awaitUninterruptibly() void`,
  `${name}.await(long 1, unit) boolean`,
  `${name}.awaitNanos(long 1000000) sign`,
];

const lockEnters = (name: string): string[] => [
  ...often(3, `${name}.lock() void`),
  `${name}.lockInterruptibly() void`,
  `${name}.tryLock() boolean`,
  `${name}.tryLock(long 1, unit) boolean`,
];

const LOCK: Scene = {
  objects: [
    object("lock", "ReentrantLock", "new()", "new(boolean 1)"),
    object("cond", "Condition", "lock.newCondition()"),
  ],
  operations: [
    "lock.isLocked() boolean",
    "lock.hasQueuedThreads() boolean",
    "lock.isHeldByCurrentThread() boolean",
    "lock.unlock() void",
    "cond.signal() void",
  ],
  sections: [
    {
      enters: lockEnters("lock"),
      leave: "lock.unlock() void",
      inner: [
        ...often(2, ...onCondition("cond")),
        "lock.hasWaiters(cond) boolean",
        "lock.getHoldCount() int",
        "lock.tryLock() boolean",
      ],
    },
  ],
};

const READ_WRITE: Scene = {
  objects: [
    object("rw", "ReentrantReadWriteLock", "new()", "new(boolean 1)"),
    object("rd", "ReentrantReadWriteLock$ReadLock", "rw.readLock()"),
    object("wr", "ReentrantReadWriteLock$WriteLock", "rw.writeLock()"),
    object("cond", "Condition", "wr.newCondition()"),
  ],
  operations: [
    "rw.isWriteLocked() boolean",
    "rw.getReadLockCount() int",
    "rw.hasQueuedThreads() boolean",
    "wr.tryLock() boolean",
    "rd.unlock() void",
  ],
  sections: [
    {
      enters: lockEnters("rd"),
      leave: "rd.unlock() void",
      inner: [
        "rw.getReadHoldCount() int",
        "rw.getReadLockCount() int",
        "wr.tryLock() boolean",
        "wr.tryLock(long 1, unit) boolean",
        "rd.tryLock() boolean",
      ],
    },
    {
      enters: lockEnters("wr"),
      leave: "wr.unlock() void",
      inner: [
        "rd.lock() void",
        "rd.tryLock() boolean",
        "rw.isWriteLockedByCurrentThread() boolean",
        ...onCondition("cond"),
      ],
    },
  ],
};

const STAMPED: Scene = {
  objects: [object("sl", "StampedLock", "new()")],
  operations: ["sl.isWriteLocked() boolean", "sl.isReadLocked() boolean", "sl.getReadLockCount() int"],
  sections: [
    {
      enters: [
        ...often(2, "sl.writeLock() stamp", "sl.readLock() stamp"),
        "sl.tryWriteLock() stamp",
        "sl.tryReadLock() stamp",
        "sl.writeLockInterruptibly() stamp",
        "sl.readLockInterruptibly() stamp",
        "sl.tryWriteLock(long 1, unit) stamp",
        "sl.tryReadLock(long 1, unit) stamp",
      ],
      leave: "sl.unlock(stamp) void",
      inner: [
        "sl.tryConvertToWriteLock(stamp) stamp",
        "sl.tryConvertToReadLock(stamp) stamp",
        "sl.tryConvertToOptimisticRead(stamp) stamp",
        "sl.validate(stamp) boolean",
      ],
    },
    {
      enters: ["sl.tryOptimisticRead() stamp"],
      leave: "sl.validate(stamp) boolean",
      inner: ["sl.tryConvertToWriteLock(stamp) stamp", "sl.tryConvertToReadLock(stamp) stamp"],
    },
  ],
};

/** Of every object. */
const MONITOR: Scene = {
  objects: [object("mon", "Object", "new()")],
  operations: ["mon.notify() void"],
  sections: [
    {
      enters: ["synchronized mon"],
      leave: "",
      inner: [
        ...often(2, "mon.wait() void", "mon.notifyAll() void"),
        ...often(3, "mon.notify() void"),
        "mon.wait(long 1) void",
      ],
    },
  ],
};

// ---- barriers ----

const BARRIER: Scene = {
  objects: [object("barrier", "CyclicBarrier", "new(int 2)", "new(int 2, runnable)")],
  operations: [
    ...often(4, "barrier.await() int"),
    ...often(2, "barrier.await(long 1, unit) int"),
    "barrier.reset() void",
    "barrier.isBroken() boolean",
    "barrier.getNumberWaiting() int",
  ],
};

const LATCH: Scene = {
  objects: [object("latch", "CountDownLatch", "new(int 1|2)")],
  operations: [
    ...often(3, "latch.countDown() void"),
    ...often(2, "latch.await() void", "latch.await(long 1, unit) boolean"),
    "latch.getCount() long",
  ],
};

const PHASER: Scene = {
  objects: [object("phaser", "Phaser", "new(int 1|2)")],
  operations: [
    ...often(2, "phaser.arriveAndAwaitAdvance() int", "phaser.arrive() int"),
    "phaser.arriveAndDeregister() int",
    "phaser.register() int",
    "phaser.awaitAdvance(int 0) int",
    "phaser.awaitAdvanceInterruptibly(int 0) int",
    "phaser.awaitAdvanceInterruptibly(int 0, long 1, unit) int",
    "phaser.getPhase() int",
    "phaser.isTerminated() boolean",
    "phaser.forceTermination() void",
    "phaser.getRegisteredParties() int",
  ],
};

const SEMAPHORE: Scene = {
  objects: [object("sem", "Semaphore", "new(int 0|1|2)", "new(int 0|1|2, boolean 1)")],
  operations: [
    ...often(3, "sem.release() void"),
    ...often(2, "sem.acquire() void", "sem.tryAcquire() boolean", "sem.release(int 2) void"),
    "sem.acquire(int 2) void",
    "sem.acquireUninterruptibly() void",
    "sem.tryAcquire(int 2) boolean",
    "sem.tryAcquire(long 1, unit) boolean",
    "sem.tryAcquire(int 2, long 1, unit) boolean",
    "sem.availablePermits() int",
    "sem.drainPermits() int",
    "sem.hasQueuedThreads() boolean",
  ],
};

const EXCHANGER: Scene = {
  objects: [object("ex", "Exchanger", "new()")],
  operations: [
    ...often(3, "ex.exchange(item) object"),
    ...often(2, "ex.exchange(item, long 1, unit) object"),
  ],
};

// ---- queues ----

const ends = (name: string): string[] => [
  ...often(2, `${name}.put(item) void`, `${name}.take() object`),
  `${name}.offer(item) boolean`,
  `${name}.poll() object`,
  `${name}.offer(item, long 1, unit) boolean`,
  `${name}.poll(long 1, unit) object`,
];

const collection = (name: string): string[] => [
  `${name}.peek() object`,
  `${name}.size() int`,
  `${name}.remove(item) boolean`,
  `${name}.contains(item) boolean`,
  `${name}.isEmpty() boolean`,
  `${name}.add(item) boolean`,
  `${name}.remainingCapacity() int`,
];

const queueOf = (type: string, makers: readonly string[], more: readonly string[] = []): Scene => ({
  objects: [object("q", type, ...makers)],
  operations: [...often(2, ...ends("q")), ...collection("q"), ...more],
});

const DEQUE_OPERATIONS = [
  "q.putFirst(item) void",
  "q.takeLast() object",
  "q.offerFirst(item) boolean",
  "q.pollLast() object",
  "q.pollLast(long 1, unit) object",
  "q.offerFirst(item, long 1, unit) boolean",
  "q.peekLast() object",
];

const TRANSFER_OPERATIONS = often(
  2,
  "q.transfer(item) void",
  "q.tryTransfer(item) boolean",
  "q.tryTransfer(item, long 1, unit) boolean",
);

const QUEUES: readonly Scene[] = [
  queueOf("ArrayBlockingQueue", ["new(int 1)", "new(int 1, boolean 1)"]),
  queueOf("LinkedBlockingQueue", ["new(int 1)", "new()"]),
  queueOf("LinkedBlockingDeque", ["new(int 1)", "new()"], DEQUE_OPERATIONS),
  queueOf("PriorityBlockingQueue", ["new()"]),
  queueOf("SynchronousQueue", ["new()", "new(boolean 1)"]),
  queueOf("LinkedTransferQueue", ["new()"], TRANSFER_OPERATIONS),
];

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
  objects: [object("cf", "CompletableFuture", "CompletableFuture.supplyAsync(supplier)"), object("d", "CompletableFuture", "new()")],
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

const SCHEDULED = poolOf(
  "ScheduledExecutorService",
  ["Executors.newScheduledThreadPool(int 1|2)", "Executors.newSingleThreadScheduledExecutor()"],
  [...often(3, "pool.schedule(callable, long 1|2, unit) ScheduledFuture>f"), "pool.schedule(runnable, long 1, unit) ScheduledFuture>f"],
);

const FORK_JOIN: Scene = {
  hasWorkers: true,
  objects: [object("pool", "ForkJoinPool", "new(int 1|2)"), object("f", "ForkJoinTask")],
  operations: [
    ...often(2, "pool.execute(runnable) void"),
    ...often(3, "pool.submit(callable) ForkJoinTask>f"),
    "pool.shutdown() void",
    "pool.isShutdown() boolean",
    "pool.awaitTermination(long 1, unit) boolean",
    "pool.invokeAll(tasks) list",
    ...onFuture("f"),
    "f.join() object",
    "f.isCompletedNormally() boolean",
    "f.quietlyJoin() void",
  ],
  late: ["pool.shutdown() void"],
};

export const CONDITION_SCENES: readonly Scene[] = [LOCK, LOCK, READ_WRITE, STAMPED];
export const BARRIER_SCENES: readonly Scene[] = [BARRIER, LATCH, PHASER, SEMAPHORE, SEMAPHORE, EXCHANGER];
export const QUEUE_SCENES = QUEUES;
export const FUTURE_SCENES: readonly Scene[] = [FUTURE_TASK, COMPLETABLE, COMPLETABLE, ASYNC];
export const EXECUTOR_SCENES: readonly Scene[] = [
  THREAD_POOL,
  THREAD_POOL,
  BOUNDED_POOL,
  SCHEDULED,
  FORK_JOIN,
];
export const ALL_SCENES: readonly Scene[] = [
  ...CONDITION_SCENES,
  MONITOR,
  ...BARRIER_SCENES,
  ...QUEUE_SCENES,
  ...FUTURE_SCENES,
  ...EXECUTOR_SCENES,
];
