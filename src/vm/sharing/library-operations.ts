/**
 * Which methods of the JDK's java.util.concurrent are one visible step each in
 * a checked run: data, and the questions asked of it. What a step of this kind
 * hides is in docs/library-steps.md.
 *
 * A class stands for itself and its nested classes (iterators, views). All its
 * public methods count, but for those that promise nothing as a whole: a
 * putAll is many puts, and others may see some of them.
 */
import { ACC_PUBLIC } from "../../classfile/format/access-flags.ts";
import type { Origin, RuntimeClass, RuntimeMethod } from "../../program/linking/runtime-class.ts";

/** Lists are of method names, where needed behind the name of a nested class: `Signaller.tryFire`. */
interface SectionClass {
  /** Bulk operations work on a snapshot or under a lock, and are one step too. */
  readonly isWholeInBulk?: boolean;
  /** Methods made of several steps: bulk operations by other names, and those that may call a function again. */
  readonly parts?: readonly string[];
  /** Methods that are not public, and a step where they are called from one of the above. */
  readonly steps?: readonly string[];
  /** Methods that begin another step in the middle of one. */
  readonly splits?: readonly string[];
  /** Methods that are a step in the middle of another. */
  readonly stages?: readonly string[];
  /** Gives numbers that differ from run to run. */
  readonly isRandom?: boolean;
}

/** Operations that go through a collection element by element, others coming between. */
const BULK =
  /^(?:addAll|putAll|removeAll|retainAll|containsAll|removeIf|replaceAll|clear|containsValue|equals|hashCode|toString|toArray|forEach\w*|reduce\w*|search\w*)$/;

/** Ways through a collection that others change at the same time: each place in it is looked at at another moment. */
const ITERATIONS = [
  "iterator",
  "descendingIterator",
  "next",
  "tryAdvance",
  "keys",
  "elements",
  "nextElement",
];

/** Operations that are given another collection, which others may use at the same time. */
const EXCHANGES = [
  "addAll",
  "addAllAbsent",
  "containsAll",
  "drainTo",
  "equals",
  "removeAll",
  "retainAll",
];
/** Of locks and queues: bulk operations take the lock again and again. */
const BATCHES = [...EXCHANGES, "forEach", "removeIf"];

const CLASSES: Readonly<Record<string, SectionClass>> = {
  "java/util/concurrent/ConcurrentHashMap": {
    parts: [...ITERATIONS, "contains", "ValuesView.remove"],
    steps: ["putVal", "replaceNode"],
    // What is in a map can be seen before it is counted.
    splits: ["addCount"],
    // A thread may iterate over the first table before it has any entries.
    stages: ["initTable"],
  },
  "java/util/concurrent/ConcurrentSkipListMap": {
    parts: [
      ...ITERATIONS,
      "clone",
      "compute",
      "computeIfPresent",
      "merge",
      "SubMap.size",
      "KeySet.size",
      "EntrySet.size",
      "Values.size",
      "Values.contains",
    ],
    steps: ["findNode", "doPut", "doRemove", "doGet", "findFirst"],
    splits: ["addCount"],
  },
  "java/util/concurrent/ConcurrentSkipListSet": {
    parts: [...ITERATIONS, "clone", "size"],
  },
  "java/util/concurrent/ConcurrentLinkedQueue": { parts: [...ITERATIONS, "size"] },
  "java/util/concurrent/ConcurrentLinkedDeque": {
    parts: [
      ...ITERATIONS,
      "contains",
      "remove",
      "removeFirstOccurrence",
      "removeLastOccurrence",
      "size",
    ],
  },
  // A waiting thread is in the queue before it checks for an interrupt, so another thread may match it first.
  "java/util/concurrent/LinkedTransferQueue": {
    parts: [...ITERATIONS, "size", "drainTo", "getWaitingConsumerCount"],
    splits: ["awaitMatch", "await"],
  },
  "java/util/concurrent/CopyOnWriteArrayList": { isWholeInBulk: true, parts: EXCHANGES },
  "java/util/concurrent/CopyOnWriteArraySet": { isWholeInBulk: true, parts: EXCHANGES },
  "java/util/concurrent/ArrayBlockingQueue": { isWholeInBulk: true, parts: EXCHANGES },
  "java/util/concurrent/PriorityBlockingQueue": { isWholeInBulk: true, parts: EXCHANGES },
  "java/util/concurrent/DelayQueue": { isWholeInBulk: true, parts: EXCHANGES },
  "java/util/concurrent/LinkedBlockingQueue": { isWholeInBulk: true, parts: BATCHES },
  "java/util/concurrent/LinkedBlockingDeque": { isWholeInBulk: true, parts: BATCHES },
  // All have arrived, and the phase is still the old one.
  "java/util/concurrent/Phaser": { splits: ["onAdvance"] },
  // Whoever completes a future, or adds a stage while that happens, fires the stages that depend on it, one
  // after the other, as far as nobody else has begun with it. To wake a waiting thread is no stage.
  "java/util/concurrent/CompletableFuture": {
    steps: ["Signaller.tryFire"],
    splits: ["postComplete", "unipush", "bipush", "orpush"],
    stages: ["tryFire"],
  },
  // The library shakes dice for itself too, which the program cannot notice.
  "java/util/concurrent/ThreadLocalRandom": { isRandom: true },
  // The other atomics are one access of memory each, or a get and a compareAndSet around a function.
  // An attempt may fail because another thread makes one.
  "java/util/concurrent/atomic/AtomicStampedReference": { parts: ["attemptStamp"] },
  "java/util/concurrent/atomic/AtomicMarkableReference": { parts: ["attemptMark"] },
  "java/util/concurrent/atomic/LongAdder": {},
  "java/util/concurrent/atomic/DoubleAdder": {},
  "java/util/concurrent/atomic/LongAccumulator": {},
  "java/util/concurrent/atomic/DoubleAccumulator": {},
};

/**
 * Code that sections consist of: the library's own, and what it uses by
 * itself. Whatever else runs inside a section was passed in by the program, and
 * is interleaved as usual.
 */
const SECTION_CODE =
  /^(?:java\/util\/concurrent\/|jdk\/internal\/|deadwood\/internal\/|java\/lang\/invoke\/|java\/lang\/(?:Object|System|Runtime|Class|Thread|ThreadGroup|ThreadLocal|Throwable|\w*(?:Exception|Error))(?:\$|$)|java\/security\/AccessController$|java\/util\/(?:Arrays|Objects|Abstract(?:Collection|List|Map|Queue|Set))(?:\$|$))/;

/** What a method's code is to a section that it runs in. */
export const CodeKind = {
  /** The program's own, or made for a call site of the program. */
  program: 0,
  /** The library's, and no part of sections by itself. */
  other: 1,
  section: 2,
  /** An initialiser of a class of the library: all it calls belongs to it. */
  initializer: 3,
} as const;
export type CodeKind = (typeof CodeKind)[keyof typeof CodeKind];

export function codeKind(method: RuntimeMethod, ownerOfSite: (name: string) => Origin): CodeKind {
  const { owner } = method;
  const isSynthetic = owner.origin === "synthetic";
  // A class made for a call site is named after the one whose site it is.
  const origin = isSynthetic ? ownerOfSite(owner.name.replace(/\$\$.*$/, "")) : owner.origin;
  if (origin !== "jdk" && origin !== "model") return CodeKind.program;
  if (method.name === "<clinit>") return CodeKind.initializer;
  return SECTION_CODE.test(owner.name) ? CodeKind.section : CodeKind.other;
}

function entryOf(cls: RuntimeClass): SectionClass | undefined {
  if (cls.origin !== "jdk") return undefined;
  const nested = cls.name.indexOf("$");
  return CLASSES[nested < 0 ? cls.name : cls.name.slice(0, nested)];
}

/** True for a class and those nested in it. */
export const isSameFamily = (a: RuntimeClass, b: RuntimeClass): boolean =>
  a.name.replace(/\$.*$/, "") === b.name.replace(/\$.*$/, "");

/** True when operations of the class are steps. */
export const hasSections = (cls: RuntimeClass): boolean => entryOf(cls) !== undefined;

export const isRandomSource = (cls: RuntimeClass): boolean => entryOf(cls)?.isRandom === true;

/** What a method does to sections; the numbers are an operand of its first instruction. */
export const OperationRole = {
  none: 0,
  /** Is a step. */
  step: 1,
  /** Is a step; inside a section, what comes from here on is. */
  split: 2,
  /** Belongs to the step that has called for the class. */
  initializer: 3,
  /** Is a step, inside a section too. */
  stage: 4,
  /** Not a step, but it has its own clock. */
  timed: 5,
  /** The program's own in place of a method that splits a step: what the section does after it is another step. */
  hook: 6,
} as const;
export type OperationRole = (typeof OperationRole)[keyof typeof OperationRole];

/** What sections are for: nothing, one step an operation, or only clocks of operations with a time limit. */
export const SectionMode = { none: 0, steps: 1, timed: 2 } as const;
export type SectionMode = (typeof SectionMode)[keyof typeof SectionMode];

export function roleIn(mode: SectionMode, method: RuntimeMethod): OperationRole {
  if (mode === SectionMode.none) return OperationRole.none;
  const isSteps = mode === SectionMode.steps;
  // A subclass of the program's own decides what its operations are; with the models, the others are steps.
  if ((!isSteps || SYNCHRONIZER.test(method.owner.name)) && isTimed(method)) {
    return OperationRole.timed;
  }
  return isSteps ? sectionRole(method) : OperationRole.none;
}

const SYNCHRONIZER = /^java\/util\/concurrent\/locks\/AbstractQueued(?:Long)?Synchronizer(?:\$|$)/;
/** A time limit among the parameters. */
const TIME_LIMIT = /JLjava\/util\/concurrent\/TimeUnit;.*\)/;
/** Operations with a limit that is given in another way. */
const TIMED_NAMES = new Set([
  "awaitNanos",
  "awaitUntil",
  "tryAcquireNanos",
  "tryAcquireSharedNanos",
]);
/** What becomes due, or is told to others, by a time that is kept: these look at the clock for longer than a wait. */
const KEEPS_TIME = /^(?:TimeUnit|ScheduledThreadPoolExecutor|CompletableFuture\$Delayer)$/;

/** True for a method of the JDK's java.util.concurrent that waits no longer than its caller says. */
function isTimed({ name, descriptor, owner, isSynchronized }: RuntimeMethod): boolean {
  const concurrent = "java/util/concurrent/";
  if (owner.origin !== "jdk" || isSynchronized || !owner.name.startsWith(concurrent)) return false;
  if (KEEPS_TIME.test(owner.name.slice(concurrent.length))) return false;
  // The first task of a queue of delayed ones may become due.
  if (name === "take" && /Delay/.test(owner.name)) return true;
  return TIMED_NAMES.has(name) || TIME_LIMIT.test(descriptor);
}

/** True when a class of the library splits its steps where it calls the method that this one overrides. */
function overridesSplit({ name, descriptor, owner }: RuntimeMethod): boolean {
  for (let cls = owner.superclass; cls !== null; cls = cls.superclass) {
    const isSplit = entryOf(cls)?.splits?.includes(name) === true;
    if (isSplit && cls.methodsByKey.has(`${name}${descriptor}`)) return true;
  }
  return false;
}

function sectionRole(method: RuntimeMethod): OperationRole {
  const { name, owner } = method;
  if (overridesSplit(method)) return OperationRole.hook;
  if (name === "<clinit>") {
    return owner.origin === "application" ? OperationRole.none : OperationRole.initializer;
  }
  const entry = entryOf(owner);
  // A method that locks its object is a step by that; the classes have none.
  if (entry === undefined || name === "<init>" || method.isSynchronized) return OperationRole.none;
  const isIn = (list: readonly string[] = []): boolean =>
    list.includes(name) || list.includes(`${owner.name.replace(/^.*\$/, "")}.${name}`);
  if (isIn(entry.steps)) return OperationRole.step;
  if (isIn(entry.splits)) return OperationRole.split;
  if (isIn(entry.stages)) return OperationRole.stage;
  if (isIn(entry.parts) || (method.accessFlags & ACC_PUBLIC) === 0) return OperationRole.none;
  const isPart = BULK.test(name) && entry.isWholeInBulk !== true;
  if (isPart) return OperationRole.none;
  return OperationRole.step;
}
