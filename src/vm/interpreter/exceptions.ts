/**
 * Java exceptions: raising them from inside the machine, finding the handler,
 * and the backtrace that becomes a stack trace. A backtrace is an int[] of
 * places (stable-places.ts); it is turned into StackTraceElements only on demand.
 */

import type { RuntimeClass } from "../../program/linking/runtime-class.ts";
import { describeNull } from "../../program/null-messages/message.ts";
import type { TranslatedMethod } from "../code/code-space.ts";
import { callerPc, walkFrames } from "../code/frames.ts";
import { LINKAGE_WORDS } from "../code/instructions.ts";
import { collectGarbage } from "../heap/garbage-collector.ts";
import type { Machine } from "../machine.ts";
import { unlock } from "../memory/monitors.ts";
import { ARRAY_DATA, ARRAY_LENGTH, CLASS_WORD } from "../memory/object-layout.ts";
import { F_INTERRUPTED } from "../memory/thread-record.ts";
import { Outcome } from "../native-api/native-method.ts";
import { abandonOperation } from "../sharing/atomic-operations.ts";
import { unwindSection } from "../sharing/gate-operations.ts";
import { Stop } from "./stop.ts";

/** As many frames as the JVM keeps by default. */
const MAX_BACKTRACE = 1024;

export function setUpExceptions(m: Machine): void {
  const detailMessage = m.fieldOffset("java/lang/Throwable", "detailMessage");
  const cause = m.fieldOffset("java/lang/Throwable", "cause");
  m.initThrowable = (ref, detail) => {
    m.H[ref + detailMessage] = detail;
    m.H[ref + cause] = ref;
    captureBacktrace(m, ref, m.nativeMethod);
  };
  const outOfMemory = m.requireClass("java/lang/OutOfMemoryError");
  const permanent = m.allocatePermanent(
    m.classTables.instanceWords[outOfMemory.id]!,
    "out of memory",
  );
  m.H[permanent + CLASS_WORD] = outOfMemory.id;
  m.H[permanent + detailMessage] = m.intern("Java heap space");
  m.H[permanent + cause] = permanent;
  m.throwOutOfMemory = () => {
    m.pending = permanent;
    return Outcome.threw;
  };
}

/**
 * Fills the backtrace of a new Throwable, without its own constructors' frames.
 * A native method has no frame: the one that throws is put on top by its id.
 */
export function captureBacktrace(m: Machine, ref: number, nativeMethod = 0): void {
  const at = ref + m.fieldOffset("java/lang/Throwable", "backtrace");
  const pcs = backtrace(m, m, m.classOf(ref));
  if (nativeMethod !== 0 && !m.program.methods[nativeMethod]!.isHidden) pcs.unshift(-nativeMethod);
  const array = newBacktrace(m, pcs);
  if (array !== 0) m.setWord(at, array);
}

/** The int[] that Java code knows a backtrace by; 0 when there is no room for it. */
export function newBacktrace(m: Machine, pcs: readonly number[]): number {
  const array = m.newPrimitiveArray("I", pcs.length);
  if (array === 0) return 0;
  for (let i = 0; i < pcs.length; i++) m.H[array + ARRAY_DATA + i] = m.places.numberOf(pcs[i]!);
  return array;
}

/** The entries of such an array: pcs, or negated ids of native methods. */
export function pcsOf(m: Machine, array: number): number[] {
  const start = array + ARRAY_DATA;
  const numbers = m.H.subarray(start, start + m.H[array + ARRAY_LENGTH]!);
  return Array.from(numbers, (number) => m.places.at(number));
}

/** The pcs of a thread's frames; frames of `thrown`'s construction are left out. */
export function backtrace(
  m: Machine,
  top: { pc: number; fp: number; sp: number },
  thrown: RuntimeClass | null,
): number[] {
  const pcs: number[] = [];
  let constructing = thrown !== null;
  walkFrames(m, top, ({ code, pc }) => {
    const { method } = code;
    if (constructing) {
      const own =
        (method.name === "<init>" && thrown !== null && thrown.isSubtypeOf(method.owner)) ||
        (method.name === "fillInStackTrace" && method.owner.name === "java/lang/Throwable");
      if (own) return true;
      constructing = false;
    }
    if (!method.isHidden) pcs.push(pc);
    return pcs.length < MAX_BACKTRACE;
  });
  return pcs;
}

/** Raises a NullPointerException. What was null is determined only on demand. */
export const throwNull = (m: Machine): Stop => raise(m, "java/lang/NullPointerException", null);

/** What was null at an instruction; null if the instruction is not a dereference. */
export function nullMessageAt(m: Machine, pc: number): string | null {
  if (pc < 0) return null;
  const known = m.linked.nullMessages.get(pc);
  if (known !== undefined) return known;
  const code = m.space.codeAt(pc);
  const { method } = code;
  const offset = code.offsets[m.space.instructionAt(code, pc)]!;
  const message =
    method.owner.file === null || isConstruction(code, offset)
      ? null
      : describeNull(method.owner.file, method.info, offset, code.info);
  m.linked.nullMessages.set(pc, message);
  return message;
}

/** `new NullPointerException()` is not a dereference: its top frame is at the constructor call. */
function isConstruction(code: TranslatedMethod, offset: number): boolean {
  const { bytes } = code.info;
  if (bytes[offset] !== 0xb7) return false;
  const index = (bytes[offset + 1]! << 8) | bytes[offset + 2]!;
  return code.method.owner.file!.constants.member(index).name === "<init>";
}

/** Makes a new exception and goes to its handler. */
export function raise(m: Machine, className: string, message: string | null): Stop {
  m.nativeMethod = 0;
  throwNow(m, className, message);
  return unwind(m);
}

/**
 * Makes an exception pending as `throwNew` does, and collects garbage if there is no
 * room for it: for callers that have already changed the machine, and must not be
 * called again.
 */
export function throwNow(m: Machine, className: string, message: string | null): Outcome {
  m.throwNew(className, message);
  if (m.wantsCollection) {
    m.wantsCollection = false;
    const { pending } = m;
    m.pending = 0;
    // It is this exception that is tried again, not the instruction.
    m.room.retriedAt = -1;
    if (collectGarbage(m)) m.throwNew(className, message);
    else m.pending = pending;
    m.wantsCollection = false;
  }
  return Outcome.threw;
}

/** The running thread learns that it was interrupted. It no longer is. */
export function throwInterrupted(m: Machine, message: string | null = null): Outcome {
  m.threadAt(m.thread).changeFlags(0, F_INTERRUPTED);
  return throwNow(m, "java/lang/InterruptedException", message);
}

/**
 * Takes the pending exception to its handler: registers are left there. A
 * thread that has none has ended.
 */
export function unwind(m: Machine): Stop {
  const { space, S } = m;
  const thrown = m.classOf(m.pending);
  let { pc, fp } = m;
  for (;;) {
    const code = space.codeAt(pc);
    const handler = findHandler(
      m,
      code.handlers,
      code.catchTypes,
      pc,
      thrown,
      code.method.toString(),
    );
    const linkage = fp + space.locals[code.method.id]!;
    if (handler !== 0) {
      S[linkage + LINKAGE_WORDS] = m.pending;
      m.pending = 0;
      m.pc = handler;
      m.fp = fp;
      m.sp = linkage + LINKAGE_WORDS + 2;
      return Stop.none;
    }
    if (code.method.isSynchronized && pc !== code.start) leaveMethod(m, S[linkage + 2]!);
    abandonOperation(m, linkage);
    unwindSection(m, linkage);
    const returnPc = S[linkage]!;
    if (returnPc === 0) {
      m.pc = pc;
      m.fp = fp;
      return Stop.ended;
    }
    const caller = S[linkage + 1]!;
    if (caller < m.frameLow) m.saveFramesDownTo(caller);
    pc = callerPc(m, code, returnPc);
    fp = caller;
  }
}

/** An exception releases a synchronized method's lock, and propagates at once. */
function leaveMethod(m: Machine, object: number): void {
  if (m.sharing.monitorExit(object)) {
    m.approximations.add(
      "the program asks for the states of threads, and exceptions leave synchronized methods, which is not interleaved",
    );
  }
  unlock(m, object);
}

function findHandler(
  m: Machine,
  handlers: Int32Array,
  catchTypes: readonly string[],
  pc: number,
  thrown: RuntimeClass,
  where: string,
): number {
  for (let i = 0; i < handlers.length; i += 4) {
    if (pc < handlers[i]! || pc >= handlers[i + 1]!) continue;
    const type = handlers[i + 3]!;
    if (type < 0) return handlers[i + 2]!;
    const name = catchTypes[type]!;
    const cls = m.program.find(name);
    if (cls === null) throw m.program.missing(name, where);
    m.prepareClasses();
    if (thrown.supertypes.has(cls.id)) return handlers[i + 2]!;
  }
  return 0;
}

/** "Index 5 out of bounds for length 3", as the JVM words it. */
export function raiseBounds(m: Machine, array: number, index: number): Stop {
  m.accesses?.readLength(array);
  return raise(
    m,
    "java/lang/ArrayIndexOutOfBoundsException",
    `Index ${index} out of bounds for length ${m.H[array + ARRAY_LENGTH]!}`,
  );
}

function moduleText(cls: RuntimeClass): string {
  let base = cls;
  while (base.component !== null) base = base.component;
  return base.origin === "application" || base.origin === "synthetic"
    ? "unnamed module of loader 'app'"
    : `module ${base.module ?? "java.base"} of loader 'bootstrap'`;
}

/** Where two classes come from, module and loader. */
export function placesOf(from: RuntimeClass, to: RuntimeClass): string {
  const [a, b] = [moduleText(from), moduleText(to)];
  const [x, y] = [from.externalName, to.externalName];
  return a === b ? `${x} and ${y} are in ${a}` : `${x} is in ${a}; ${y} is in ${b}`;
}

/** The words of a failed cast. */
export const castMessage = (from: RuntimeClass, to: RuntimeClass): string =>
  `class ${from.externalName} cannot be cast to class ${to.externalName} (${placesOf(from, to)})`;
