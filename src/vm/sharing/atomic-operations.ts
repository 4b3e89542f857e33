/**
 * Library sections: an operation of java.util.concurrent that runs as the
 * JDK's own code and is one visible step all the same. A method that is such
 * an operation (library-operations.ts) begins a section in its first
 * instruction and ends it when its frame goes, by a return or an exception.
 *
 * The section is *armed* until the thread has stopped in front of the first
 * thing in it that others can see; from there on it does not stop for the
 * library's own accesses. So an operation that touches nothing shared costs no
 * step, and one that stands in front of a held monitor is not enabled. Code of
 * the program that is called from inside (hashCode, compareTo, functions) stops
 * as it does everywhere; an operation that it calls is a section of its own,
 * and the outer one goes on afterwards.
 *
 * Initialisers of the library's classes are sections as well: what the JDK
 * does to get ready is nothing that a program could rely on.
 *
 * With the JDK's own classes in place of the models there are no such steps. Only
 * operations with a time limit are sections then, for the clock that they look at. (With the
 * models, those of AbstractQueuedSynchronizer are, whose subclasses the program writes.)
 *
 * A thread's record has the innermost section: where its frame's linkage is on
 * the stack, and two flags. The linkage keeps the section around it, if there
 * is one.
 */
import { parseMethodDescriptor } from "../../classfile/format/descriptors.ts";
import type { RuntimeMethod } from "../../program/linking/runtime-class.ts";
import { walkFrames } from "../code/frames.ts";
import type { Machine } from "../machine.ts";
import { T_SECTION, threadRecord } from "../memory/memory.ts";
import { SLOT } from "../memory/object-layout.ts";
import {
  CodeKind,
  isRandomSource,
  isSameFamily,
  OperationRole,
  SectionMode,
} from "./library-operations.ts";

/** Flags of a section; the place of the linkage, which is even, is above them. */
const ARMED = 1;
/** A wait with a time limit has come to its end: to this operation, time has passed. */
const LATE = 2;
/** It has looked at the clock. */
const LOOKED = 4;
/** The section is not a step: it only has a clock. */
const TIMED = 8;
/** Of such a one: it has no time limit, and the clock stands still for it. */
const ENDLESS = ARMED;
/** Word of a frame's linkage that keeps the section around. */
const OUTER = 3;

/** Accesses after which a section lets others run: it may be waiting for them in a loop. */
const MAX_ACCESSES = 2000;

const linkageOf = (section: number): number => (section >>> 4) << 1;

/** True of a section in which a thread stops as it does anywhere. */
export const isTransparent = (section: number): boolean => (section & TIMED) !== 0;

/** HOT. True when code of the program runs inside the section, having been called from it. */
function isCalledBack(m: Machine, section: number): boolean {
  const { space, S } = m;
  const bottom = linkageOf(section);
  let { pc, fp } = m;
  // Other code of the library was passed in by the program, unless an initialiser has called it.
  let isOther = false;
  while (fp > bottom) {
    const method = space.methodOf[pc]!;
    const kind = space.codeKinds[method]!;
    if (kind === CodeKind.program) return true;
    isOther = kind === CodeKind.other || (isOther && kind !== CodeKind.initializer);
    const linkage = fp + space.locals[method]!;
    pc = S[linkage]!;
    fp = S[linkage + 1]!;
  }
  return isOther && space.codeKinds[space.methodOf[pc]!] !== CodeKind.initializer;
}

/** In front of something others can see, inside a section: whether the thread stops. */
export function mustStopInSection(m: Machine, section: number): boolean {
  const wants = m.stopsAtVisible && !m.isFirst;
  if (isCalledBack(m, section)) {
    if (wants) return true;
    // What the operation does after that is a step of its own.
    arm(m, section);
    return false;
  }
  if ((section & ARMED) === 0) return ++m.sectionAccesses > MAX_ACCESSES && wants;
  if (wants) return true;
  m.setWord(threadRecord(m.thread) + T_SECTION, section & ~ARMED);
  return false;
}

function arm(m: Machine, section: number): void {
  if (section !== 0 && (section & (ARMED | TIMED)) === 0) {
    m.setWord(threadRecord(m.thread) + T_SECTION, section | ARMED);
  }
}

/** The first instruction of an operation. */
export function beginOperation(m: Machine, linkage: number, role: number): void {
  const at = threadRecord(m.thread) + T_SECTION;
  const section = m.H[at]!;
  if (role === OperationRole.hook) {
    arm(m, section);
    return;
  }
  // A wait inside an operation has a clock of its own: its deadline counts from its beginning.
  if (section !== 0 && role !== OperationRole.timed && !isCalledBack(m, section)) {
    if (role === OperationRole.split || role === OperationRole.stage) divide(m, section);
    return;
  }
  m.S[linkage + OUTER] = section;
  m.setWord(at, (linkage << 3) | flagsOf(m, role));
}

function flagsOf(m: Machine, role: number): number {
  if (role === OperationRole.timed || m.space.modes.sections === SectionMode.timed) {
    return hasLimit(m) ? TIMED : TIMED | ENDLESS;
  }
  return role === OperationRole.initializer ? 0 : ARMED;
}

/** What programs write to mean that they wait for ever. */
const FOREVER = (1n << 63n) - 1n;

/** False when the method that begins has a time limit, the last long of its arguments, which is for ever. */
function hasLimit(m: Machine): boolean {
  const { method } = m.space.codeAt(m.pc);
  const slot = lastLong(method);
  return slot < 0 || m.SL[(m.fp + slot * SLOT) >> 1] !== FOREVER;
}

/** The slot of the last parameter that is a long; -1 when there is none. */
function lastLong({ descriptor, isStatic }: RuntimeMethod): number {
  let slot = isStatic ? 0 : 1;
  let found = -1;
  for (const type of parseMethodDescriptor(descriptor).parameters) {
    if (type === "J") found = slot;
    slot += type === "J" || type === "D" ? 2 : 1;
  }
  return found;
}

/** A frame is popped, and with it the section that it has begun, if any. */
export function abandonOperation(m: Machine, linkage: number): void {
  const at = threadRecord(m.thread) + T_SECTION;
  const section = m.H[at]!;
  if (section === 0 || linkageOf(section) !== linkage) return;
  const outer = outerSection(m, section);
  if (m.space.modes.sections === SectionMode.timed) {
    // What was too late inside is too late for the operation around.
    m.setWord(at, outer === 0 ? 0 : outer | (section & LATE));
    return;
  }
  m.setWord(at, outer);
  // An operation that the program called from inside another was a step: the other continues with a new one.
  if (isTransparent(section) || (section & ARMED) === 0) arm(m, outer);
}

/** An operation returns; after a stage, the rest of the section around it is another step. */
export function returnFromOperation(m: Machine, linkage: number): void {
  abandonOperation(m, linkage);
  const { code } = m.space;
  // The role is an operand of the method's first instruction.
  if (code[m.space.codeAt(m.pc).start + 2] !== OperationRole.stage) return;
  const section = m.H[threadRecord(m.thread) + T_SECTION]!;
  if (section !== 0 && !isCalledBack(m, section)) divide(m, section);
}

/** Makes what follows in the section another step, if the method that runs is of the section's own class. */
function divide(m: Machine, section: number): void {
  const { program, space } = m;
  const { owner } = program.methods[space.methodOf[m.pc]!]!;
  walkFrames(m, m, ({ code, fp }) => {
    if (fp > linkageOf(section)) return true;
    if (isSameFamily(code.method.owner, owner)) {
      m.setWord(threadRecord(m.thread) + T_SECTION, section | ARMED);
    }
    return false;
  });
}

/** The section around a section; 0 when there is none. */
export const outerSection = (m: Machine, section: number): number =>
  m.S[linkageOf(section) + OUTER]!;

/** The running thread has waited in vain as long as it wanted to. */
export function noteTimeOver(m: Machine): void {
  const at = threadRecord(m.thread) + T_SECTION;
  if (m.H[at] !== 0) m.setWord(at, m.H[at]! | LATE);
}

/** Accesses that a look at the clock counts for. */
const SPIN_WEIGHT = 20;

/** Later than any deadline that is not meant to be one. */
const LATE_NANOS = 2 ** 62;

/**
 * What an operation that looks at the clock for its own purposes sees: time
 * stands still until a wait of its own is over. Null when the program looks at
 * the clock, or a class that keeps what it sees. "choice": whether time has
 * passed is to be decided first.
 */
export function clockOfSection(m: Machine): number | null | "choice" {
  const at = threadRecord(m.thread) + T_SECTION;
  const section = m.H[at]!;
  if (section === 0 || isCalledBack(m, section)) return null;
  let isKept = false;
  walkFrames(m, m, ({ code, fp }) => {
    const { id, owner } = code.method;
    if (m.space.codeKinds[id] === CodeKind.initializer) {
      isKept = !isRandomSource(owner);
      return false;
    }
    return fp > linkageOf(section);
  });
  if (isKept) return null;
  if ((section & LATE) !== 0) return LATE_NANOS;
  if (isTransparent(section)) return clockOfTimed(m, at);
  // Short waits spin instead of parking, and no time passes for those.
  m.sectionAccesses += SPIN_WEIGHT;
  if (m.sectionAccesses > MAX_ACCESSES) {
    m.approximations.add("a timed wait of the library reads the clock, which stands still here");
  }
  return 0;
}

/**
 * Of operations whose accesses are steps: the first look settles the deadline, and
 * at any later one the time may be over, so that those who spin until then come to an end.
 */
function clockOfTimed(m: Machine, at: number): number | "choice" {
  const section = m.H[at]!;
  if ((section & ENDLESS) !== 0) return 0;
  if ((section & LOOKED) === 0) {
    m.setWord(at, section | LOOKED);
    return 0;
  }
  if (m.choice < 0) {
    m.choices = 2;
    return "choice";
  }
  const isLate = m.choice === 1;
  m.choice = -1;
  if (!isLate) return 0;
  m.setWord(at, section | LATE);
  return LATE_NANOS;
}
