/**
 * Scenes with threads that wait for each other: locks and conditions, barriers, queues (scene.ts explains the
 * format).
 */
import { object, often, type Scene } from "./scene.ts";

// ---- locks and conditions ----

const onCondition = (name: string): string[] => [
  ...often(2, `${name}.await() void`, `${name}.signalAll() void`),
  ...often(4, `${name}.signal() void`),
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
  operations: [
    "sl.isWriteLocked() boolean",
    "sl.isReadLocked() boolean",
    "sl.getReadLockCount() int",
  ],
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

/** The monitor of any object. */
export const MONITOR: Scene = {
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
  `${name}.put(item) void`,
  `${name}.take() object`,
  ...often(2, `${name}.offer(item) boolean`, `${name}.poll() object`),
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

const LINKED_QUEUE: Scene = {
  objects: [object("q", "ConcurrentLinkedQueue", "new()")],
  operations: [
    ...often(3, "q.offer(item) boolean", "q.poll() object"),
    "q.peek() object",
    "q.remove(item) boolean",
    "q.contains(item) boolean",
    "q.isEmpty() boolean",
  ],
};

export const QUEUE_SCENES: readonly Scene[] = [
  LINKED_QUEUE,
  queueOf("ArrayBlockingQueue", ["new(int 1)", "new(int 1, boolean 1)"]),
  queueOf("LinkedBlockingQueue", ["new(int 1)", "new()"]),
  queueOf("LinkedBlockingDeque", ["new(int 1)", "new()"], DEQUE_OPERATIONS),
  queueOf("PriorityBlockingQueue", ["new()"]),
  queueOf("SynchronousQueue", ["new()", "new(boolean 1)"]),
  queueOf("LinkedTransferQueue", ["new()"], TRANSFER_OPERATIONS),
];

export const CONDITION_SCENES: readonly Scene[] = [LOCK, LOCK, READ_WRITE, STAMPED];
export const BARRIER_SCENES: readonly Scene[] = [
  BARRIER,
  LATCH,
  PHASER,
  SEMAPHORE,
  SEMAPHORE,
  EXCHANGER,
];
