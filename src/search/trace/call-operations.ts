/**
 * Calls that other threads can notice: those of threads and monitors, told in
 * their own words; raw memory and variable handles, told as reads and writes;
 * and any other native that touches something shared, told as a call.
 */
import { selectMethod } from "../../program/linking/resolution.ts";
import type { RuntimeField, RuntimeMethod } from "../../program/linking/runtime-class.ts";
import { ENTRY_OBSERVABLE_NATIVE } from "../../vm/code/code-space.ts";
import { CALL_WORDS, I } from "../../vm/code/instructions.ts";
import {
  staticField,
  VariableKind,
  variableCallAt,
  placeOf as variablePlace,
} from "../../vm/interpreter/var-handle-calls.ts";
import type { Machine } from "../../vm/machine.ts";
import { T_STATUS, threadRecord } from "../../vm/memory/memory.ts";
import { ARRAY_DATA } from "../../vm/memory/object-layout.ts";
import { ThreadStatus } from "../../vm/memory/thread-status.ts";
import { mayBeObservable } from "../../vm/sharing/native-calls.ts";
import { canWakeSpuriously } from "../../vm/threads/spurious-wakeups.ts";
import { fieldAt, type ObjectNames, simpleName } from "./object-names.ts";
import { placeOf } from "./source-place.ts";
import type { Operation, OperationKind, Pending } from "./trace.ts";

export function lookAtCall(m: Machine, names: ObjectNames, op: number): Pending | null {
  if (op === I.invokeHandle) return lookAtVariable(m, names);
  const id = calledMethod(m, op, m.pc, m.sp);
  if (id < 0 || m.space.entry[id] !== ENTRY_OBSERVABLE_NATIVE) return null;
  const method = m.program.methods[id]!;
  const base = m.sp - m.space.args[id]!;
  const key = `${method.owner.name}.${method.name}`;
  if (SILENT.has(key)) return null;
  const known = KNOWN[key];
  if (known !== undefined) return known(m, names, base);
  if (method.owner.name === "jdk/internal/misc/Unsafe") return lookAtRaw(m, names, method, base);
  if (!names.hasThreads || !mayBeObservable(m, m.space.visibilities[id]!, base)) return null;
  return lookAtOther(m, names, method, base);
}

/** The parameters' types and the result's, of a descriptor known to be well formed. */
export const typesIn = (descriptor: string): string[] =>
  descriptor.match(/\[*(?:L[^;]+;|[BCDFIJSZV])/g) ?? ["V"];

/** Words of the stack that a value takes. */
export const wordsOf = (type: string): number => (type === "J" || type === "D" ? 4 : 2);

/** The method that the call instruction at `pc` will run for whoever's operands end at `sp`; -1 when it is none. */
export function calledMethod(m: Machine, op: number, pc: number, sp: number): number {
  const { code } = m.space;
  switch (op) {
    case I.invokeDirect:
    case I.invokeStaticInit:
    case I.invokeSpecial:
      return code[pc + 1]!;
    case I.invokeVirtual: {
      const receiver = m.S[sp - code[pc + 2]!]!;
      return receiver === 0 ? -1 : m.vtables[m.vtableStart[m.H[receiver]!]! + code[pc + 1]!]!;
    }
    case I.invokeInterface: {
      const receiver = m.S[sp - code[pc + 1]!]!;
      const resolved = m.interfaceSites.get(pc);
      if (receiver === 0 || resolved === undefined) return -1;
      return selectMethod(m.classOf(receiver), resolved)?.id ?? -1;
    }
    default:
      return -1;
  }
}

/** Counters of the library; nobody wants to read about them. */
const SILENT: ReadonlySet<string> = new Set([
  "java/lang/Thread.nextNumber",
  "java/lang/Thread.nextId",
  "java/lang/Thread.liveThreads",
  "deadwood/internal/Gate.own",
  "deadwood/internal/Gate.disown",
  "deadwood/internal/Gate.disownFully",
  "deadwood/internal/Gate.owner",
  "deadwood/internal/Gate.waiting",
]);

type Look = (m: Machine, names: ObjectNames, base: number) => Pending;

const statusOf = (m: Machine, thread: number): number => m.H[threadRecord(thread) + T_STATUS]!;

/** A call about its receiver. */
const about =
  (kind: OperationKind, value: string | null = null): Look =>
  (m, names, base) => {
    const operation = {
      kind,
      target: names.object(m.S[base]!),
      value,
      place: placeOf(m, m, names),
    };
    return () => operation;
  };

/** The value of an operation that ends a wait that nothing has ended. */
export const SPURIOUS = "wakes up for no reason";

/** The value of an operation that ends a wait to be notified, with the monitor still to be had back. */
export const LEFT = "waits for the monitor only";

/** True when the running thread ends a wait that nothing has ended; a timed one of a condition has chosen to. */
const wakesByItself = (m: Machine): boolean =>
  m.options.spuriousWakeups === true &&
  (canWakeSpuriously(m, m.thread) ||
    (m.choice === 1 && statusOf(m, m.thread) === ThreadStatus.timedParked));

/** A call that may have to wait: once as it begins, once more as it goes on. */
const waiting =
  (
    statuses: readonly number[],
    texts: { begin: string; end: string; direct: string },
    kinds: { begin: OperationKind; end: OperationKind },
    target: (m: Machine, names: ObjectNames, base: number) => string,
  ): Look =>
  (m, names, base) => {
    const { thread } = m;
    const was = statuses.includes(statusOf(m, thread));
    const end = wakesByItself(m) ? SPURIOUS : texts.end;
    const place = placeOf(m, m, names);
    const object = target(m, names, base);
    return () => {
      const is = statuses.includes(statusOf(m, thread));
      const value = was ? (is ? LEFT : end) : is ? texts.begin : texts.direct;
      return { kind: was ? kinds.end : kinds.begin, target: object, value, place };
    };
  };

/** A call whose result is what matters. */
const asking =
  (
    kind: OperationKind,
    descriptor: string,
    target: (names: ObjectNames, receiver: number) => string,
  ): Look =>
  (m, names, base) => {
    const { pc, fp } = m;
    const place = placeOf(m, m, names);
    if (kind === "call" && !names.hasThreads) return () => null;
    const text = target(names, m.S[base]!);
    return () =>
      m.fp === fp && m.pc === pc + CALL_WORDS
        ? { kind, target: text, value: names.slot(base, descriptor), place }
        : null;
  };

const receiver: (m: Machine, names: ObjectNames, base: number) => string = (m, names, base) =>
  names.object(m.S[base]!);

const PARKED = [ThreadStatus.parked, ThreadStatus.timedParked];

/** A model of java.util.concurrent at work: what the program has called says it best. */
const gate: Look = (m, names, base) => {
  const { thread } = m;
  const place = placeOf(m, m, names);
  const wasParked = PARKED.some((status) => status === statusOf(m, thread));
  const end = wakesByItself(m) ? SPURIOUS : "goes on";
  const target = place.library ?? names.object(m.S[base]!);
  return () => {
    const isParked = PARKED.some((status) => status === statusOf(m, thread));
    return {
      kind: "call",
      target,
      value: isParked ? "waits" : wasParked ? end : null,
      place,
    };
  };
};

const KNOWN: Readonly<Record<string, Look>> = {
  "java/lang/Object.wait": waiting(
    [ThreadStatus.waiting, ThreadStatus.timedWaiting],
    { begin: "waits", end: "goes on", direct: "does not wait" },
    { begin: "wait", end: "wake" },
    receiver,
  ),
  "java/lang/Object.notify": about("notify"),
  "java/lang/Object.notifyAll": about("notify", "all"),
  "java/lang/Thread.start0": about("start"),
  "java/lang/Thread.interrupt0": about("interrupt"),
  "java/lang/Thread.join0": waiting(
    [ThreadStatus.joining, ThreadStatus.timedJoining],
    { begin: "waits", end: "goes on", direct: "has ended" },
    { begin: "join", end: "join" },
    receiver,
  ),
  "java/lang/Thread.waitForEnd0": waiting(
    [ThreadStatus.waiting, ThreadStatus.timedWaiting],
    { begin: "waits", end: "goes on", direct: "has ended" },
    { begin: "join", end: "join" },
    receiver,
  ),
  "java/lang/Thread.sleep0": waiting(
    [ThreadStatus.sleeping],
    { begin: "falls asleep", end: "wakes up", direct: "does not sleep" },
    { begin: "sleep", end: "sleep" },
    () => "",
  ),
  "java/lang/Thread.isAlive": asking(
    "call",
    "Z",
    (names, thread) => `${names.object(thread)}.isAlive()`,
  ),
  "java/lang/Thread.isInterrupted": asking(
    "call",
    "Z",
    (names, thread) => `${names.object(thread)}.isInterrupted()`,
  ),
  "java/lang/Thread.status0": asking(
    "call",
    "I",
    (names, thread) => `${names.object(thread)}.getState()`,
  ),
  "java/lang/Thread.clearInterrupt": asking("call", "Z", () => "Thread.interrupted()"),
  "deadwood/Verify.getBoolean": asking("choose", "Z", () => "boolean"),
  "deadwood/Verify.getInt": asking("choose", "I", () => "int"),
  "deadwood/internal/Gate.pass": gate,
  "deadwood/internal/Gate.await": gate,
  "deadwood/internal/Gate.enter": gate,
  "jdk/internal/misc/Unsafe.park": waiting(
    PARKED,
    { begin: "parks", end: "goes on", direct: "has a permit" },
    { begin: "park", end: "park" },
    () => "",
  ),
  "jdk/internal/misc/Unsafe.unpark": (m, names, base) => {
    const target = names.object(m.S[base + 2]!);
    const place = placeOf(m, m, names);
    return () => ({ kind: "unpark", target, value: null, place });
  },
};

/** Unsafe: (Object, long offset, …) names a field or an element. */
function lookAtRaw(
  m: Machine,
  names: ObjectNames,
  method: RuntimeMethod,
  base: number,
): Pending | null {
  if (!method.descriptor.startsWith("(Ljava/lang/Object;J") || !names.hasThreads) return null;
  const object = m.S[base + 2]!;
  const offset = Number(m.SL[(base + 4) >> 1]!);
  if (object === 0) return null;
  return remembered(m, names, {
    name: method.name,
    object,
    offset,
    base,
    result: typesIn(method.descriptor).at(-1)!,
  });
}

/** A variable handle. */
function lookAtVariable(m: Machine, names: ObjectNames): Pending | null {
  const call = names.hasThreads ? variableCallAt(m, m.pc, m.sp) : null;
  const at = call === null ? null : variablePlace(m, call);
  if (call === null || at === null) return null;
  const { name } = call.mode;
  const site = m.handleSites[m.space.code[m.pc + 1]!]!.variable!;
  const { object, index } = call;
  return remembered(m, names, {
    name,
    object,
    offset: at.address - object * 4,
    base: m.sp - site.words,
    result: site.resultType,
    ...(call.kind >= VariableKind.array ? { element: index } : {}),
    ...(call.kind === VariableKind.static ? { field: staticField(m, call) } : {}),
  });
}

interface MemoryCall {
  readonly name: string;
  readonly object: number;
  /** In bytes. */
  readonly offset: number;
  readonly base: number;
  readonly result: string;
  readonly element?: number;
  /** Of a static field, which has no object. */
  readonly field?: RuntimeField;
}

function remembered(m: Machine, names: ObjectNames, call: MemoryCall): Pending {
  const { pc, fp } = m;
  const place = placeOf(m, m, names);
  const variable = variableAt(m, names, call);
  const before = variable.value();
  return (): Operation | null => {
    if (m.fp !== fp || m.pc !== pc + CALL_WORDS) return null;
    const after = variable.value();
    const { target } = variable;
    if (/^get(?!And)/.test(call.name)) return { kind: "read", target, value: after, place };
    if (/^(put|set)/.test(call.name)) return { kind: "write", target, value: after, place };
    const hasFailed = call.result === "Z" && m.S[call.base] === 0;
    return {
      kind: "update",
      target,
      value: hasFailed ? `${before}, not as expected` : `${before} → ${after}`,
      place,
    };
  };
}

function variableAt(
  m: Machine,
  names: ObjectNames,
  call: MemoryCall,
): { target: string; value: () => string } {
  const { object } = call;
  if (call.field !== undefined) {
    const { owner, name, descriptor } = call.field;
    const word = call.offset >>> 2;
    return { target: `${simpleName(owner)}.${name}`, value: () => names.word(word, descriptor) };
  }
  const cls = m.classOf(object);
  if (cls.component !== null) {
    const scale = 2 ** m.elementShift[cls.id]!;
    const index = call.element ?? Math.trunc((call.offset - ARRAY_DATA * 4) / scale);
    return {
      target: `${names.object(object)}[${index}]`,
      value: () => names.element(object, index),
    };
  }
  const field = fieldAt(cls, call.offset >>> 2);
  const at = object + (call.offset >>> 2);
  return {
    target: `${names.object(object)}.${field?.name ?? `+${call.offset}`}`,
    value: () => names.word(at, field?.descriptor ?? "I"),
  };
}

/** A native of the library that touches something shared. */
function lookAtOther(m: Machine, names: ObjectNames, method: RuntimeMethod, base: number): Pending {
  const { pc, fp } = m;
  const place = placeOf(m, m, names);
  const parameters = typesIn(method.descriptor);
  const result = parameters.pop()!;
  let at = base + (method.isStatic ? 0 : 2);
  const args: string[] = [];
  for (const parameter of parameters) {
    args.push(names.slot(at, parameter));
    at += wordsOf(parameter);
  }
  const owner = method.isStatic ? simpleName(method.owner) : names.object(m.S[base]!);
  const target = `${owner}.${method.name}(${args.join(", ")})`;
  return () => {
    const isDone = m.fp === fp && m.pc === pc + CALL_WORDS;
    const value = isDone && result !== "V" ? names.slot(base, result) : null;
    return { kind: "call", target, value, place };
  };
}
