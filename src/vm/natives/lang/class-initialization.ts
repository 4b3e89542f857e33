/** The steps of class initialisation that deadwood.internal.ClassInit is made of. */
import type { RuntimeClass } from "../../../program/linking/runtime-class.ts";
import { allInterfaces } from "../../../program/linking/virtual-table.ts";
import { suspend } from "../../code/suspension.ts";
import { verifyClass } from "../../interpreter/verify-class.ts";
import type { Machine } from "../../machine.ts";
import { FAILED, INITIALIZED, INITIALIZING, UNINITIALIZED } from "../../memory/class-status.ts";
import { STATIC_BASE } from "../../memory/memory.ts";
import { ThreadStatus } from "../../memory/thread-status.ts";
import {
  type AnyOutcome,
  calling,
  type NativeTable,
  Outcome,
  observable,
  pure,
  reading,
} from "../../native-api/native-method.ts";
import { share } from "../../sharing/shared-objects.ts";

/** Answers of `begin`. */
const NOTHING_TO_DO = 0;
const BEGUN = 1;
const FAILED_BEFORE = 2;

const classAt = (m: Machine, args: number): RuntimeClass => m.program.classNumbers.at(m.S[args]!);

function begin(m: Machine, args: number): Outcome {
  const cls = classAt(m, args);
  const word = STATIC_BASE + cls.statusIndex;
  const status = m.H[word]!;
  if (status === UNINITIALIZED) {
    verifyClass(m, cls);
    m.setWord(word, INITIALIZING + m.thread);
    m.S[args] = BEGUN;
    return Outcome.done;
  }
  if (status !== INITIALIZED && status !== FAILED && status !== INITIALIZING + m.thread) {
    return suspend(m, ThreadStatus.initializing, word);
  }
  m.S[args] = status === FAILED ? FAILED_BEFORE : NOTHING_TO_DO;
  return Outcome.done;
}

/** What must be initialised before a class: its superclass, then interfaces with default methods. */
function prerequisites(cls: RuntimeClass): RuntimeClass[] {
  if (cls.isInterface) return [];
  const before = cls.superclass === null ? [] : [cls.superclass];
  const inherited = new Set(cls.superclass === null ? [] : allInterfaces(cls.superclass));
  const visit = (iface: RuntimeClass): void => {
    if (inherited.has(iface)) return;
    inherited.add(iface);
    for (const above of iface.interfaces) visit(above);
    if (iface.methods.some((method) => !method.isStatic && !method.isAbstract)) before.push(iface);
  };
  for (const iface of cls.interfaces) visit(iface);
  return before;
}

function next(m: Machine, args: number): Outcome {
  const after = m.S[args + 2]!;
  const before = prerequisites(classAt(m, args));
  const start = after === 0 ? 0 : before.findIndex((cls) => cls.number === after) + 1;
  const pending = before.slice(start).find((cls) => m.status(cls) !== INITIALIZED);
  m.S[args] = pending?.number ?? 0;
  return Outcome.done;
}

function initialize(m: Machine, args: number): AnyOutcome {
  const initializer = classAt(m, args).classInitializer;
  if (initializer === null) return Outcome.done;
  m.tailCall = initializer.id;
  return Outcome.tailCall;
}

/** What the class has made for itself can now be reached by all. */
function shareStatics(m: Machine, cls: RuntimeClass): void {
  for (const field of cls.fields) {
    if (field.isStatic && field.isReference) share(m, m.H[STATIC_BASE + field.offset]!);
  }
}

function fail(m: Machine, args: number): Outcome {
  m.setWord(STATIC_BASE + classAt(m, args).statusIndex, FAILED);
  return Outcome.done;
}

/** Initialisation status is always part of the state, so it needs no declaration. */
export const classInitNatives: NativeTable = {
  "deadwood/internal/ClassInit": {
    // The first thread here initializes the class; two threads that need each other's class deadlock.
    "begin(I)I": observable(pure(begin, { trace: { kind: "initialization" } })),
    "next(II)I": pure(next),
    // Analyses have the initializer run where the class is first used.
    "initialize(I)V": calling("initializer", [], initialize),
    "finish(I)V": pure((m, args) => {
      const cls = classAt(m, args);
      if (m.checking) shareStatics(m, cls);
      m.setWord(STATIC_BASE + cls.statusIndex, INITIALIZED);
      return Outcome.done;
    }),
    "name(I)Ljava/lang/String;": pure((m, args) => {
      m.S[args] = m.intern(classAt(m, args).externalName);
      return Outcome.done;
    }),
    "message(Ljava/lang/Throwable;)Ljava/lang/String;": reading(["0.detailMessage"], (m, args) => {
      m.S[args] = m.H[m.S[args]! + m.fieldOffset("java/lang/Throwable", "detailMessage")]!;
      return Outcome.done;
    }),
    "fail(I)V": pure(fail),
  },
};
