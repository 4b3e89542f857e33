/**
 * Stack traces: taking a thread's backtrace (an int[] of places) and turning one
 * into StackTraceElements. All names are the class file's, so the strings are
 * permanent; what is new is allocated before anything is filled in, because
 * the call is made again when the heap was full.
 */
import type { CodeInfo } from "../../../classfile/format/class-file.ts";
import type { RuntimeMethod } from "../../../program/linking/runtime-class.ts";
import {
  backtrace,
  captureBacktrace,
  newBacktrace,
  nullMessageAt,
  pcsOf,
} from "../../interpreter/exceptions.ts";
import type { Machine } from "../../machine.ts";
import { T_FP, T_OBJECT, T_PC, T_SP, T_STATUS, threadRecord } from "../../memory/memory.ts";
import { ARRAY_DATA, ARRAY_LENGTH } from "../../memory/object-layout.ts";
import { ThreadStatus } from "../../memory/thread-status.ts";
import {
  effects,
  type NativeFunction,
  type NativeTable,
  Outcome,
  observableIf,
  reading,
} from "../../native-api/native-method.ts";
import { giveClasses, internOrNull, isSystemClass, throwNullPointer } from "./classes.ts";

const capture: NativeFunction = (m, args) => {
  captureBacktrace(m, m.S[args]!);
  return m.wantsCollection ? m.throwOutOfMemory() : Outcome.done;
};

/**
 * Source line of a byte offset, -1 when the class file does not say. Of several
 * entries for one offset the first counts when it is met exactly, else the
 * last, as in HotSpot.
 */
function lineOf({ lineNumbers }: CodeInfo, offset: number): number {
  let line = -1;
  for (let i = 0; i < lineNumbers.length; i += 2) {
    if (lineNumbers[i]! > offset) break;
    line = lineNumbers[i + 1]!;
    if (lineNumbers[i] === offset) break;
  }
  return line;
}

const decode: NativeFunction = (m, args) => {
  const pcs = m.S[args]!;
  if (pcs === 0) return throwNullPointer(m);
  const cls = m.requireClass("java/lang/StackTraceElement");
  const frames = pcsOf(m, pcs);
  const array = m.newObjectArray(cls.name, frames.length);
  if (array === 0) return m.throwOutOfMemory();
  const fill = elementWriter(m);
  for (let i = 0; i < frames.length; i++) {
    const element = m.newObject(cls);
    if (element === 0) return m.throwOutOfMemory();
    fill(element, frames[i]!);
    m.H[array + ARRAY_DATA + i] = element;
  }
  m.S[args] = array;
  return Outcome.done;
};

/** How StackTraceElement marks a native method. */
const NATIVE_LINE = -2;

/** The method of a backtrace's entry: a pc, or the negated id of a native method. */
const methodAt = (m: Machine, pc: number): RuntimeMethod =>
  pc < 0 ? m.program.methods[-pc]! : m.space.codeAt(pc).method;

/** Fills in new elements; no thread can see them before the call is complete. */
function elementWriter(m: Machine): (element: number, pc: number) => void {
  const place = (name: string): number => m.fieldOffset("java/lang/StackTraceElement", name);
  const declaringClass = place("declaringClass");
  const methodName = place("methodName");
  const fileName = place("fileName");
  const lineNumber = place("lineNumber");
  const moduleName = place("moduleName");
  return (element, pc) => {
    const method = methodAt(m, pc);
    const { owner } = method;
    const { H } = m;
    H[element + declaringClass] = m.intern(owner.externalName);
    H[element + methodName] = m.intern(method.name);
    H[element + fileName] = internOrNull(m, owner.file?.sourceFile ?? null);
    H[element + lineNumber] =
      pc < 0 ? NATIVE_LINE : lineOf(m.space.codeAt(pc).info, m.space.offsetAt(pc));
    H[element + moduleName] = isSystemClass(m, owner) ? m.intern(owner.module ?? "java.base") : 0;
  };
}

const decodeClasses: NativeFunction = (m, args) => {
  const pcs = m.S[args]!;
  if (pcs === 0) return throwNullPointer(m);
  const owners = pcsOf(m, pcs).map((pc) => methodAt(m, pc).owner);
  return giveClasses(m, args, owners);
};

/** Where another thread is; null when it has not been started or has ended. */
const threadBacktrace: NativeFunction = (m, args) => {
  const { H } = m;
  const thread = m.S[args]!;
  let pcs: number[] | null = null;
  for (let i = 0; i < m.threadCount; i++) {
    const record = threadRecord(i);
    const status = H[record + T_STATUS]!;
    if (H[record + T_OBJECT] !== thread) continue;
    if (status === ThreadStatus.free || status === ThreadStatus.terminated) continue;
    const saved = { pc: H[record + T_PC]!, fp: H[record + T_FP]!, sp: H[record + T_SP]! };
    pcs = backtrace(m, i === m.thread ? m : saved, null);
  }
  if (pcs === null) {
    m.S[args] = 0;
    return Outcome.done;
  }
  const array = newBacktrace(m, pcs);
  if (array === 0) return m.throwOutOfMemory();
  m.S[args] = array;
  return Outcome.done;
};

/** Each instruction of the other thread changes the answer, and it is looked at only where it stops. */
function looksElsewhere(m: Machine, args: number): boolean {
  if (m.S[args] === m.H[threadRecord(m.thread) + T_OBJECT]) return false;
  m.sharing.assumeNothing();
  m.approximations.add(
    "the program looks at where other threads are, which is not followed exactly",
  );
  return true;
}

export const throwableNatives: NativeTable = {
  "java/lang/Throwable": {
    "captureBacktrace()V": effects(["0.type"], ["0.backtrace"], capture),
    "decodeBacktrace([I)[Ljava/lang/StackTraceElement;": reading(["0.#", "0[]"], decode, {
      creates: ["java/lang/StackTraceElement"],
    }),
    "decodeClasses([I)[Ljava/lang/Class;": reading(["0.#", "0[]"], decodeClasses),
  },
  "java/lang/NullPointerException": {
    "describe()Ljava/lang/String;": reading(["0.backtrace[]"], (m, args) => {
      const pcs = m.H[m.S[args]! + m.fieldOffset("java/lang/Throwable", "backtrace")]!;
      const isEmpty = pcs === 0 || m.H[pcs + ARRAY_LENGTH] === 0;
      const text = isEmpty ? null : nullMessageAt(m, m.places.at(m.H[pcs + ARRAY_DATA]!));
      m.S[args] = internOrNull(m, text);
      return Outcome.done;
    }),
  },
  "java/lang/Thread": {
    // Other threads' frames have no access path of their own.
    "backtrace0()[I": observableIf(looksElsewhere, {
      ...reading(["heap"], threadBacktrace),
      // Where threads are is always part of a state.
      loggedReads: () => undefined,
      readsFramesOnly: true,
    }),
  },
};
