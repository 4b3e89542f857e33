/** Statements of random programs that use java.util.concurrent. They need a JDK. */
import type { CodeBuilder } from "../../../classfile/assembling/code-builder.ts";
import { call, getStatic, make } from "../../generator/bytecode.ts";
import { type Dice, pick } from "../../generator/dice.ts";
import type { Need } from "../../generator/setup.ts";
import { inside, P, Q, recordValue, type Statement, simple } from "../../generator/statement.ts";
import { type MemoryLocation, readPlace, writePlace } from "./locations.ts";

const JUC = "java/util/concurrent/";
const OBJECT = "Ljava/lang/Object;";
const TYPES: Readonly<Record<string, string>> = {
  l0: `${JUC}locks/ReentrantLock`,
  l1: `${JUC}locks/ReentrantLock`,
  sem: `${JUC}Semaphore`,
  latch: `${JUC}CountDownLatch`,
  ai: `${JUC}atomic/AtomicInteger`,
  ar: `${JUC}atomic/AtomicReference`,
  map: `${JUC}ConcurrentHashMap`,
  queue: `${JUC}ConcurrentLinkedQueue`,
};

/** name.method(args): `push` pushes the arguments, and `after` handles the result. */
function use(
  name: Need,
  method: string,
  descriptor: string,
  push: (code: CodeBuilder) => void = () => {},
  after: (code: CodeBuilder) => void = () => {},
): Statement {
  const owner = TYPES[name]!;
  const text = after === recordValue ? `acc <- ${name}.${method}` : `${name}.${method}`;
  return simple(
    text,
    (code) => {
      getStatic(code, name, `L${owner};`);
      push(code);
      call(code, "invokevirtual", owner, method, descriptor);
      after(code);
    },
    [name],
  );
}

const pop = (code: CodeBuilder): void => {
  code.emit("pop");
};
const toQ = (code: CodeBuilder): void => {
  code.emit("checkcast", "Node").emit("astore", Q);
};
const ints =
  (...values: readonly number[]) =>
  (code: CodeBuilder): void => {
    for (const value of values) code.pushInt(value);
  };

// ---- locks ----

/** if (l0.tryLock()) { parts; l0.unlock() } else acc <- 9 */
function tryLock(name: "l0" | "l1" | "sem", parts: readonly Statement[]): Statement {
  const owner = TYPES[name]!;
  const [enter, leave] = name === "sem" ? ["tryAcquire", "release"] : ["tryLock", "unlock"];
  return inside(
    `if (${name}.${enter}())`,
    parts,
    ({ code }, all) => {
      const [none, end] = [code.label(), code.label()];
      getStatic(code, name, `L${owner};`);
      call(code, "invokevirtual", owner, enter, "()Z").emit("ifeq", none);
      all();
      getStatic(code, name, `L${owner};`);
      call(code, "invokevirtual", owner, leave, "()V").emit("goto", end).mark(none);
      code.pushInt(9);
      recordValue(code);
      code.mark(end);
    },
    [name],
  );
}

export function aboutLocks(dice: Dice, places: readonly MemoryLocation[]): Statement {
  switch (dice(7)) {
    case 0:
      return use("l0", "isLocked", "()Z", undefined, recordValue);
    case 1:
      return use("l0", "hasQueuedThreads", "()Z", undefined, recordValue);
    case 2:
      return use("sem", "availablePermits", "()I", undefined, recordValue);
    case 3:
      return tryLock("sem", [readPlace(pick(dice, places))]);
    case 4:
      return use("l0", "getHoldCount", "()I", undefined, recordValue);
    default:
      return tryLock(pick(dice, ["l0", "l0", "l1"]), [
        dice(2) === 0 ? readPlace(pick(dice, places)) : writePlace(pick(dice, places), 2),
      ]);
  }
}

const CONDITION = `${JUC}locks/Condition`;
const onCondition = (name: string, descriptor: string): Statement =>
  simple(
    `c0.${name}`,
    (code) => {
      getStatic(code, "c0", `L${CONDITION};`);
      if (descriptor === "(J)J") code.emit("lconst_1");
      call(code, "invokeinterface", CONDITION, name, descriptor);
      if (descriptor === "(J)J") code.emit("pop2");
    },
    ["l0", "c0"],
  );

const lockCall = (name: string): Statement => use("l0", name, "()V");

/** One side of a wait on a condition of l0. */
export function conditions(dice: Dice, place: MemoryLocation): Statement[] {
  const wait = dice(3) === 0 ? onCondition("awaitNanos", "(J)J") : onCondition("await", "()V");
  const signal = onCondition(pick(dice, ["signal", "signal", "signalAll"]), "()V");
  const body = dice(2) === 0 ? [wait, readPlace(place)] : [writePlace(place, 1), signal];
  return [lockCall("lock"), ...body, lockCall("unlock")];
}

export function latches(dice: Dice): Statement {
  switch (dice(4)) {
    case 0:
      return use("latch", "await", "()V");
    case 1:
      return use("latch", "getCount", "()J", undefined, (code) => {
        code.emit("l2i");
        recordValue(code);
      });
    default:
      return use("latch", "countDown", "()V");
  }
}

// ---- atomics and collections ----

const nullAndNew = (code: CodeBuilder): void => {
  code.emit("aconst_null");
  make(code, "Node", 2);
  code.emit("dup").emit("astore", P);
};

export function atomics(dice: Dice): Statement {
  switch (dice(8)) {
    case 0:
    case 1:
      return use("ai", "incrementAndGet", "()I", undefined, recordValue);
    case 2:
      return use("ai", "compareAndSet", "(II)Z", ints(dice(2), 2), recordValue);
    case 3:
      return use("ai", "get", "()I", undefined, recordValue);
    case 4:
      return use("ai", "set", "(I)V", ints(3));
    case 5:
      return use("ar", "compareAndSet", `(${OBJECT}${OBJECT})Z`, nullAndNew, recordValue);
    case 6:
      return use("ar", "getAndSet", `(${OBJECT})${OBJECT}`, (code) => code.emit("aload", P), toQ);
    default:
      return use("ar", "get", `()${OBJECT}`, undefined, toQ);
  }
}

const key = (code: CodeBuilder): void => {
  code.pushString("k");
};

export function collections(dice: Dice): Statement {
  switch (dice(6)) {
    case 0:
      return use(
        "map",
        "putIfAbsent",
        `(${OBJECT}${OBJECT})${OBJECT}`,
        (code) => {
          key(code);
          make(code, "Node", 2);
          code.emit("dup").emit("astore", P);
        },
        toQ,
      );
    case 1:
      return use("map", "get", `(${OBJECT})${OBJECT}`, key, toQ);
    case 2:
      return use("map", "remove", `(${OBJECT})${OBJECT}`, key, toQ);
    case 3:
    case 4:
      return use(
        "queue",
        "offer",
        `(${OBJECT})Z`,
        (code) => {
          make(code, "Node", 2);
          code.emit("dup").emit("astore", P);
        },
        pop,
      );
    default:
      return use("queue", "poll", `()${OBJECT}`, undefined, toQ);
  }
}

const SUPPORT = `${JUC}locks/LockSupport`;

export function parking(dice: Dice, threads: number): Statement {
  const thread = 1 + dice(threads - 1);
  switch (dice(5)) {
    case 0:
      return simple(
        "LockSupport.park()",
        (code) => {
          call(code, "invokestatic", SUPPORT, "park", "()V");
        },
        ["park"],
      );
    case 1:
      return simple(
        "LockSupport.parkNanos(1)",
        (code) => {
          code.emit("lconst_1");
          call(code, "invokestatic", SUPPORT, "parkNanos", "(J)V");
        },
        ["park"],
      );
    default:
      return simple(
        `LockSupport.unpark(threads[${thread}])`,
        (code) => {
          getStatic(code, "threads", "[LWorker;").pushInt(thread).emit("aaload");
          call(code, "invokestatic", SUPPORT, "unpark", "(Ljava/lang/Thread;)V");
        },
        ["park"],
      );
  }
}
