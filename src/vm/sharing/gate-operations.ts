/**
 * Sections of the models: what a thread does between passing (or entering) a
 * gate and leaving it is one step (gates.ts). This file keeps track of them.
 *
 * A section belongs to the model's code, not to the thread as such. Code of the
 * program that the model calls (an overridden `interrupt`, a `compareTo`, a
 * factory) suspends the section for as long as its frame is there: such code
 * stops in front of what others can see, may block, and may begin sections of
 * its own by calling models again. What the model does after that call is a new
 * step: the section is *armed*, and stops in front of its first visible access.
 *
 * A section ends with its `leave`, or when an exception pops the frame that
 * it is anchored to: the outermost of the model's frames. So a callback that
 * throws through a model never leaves its thread in a section.
 *
 * A thread's record has the innermost section in one word: the anchor's linkage
 * (relative to the thread's stack), how often it was entered, and flags. A section
 * around it is kept in the linkage of the inner one's anchor.
 */

import { bug } from "../../core/assert.ts";
import type { Machine } from "../machine.ts";
import { T_FP, T_GATE, T_PC, threadOfRecord, threadRecord } from "../memory/memory.ts";
import { CodeKind } from "./library-operations.ts";

const ARMED = 1;
/** The anchor's linkage has the section around this one, in word 2 or (if the method is synchronized) in word 3. */
const HAS_OUTER = 2;
const IN_THIRD = 4;
const ONE_ENTRY = 8;
const ENTRIES = 31 * ONE_ENTRY;
const PLACE_SHIFT = 8;

/** Where a section's anchor has its linkage on the stack of its thread. */
const linkageOf = (m: Machine, record: number, section: number): number =>
  threadOfRecord(record) * m.stackWords + (section >>> PLACE_SHIFT) * 2;

/** True when code of the program runs inside the section of a thread whose top frame is the given one. */
function isCalledBack(
  m: Machine,
  record: number,
  section: number,
  top: { pc: number; fp: number },
): boolean {
  const { space, S } = m;
  const anchor = linkageOf(m, record, section);
  let { pc, fp } = top;
  for (;;) {
    const method = space.methodOf[pc]!;
    if (space.codeKinds[method] === CodeKind.program) return true;
    const linkage = fp + space.locals[method]!;
    if (linkage <= anchor) return false;
    pc = S[linkage]!;
    fp = S[linkage + 1]!;
  }
}

/** True if no other thread may run between this step and the thread's next one. For the running thread, the registers count. */
export function isInSection(m: Machine, thread: number, isRunning = false): boolean {
  const record = threadRecord(thread);
  const section = m.H[record + T_GATE]!;
  if (section === 0) return false;
  const top = isRunning ? m : { pc: m.H[record + T_PC]!, fp: m.H[record + T_FP]! };
  return !isCalledBack(m, record, section, top);
}

/**
 * In front of something that others can see, inside a section: whether the
 * running thread stops. Null when the section is suspended, and has no say.
 */
export function stopsInSection(m: Machine, record: number): boolean | null {
  const section = m.H[record + T_GATE]!;
  if (isCalledBack(m, record, section, m)) return null;
  if ((section & ARMED) === 0) return false;
  if (m.stopsAtVisible && !m.isFirst) return true;
  m.setWord(record + T_GATE, section & ~ARMED);
  return false;
}

/** Code of the program has done something inside the section: what follows there is another step. */
export function rearm(m: Machine, record: number): void {
  const section = m.H[record + T_GATE]!;
  if ((section & ARMED) === 0) m.setWord(record + T_GATE, section | ARMED);
}

/** Begins a section, or enters the one that the model is in once more. */
export function enterSection(m: Machine): void {
  const record = threadRecord(m.thread);
  const at = record + T_GATE;
  const section = m.H[at]!;
  if (section !== 0 && !isCalledBack(m, record, section, m)) {
    if ((section & ENTRIES) === ENTRIES) bug("too many nested sections");
    m.setWord(at, section + ONE_ENTRY);
    return;
  }
  const { linkage, fp, isSynchronized } = anchorOf(m);
  const place = ((linkage - m.thread * m.stackWords) >> 1) << PLACE_SHIFT;
  if (section === 0) {
    m.setWord(at, place | ONE_ENTRY);
    return;
  }
  if (fp < m.frameLow) m.saveFramesDownTo(fp);
  m.S[linkage + (isSynchronized ? 3 : 2)] = section;
  m.setWord(at, place | ONE_ENTRY | HAS_OUTER | (isSynchronized ? IN_THIRD : 0));
}

/** The outermost of the model's frames on top of the stack. An initialiser's is none: it uses the linkage itself. */
function anchorOf(m: Machine): { linkage: number; fp: number; isSynchronized: boolean } {
  const { space, S, program } = m;
  let { pc, fp } = m;
  for (;;) {
    const method = space.methodOf[pc]!;
    const linkage = fp + space.locals[method]!;
    const next = S[linkage]!;
    const caller = next === 0 ? 0 : space.methodOf[next]!;
    const isLast =
      next === 0 ||
      program.methods[caller]!.owner.origin === "jdk" ||
      space.codeKinds[caller] === CodeKind.program ||
      space.codeKinds[caller] === CodeKind.initializer;
    if (isLast) return { linkage, fp, isSynchronized: program.methods[method]!.isSynchronized };
    pc = next;
    fp = S[linkage + 1]!;
  }
}

export function returnFromOperation(m: Machine): void {
  const at = threadRecord(m.thread) + T_GATE;
  const section = m.H[at]!;
  if (section === 0) bug("there is no section to leave");
  if ((section & ENTRIES) > ONE_ENTRY) m.setWord(at, section - ONE_ENTRY);
  else end(m, section);
}

function end(m: Machine, section: number): void {
  const record = threadRecord(m.thread);
  const outer = outerOf(m, record, section);
  m.setWord(record + T_GATE, outer === 0 ? 0 : outer | ARMED);
}

/** The section around one of the thread that has the record; 0 when there is none. */
export function outerOf(m: Machine, record: number, section: number): number {
  if ((section & HAS_OUTER) === 0) return 0;
  return m.S[linkageOf(m, record, section) + ((section & IN_THIRD) === 0 ? 2 : 3)]!;
}

/** An exception takes a frame of the running thread away: so it does the section that is anchored there. */
export function unwindSection(m: Machine, linkage: number): void {
  const record = threadRecord(m.thread);
  const section = m.H[record + T_GATE]!;
  if (section !== 0 && linkageOf(m, record, section) === linkage) end(m, section);
}
