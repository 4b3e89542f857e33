/**
 * Where references are: in the words that a program starts from (threads,
 * their frames, static fields, permanent objects) and in objects. Collections
 * and counts of live objects go by this, so that they agree on what is live.
 */
import { holdsReference } from "../../program/types/verification-type.ts";
import type { TranslatedMethod } from "../code/code-space.ts";
import { walkFrames } from "../code/frames.ts";
import { LINKAGE_WORDS } from "../code/instructions.ts";
import type { Machine } from "../machine.ts";
import { PERM_BASE, STATIC_BASE, threadRecord } from "../memory/memory.ts";
import { ARRAY_DATA, ARRAY_LENGTH } from "../memory/object-layout.ts";
import { recordWords, T_FP, T_PC, T_SP, T_STATUS } from "../memory/thread-record.ts";
import { ThreadStatus } from "../memory/thread-status.ts";

/** Called with the index of a word, of the heap or of the stacks, that holds a reference or null. */
export type WordVisitor = (at: number) => void;

/** The words of a thread's record that hold references. (A class that is awaited is named by a word below all objects.) */
export const RECORD_REFERENCES: readonly number[] = recordWords("root", "reference");

export const hasEnded = (m: Machine, thread: number): boolean =>
  m.H[threadRecord(thread) + T_STATUS] === ThreadStatus.terminated;

/** Words of static fields and of permanent objects. */
export function forEachGlobalRoot(m: Machine, visit: WordVisitor): void {
  for (const index of m.program.statics.references) visit(STATIC_BASE + index);
  for (let object = PERM_BASE; object < m.permTop; object += m.wordsOf(object)) {
    forEachReference(m, object, visit);
  }
}

function forEachReference(m: Machine, object: number, visit: WordVisitor): void {
  const { H } = m;
  const cls = m.program.classes[H[object]!]!;
  if (cls.component === null) {
    for (const offset of cls.referenceOffsets) visit(object + offset);
  } else if (!cls.component.isPrimitive) {
    const end = object + ARRAY_DATA + H[object + ARRAY_LENGTH]!;
    for (let at = object + ARRAY_DATA; at < end; at++) visit(at);
  }
}

/** Which references count, for callers that do not want all of them. */
export interface LiveReferences {
  /** Of a frame that stands at `pc`: locals are counted from 0, operands follow them. */
  isSlotLive(code: TranslatedMethod, pc: number, slot: number): boolean;
  isFieldLive(classId: number, offset: number): boolean;
  areElementsLive(classId: number): boolean;
  /** A word of the static area. */
  isStaticLive(address: number): boolean;
}

/** Slots in the frames of a thread, down to the one at `lowest`. Its registers must be in its record. */
export function forEachFrameRoot(
  m: Machine,
  thread: number,
  visit: WordVisitor,
  lowest = 0,
  live: LiveReferences | null = null,
): void {
  const { space, H } = m;
  const record = threadRecord(thread);
  const top = { pc: H[record + T_PC]!, fp: H[record + T_FP]!, sp: H[record + T_SP]! };
  walkFrames(m, top, ({ code, pc, fp, sp }) => {
    if (fp < lowest) return false;
    const kinds = m.typesOf(code).kindsAt(code.offsets[space.instructionAt(code, pc)]!);
    const locals = space.locals[code.method.id]!;
    const counts = (slot: number): boolean => live === null || live.isSlotLive(code, pc, slot);
    if (kinds !== null) {
      for (let i = 0; i < kinds.locals.length; i++) {
        if (holdsReference(kinds.locals[i]!) && counts(i)) visit(fp + i * 2);
      }
      const stack = fp + locals + LINKAGE_WORDS;
      const { maxLocals } = code.info;
      for (let i = 0; i < kinds.stack.length && stack + i * 2 < sp; i++) {
        if (holdsReference(kinds.stack[i]!) && counts(maxLocals + i)) visit(stack + i * 2);
      }
    }
    if (code.method.isSynchronized && pc !== code.start) visit(fp + locals + 2);
    return true;
  });
}
