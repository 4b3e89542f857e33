/**
 * A copying collection: what threads, statics and permanent objects reach is
 * copied to the other half of the heap, in breadth-first order. Only done
 * where nothing can be undone any more (a plain run), because references move.
 */
import { holdsReference } from "../program/verification-type.ts";
import { ARRAY_DATA, ARRAY_LENGTH } from "./layout.ts";
import type { Machine } from "./machine.ts";
import {
  HEAP_BASE,
  MAX_HELD,
  PERM_BASE,
  STATIC_BASE,
  T_FP,
  T_HELD,
  T_OBJECT,
  T_PC,
  T_SP,
  T_STATUS,
  T_TARGET,
  threadRecord,
} from "./memory.ts";
import { walkFrames } from "./stack-walk.ts";
import { ThreadStatus } from "./thread-status.ts";

/** Frees what is unreachable. Returns false when that is not possible or not worth it. */
export function collectGarbage(m: Machine): boolean {
  if (!m.canCollect) return false;
  // A collection that soon follows another would find next to nothing.
  if (m.collections > 0 && m.heapTop - m.topAfterCollection < m.heapWords >> 6) return false;
  m.saveRegisters();
  m.commit();
  new Collection(m).run();
  m.collections++;
  m.topAfterCollection = m.heapTop;
  m.commit();
  return true;
}

class Collection {
  readonly #m: Machine;
  readonly #H: Int32Array;
  readonly #from: number;
  readonly #fromEnd: number;
  #top: number;

  constructor(m: Machine) {
    this.#m = m;
    this.#H = m.H;
    this.#from = m.heapStart;
    this.#fromEnd = m.heapEnd;
    this.#top = m.heapStart === HEAP_BASE ? HEAP_BASE + m.heapWords : HEAP_BASE;
  }

  run(): void {
    const m = this.#m;
    const start = this.#top;
    this.#roots();
    let scan = start;
    while (scan < this.#top) scan = this.#scanObject(scan);
    m.heapStart = start;
    m.heapEnd = start + m.heapWords;
    m.heapTop = this.#top;
  }

  #roots(): void {
    const m = this.#m;
    const H = this.#H;
    m.pending = this.#forward(m.pending);
    for (const index of m.program.statics.references) {
      const at = STATIC_BASE + index;
      H[at] = this.#forward(H[at]!);
    }
    let at = PERM_BASE;
    while (at < m.permTop) at = this.#scanObject(at);
    for (let thread = 0; thread < m.threadCount; thread++) {
      const record = threadRecord(thread);
      H[record + T_OBJECT] = this.#forward(H[record + T_OBJECT]!);
      H[record + T_TARGET] = this.#forward(H[record + T_TARGET]!);
      for (let i = 0; i < MAX_HELD; i++) {
        H[record + T_HELD + i] = this.#forward(H[record + T_HELD + i]!);
      }
      if (H[record + T_STATUS] !== ThreadStatus.terminated) this.#scanStack(record);
    }
  }

  #scanStack(record: number): void {
    const m = this.#m;
    const { S, space } = m;
    const top = {
      pc: this.#H[record + T_PC]!,
      fp: this.#H[record + T_FP]!,
      sp: this.#H[record + T_SP]!,
    };
    walkFrames(m, top, ({ code, pc, fp, sp }) => {
      const index = space.instructionAt(code, pc);
      const kinds = m.typesOf(code).kindsAt(code.offsets[index]!);
      const locals = space.locals[code.method.id]!;
      if (kinds !== null) {
        for (let i = 0; i < kinds.locals.length; i++) {
          if (holdsReference(kinds.locals[i]!)) this.#forwardSlot(S, fp + i * 2);
        }
        const stack = fp + locals + 4;
        for (let i = 0; i < kinds.stack.length && stack + i * 2 < sp; i++) {
          if (holdsReference(kinds.stack[i]!)) this.#forwardSlot(S, stack + i * 2);
        }
      }
      if (code.method.isSynchronized && pc !== code.start) this.#forwardSlot(S, fp + locals + 2);
      return true;
    });
  }

  #forwardSlot(S: Int32Array, at: number): void {
    S[at] = this.#forward(S[at]!);
  }

  /** The new place of an object; copied there if this is the first time it is met. */
  #forward(ref: number): number {
    if (ref < this.#from || ref >= this.#fromEnd) return ref;
    const H = this.#H;
    const word = H[ref]!;
    if (word < 0) return -word;
    const words = this.#m.wordsOf(ref);
    const copy = this.#top;
    H.copyWithin(copy, ref, ref + words);
    this.#top += words;
    H[ref] = -copy;
    return copy;
  }

  /** Forwards the references in an object; returns where the next object starts. */
  #scanObject(ref: number): number {
    const H = this.#H;
    const m = this.#m;
    const classId = H[ref]!;
    const cls = m.program.classes[classId]!;
    if (cls.component === null) {
      for (const offset of cls.referenceOffsets) H[ref + offset] = this.#forward(H[ref + offset]!);
    } else if (!cls.component.isPrimitive) {
      const end = ref + ARRAY_DATA + H[ref + ARRAY_LENGTH]!;
      for (let at = ref + ARRAY_DATA; at < end; at++) H[at] = this.#forward(H[at]!);
    }
    return ref + m.wordsOf(ref);
  }
}
