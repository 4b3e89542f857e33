/** The static fields of Main in programs with the plain classes, and ways to push what they refer to. */
import { ACC_VOLATILE } from "../../classfile/format/access-flags.ts";
import { type EmitCode, getStatic } from "./bytecode.ts";
import { P, Q } from "./statement.ts";

export const NODE = "LNode;";

export const FIELDS: readonly (readonly [string, string, number])[] = [
  ["g0", "I", 0],
  ["g1", "I", 0],
  ["v0", "I", ACC_VOLATILE],
  ["wide", "J", 0],
  ["flag", "Z", ACC_VOLATILE],
  ["s", NODE, 0],
  ["n0", NODE, 0],
  ["n1", NODE, 0],
  ["leak", "LLeaky;", 0],
  ["ints", "[I", 0],
  ["objs", "[Ljava/lang/Object;", 0],
  ["threads", "[LWorker;", 0],
  ["r0", "I", 0],
  ["r1", "I", 0],
  ["r2", "I", 0],
  ["r3", "I", 0],
  ["phase", "I", ACC_VOLATILE],
  ["local", "Ljava/lang/ThreadLocal;", 0],
  ["l0", "Ljava/util/concurrent/locks/ReentrantLock;", 0],
  ["l1", "Ljava/util/concurrent/locks/ReentrantLock;", 0],
  ["c0", "Ljava/util/concurrent/locks/Condition;", 0],
  ["rw", "Ljava/util/concurrent/locks/ReentrantReadWriteLock;", 0],
  ["sem", "Ljava/util/concurrent/Semaphore;", 0],
  ["latch", "Ljava/util/concurrent/CountDownLatch;", 0],
  ["ai", "Ljava/util/concurrent/atomic/AtomicInteger;", 0],
  ["ar", "Ljava/util/concurrent/atomic/AtomicReference;", 0],
  ["map", "Ljava/util/concurrent/ConcurrentHashMap;", 0],
  ["queue", "Ljava/util/concurrent/ConcurrentLinkedQueue;", 0],
  ["done", "I", 0],
];

/** Fields that do not change after the threads have started. */
const FIXED = ["n0", "n1", "ints", "objs", "threads", "l0"];

/** Those that a body may load into locals at its start. */
export const KEPT: readonly (readonly [name: string, descriptor: string])[] = FIXED.map((name) => [
  name,
  FIELDS.find(([each]) => each === name)![1],
]);

/** References that may be null, by the name of their place. */
export const NODES: Readonly<Record<string, EmitCode>> = {
  n0: (code) => getStatic(code, "n0", NODE),
  n1: (code) => getStatic(code, "n1", NODE),
  s: (code) => getStatic(code, "s", NODE),
  p: (code) => code.emit("aload", P),
  q: (code) => code.emit("aload", Q),
};
/** Other objects to lock: a thread, for instance, whose end wakes the threads that wait on it. */
export const LOCKS: typeof NODES = {
  ...NODES,
  "threads[1]": (code) => getStatic(code, "threads", "[LWorker;").emit("iconst_1").emit("aaload"),
};
export const ALWAYS = ["n0", "n1"];
export const STATICS = ["g0", "g1", "v0", "flag", "wide"];
export const MAYBE = ["n0", "n1", "s", "p", "q"];
