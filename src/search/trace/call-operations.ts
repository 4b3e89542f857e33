/**
 * Calls that other threads can observe, as a trace shows them. A native declares how it is shown
 * (TraceShape), or accesses memory by object and offset, as variable handles do. Any other native that
 * accesses shared memory is shown as a call.
 */
import { unreachable } from "../../core/assert.ts";
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
import { ARRAY_DATA } from "../../vm/memory/object-layout.ts";
import { ThreadStatus } from "../../vm/memory/thread-status.ts";
import { bytesAt, type MemoryShape } from "../../vm/native-api/memory-access.ts";
import { argumentSlots, argumentTypes, resultType } from "../../vm/native-api/signature.ts";
import type { TraceShape } from "../../vm/native-api/trace-shape.ts";
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
  const native = m.nativeFor(method);
  const call = { base, result: resultType(method) };
  if (native?.trace !== undefined) return lookAtShape(m, names, native.trace, call);
  if (native?.memory !== undefined) return lookAtMemory(m, names, native.memory, call);
  if (!names.hasThreads || !mayBeObservable(m, m.space.observability[id]!, base)) return null;
  return lookAtOther(m, names, method, base);
}

/**
 * The method that the call instruction at `pc` will run, given the end of the operands at `sp`; -1 for no
 * method.
 */
export function calledMethod(m: Machine, op: number, pc: number, sp: number): number {
  const { code } = m.space;
  const { vtables, vtableStart } = m.classTables;
  switch (op) {
    case I.invokeDirect:
    case I.invokeStaticInit:
    case I.invokeSpecial:
      return code[pc + 1]!;
    case I.invokeVirtual: {
      const receiver = m.S[sp - code[pc + 2]!]!;
      if (receiver === 0) return -1;
      return vtables[vtableStart[m.H[receiver]!]! + code[pc + 1]!]!;
    }
    case I.invokeInterface: {
      const receiver = m.S[sp - code[pc + 1]!]!;
      const resolved = m.linked.interfaceSites.get(pc);
      if (receiver === 0 || resolved === undefined) return -1;
      return selectMethod(m.classOf(receiver), resolved)?.id ?? -1;
    }
    default:
      return -1;
  }
}

const statusOf = (m: Machine, thread: number): number => m.threadAt(thread).status;

/** The value of an operation that ends a wait spuriously. */
export const SPURIOUS = "wakes up spuriously";

/** The value of an operation of a notified thread that still has to reacquire the monitor. */
export const LEFT = "waits to reacquire the monitor";

/**
 * True if the running thread ends its wait spuriously; in a timed wait on a condition, that is a choice it
 * has made.
 */
const wakesByItself = (m: Machine): boolean =>
  m.options.spuriousWakeups === true &&
  (canWakeSpuriously(m, m.thread) ||
    (m.choice === 1 && statusOf(m, m.thread) === ThreadStatus.timedParked));

/** A native that declares how it is shown. */
function lookAtShape(
  m: Machine,
  names: ObjectNames,
  shape: TraceShape,
  call: { readonly base: number; readonly result: string },
): Pending | null {
  switch (shape.kind) {
    case "silent":
      return null;
    case "event":
      return lookAtEvent(m, names, shape, call.base);
    case "wait":
      return lookAtWait(m, names, shape, call.base);
    case "query":
      return lookAtQuery(m, names, shape, call);
    case "initialization":
      return lookAtInitialization(m, names, call.base);
    case "gate":
      return lookAtGate(m, names, call.base);
    default:
      return unreachable(shape);
  }
}

type Shape<K extends TraceShape["kind"]> = Extract<TraceShape, { readonly kind: K }>;

function lookAtEvent(
  m: Machine,
  names: ObjectNames,
  { shows, objectAt, value }: Shape<"event">,
  base: number,
): Pending {
  const target = names.object(m.S[base + objectAt]!);
  const operation = { kind: shows, target, value, before: null, place: placeOf(m, m, names) };
  return () => operation;
}

/** A wait is shown twice: as it begins and as it ends. */
function lookAtWait(
  m: Machine,
  names: ObjectNames,
  { statuses, isAboutReceiver, begins, ends, words }: Shape<"wait">,
  base: number,
): Pending {
  const { thread } = m;
  const waits = (): boolean => statuses.some((status) => status === statusOf(m, thread));
  const wasWaiting = waits();
  const end = wakesByItself(m) ? SPURIOUS : words.end;
  const place = placeOf(m, m, names);
  const target = isAboutReceiver ? names.object(m.S[base]!) : "";
  return () => {
    const isWaiting = waits();
    if (wasWaiting)
      return { kind: ends, target, value: isWaiting ? LEFT : end, before: null, place };
    return {
      kind: begins,
      target,
      value: isWaiting ? words.begin : words.direct,
      before: null,
      place,
    };
  };
}

/** The first thread to come here initializes the class, and others wait for it. */
function lookAtInitialization(m: Machine, names: ObjectNames, base: number): Pending | null {
  if (!names.hasThreads) return null;
  const cls = m.program.classNumbers.at(m.S[base]!);
  const target = `${simpleName(cls)}.<clinit>()`;
  const place = placeOf(m, m, names);
  const { thread } = m;
  return () => {
    const waits = statusOf(m, thread) === ThreadStatus.initializing;
    return { kind: "call", target, value: waits ? "waits" : null, before: null, place };
  };
}

function lookAtQuery(
  m: Machine,
  names: ObjectNames,
  { shows, isAboutReceiver, text }: Shape<"query">,
  { base, result }: { readonly base: number; readonly result: string },
): Pending | null {
  const { pc, fp } = m;
  const place = placeOf(m, m, names);
  if (shows === "call" && !names.hasThreads) return null;
  const target = isAboutReceiver ? `${names.object(m.S[base]!)}${text}` : text;
  return () =>
    m.fp === fp && m.pc === pc + CALL_WORDS
      ? { kind: shows, target, value: names.slot(base, result), before: null, place }
      : null;
}

/**
 * Inside a model of java.util.concurrent, the method that the program called describes the operation best.
 */
function lookAtGate(m: Machine, names: ObjectNames, base: number): Pending {
  const { thread } = m;
  const place = placeOf(m, m, names);
  const wasParked = isParked(m, thread);
  const end = wakesByItself(m) ? SPURIOUS : "goes on";
  const target = place.library ?? names.object(m.S[base]!);
  return () => {
    const value = isParked(m, thread) ? "waits" : wasParked ? end : null;
    return { kind: "call", target, value, before: null, place };
  };
}

function isParked(m: Machine, thread: number): boolean {
  const status = statusOf(m, thread);
  return status === ThreadStatus.parked || status === ThreadStatus.timedParked;
}

const SHOWN_AS = {
  get: "read",
  put: "write",
  fill: "write",
  update: "update",
  compare: "update",
  copy: "update",
} as const satisfies Record<MemoryShape["does"], OperationKind>;

/** An access by object and offset, shown as an access to a field or an element. */
function lookAtMemory(
  m: Machine,
  names: ObjectNames,
  { does }: MemoryShape,
  { base, result }: { readonly base: number; readonly result: string },
): Pending | null {
  if (!names.hasThreads) return null;
  const object = m.S[base + 2]!;
  const offset = bytesAt(m, base + 2);
  if (object === 0) return null;
  return remembered(m, names, { shows: SHOWN_AS[does], object, offset, base, result });
}

/** An access through a variable handle. */
function lookAtVariable(m: Machine, names: ObjectNames): Pending | null {
  const call = names.hasThreads ? variableCallAt(m, m.pc, m.sp) : null;
  const at = call === null ? null : variablePlace(m, call);
  if (call === null || at === null) return null;
  const { operation } = call.mode;
  const site = m.linked.handleSites[m.space.code[m.pc + 1]!]!.variable!;
  const { object, index } = call;
  return remembered(m, names, {
    shows: operation === "get" ? "read" : operation === "set" ? "write" : "update",
    object,
    offset: at.address - object * 4,
    base: m.sp - site.words,
    result: site.resultType,
    ...(call.kind >= VariableKind.array ? { element: index } : {}),
    ...(call.kind === VariableKind.static ? { field: staticField(m, call) } : {}),
  });
}

interface MemoryCall {
  readonly shows: "read" | "write" | "update";
  readonly object: number;
  /** In bytes. */
  readonly offset: number;
  readonly base: number;
  readonly result: string;
  readonly element?: number;
  /** For a static field, which has no object. */
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
    if (call.shows === "read") return { kind: "read", target, value: after, before: null, place };
    if (call.shows === "write") return { kind: "write", target, value: after, before, place };
    const hasFailed = call.result === "Z" && m.S[call.base] === 0;
    const value = hasFailed ? `${before}, not as expected` : `${before} → ${after}`;
    return { kind: "update", target, value, before: null, place };
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
    const scale = 2 ** m.classTables.elementShift[cls.id]!;
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

/** Any other native of the library that accesses shared memory. */
function lookAtOther(m: Machine, names: ObjectNames, method: RuntimeMethod, base: number): Pending {
  const { pc, fp } = m;
  const place = placeOf(m, m, names);
  const result = resultType(method);
  const slots = argumentSlots(method);
  const first = method.isStatic ? 0 : 1;
  const types = argumentTypes(method).slice(first);
  const args = types.map((type, i) => names.slot(base + slots[first + i]!, type));
  const owner = method.isStatic ? simpleName(method.owner) : names.object(m.S[base]!);
  const target = `${owner}.${method.name}(${args.join(", ")})`;
  return () => {
    const isDone = m.fp === fp && m.pc === pc + CALL_WORDS;
    const value = isDone && result !== "V" ? names.slot(base, result) : null;
    return { kind: "call", target, value, before: null, place };
  };
}
