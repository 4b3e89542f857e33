/**
 * Makes room when an allocation has failed. In a plain run nothing is undone,
 * so what threads, statics and permanent objects reach is copied to the other
 * half of the heap, in breadth-first order. While steps can be taken back,
 * heap-room.ts has other ways.
 *
 * Either way an allocation fails for good, with an OutOfMemoryError, if and only if
 * what is live and what is asked for do not fit into the heap together.
 */

import type { Machine } from "../machine.ts";
import { HEAP_BASE, threadRecord } from "../memory/memory.ts";
import { ARRAY_DATA, ARRAY_LENGTH } from "../memory/object-layout.ts";
import { forEachFrameRoot, forEachGlobalRoot, hasEnded, RECORD_REFERENCES } from "./heap-roots.ts";

/** Makes room for the allocation that failed last. Returns false if there is none, so that a retry would be pointless. */
export function collectGarbage(m: Machine): boolean {
  const needed = neededWords(m);
  const hasRoom =
    m.canCollect && !m.checking ? copyLive(m) && hasRoomFor(m, needed) : m.room.make(needed);
  m.room.retriedTop = m.heapTop;
  return hasRoom;
}

/**
 * Words that the instruction under way needs at once. One that allocates several
 * objects is carried out again from its beginning when room has been made; if it
 * fails again, what it had allocated by then counts too.
 */
function neededWords(m: Machine): number {
  const { wantedWords, retriedAt, retriedTop } = m.room;
  const now = m.instructions + m.executed;
  const before = retriedAt === now ? m.heapTop - retriedTop : 0;
  m.room.retriedAt = now;
  m.room.wantedWords = 0;
  return before + wantedWords;
}

const hasRoomFor = (m: Machine, words: number): boolean => m.heapTop + words <= m.heapEnd;

/** Always true: there is no collection that must not be done. */
function copyLive(m: Machine): boolean {
  // Right after a collection there is nothing to be found.
  if (m.collections > 0 && m.heapTop === m.topAfterCollection) return true;
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
    this.#fromEnd = m.heapStart + m.spaceWords;
    this.#top = m.heapStart === HEAP_BASE ? HEAP_BASE + m.spaceWords : HEAP_BASE;
  }

  run(): void {
    const m = this.#m;
    const start = this.#top;
    this.#roots();
    let scan = start;
    while (scan < this.#top) scan = this.#scanObject(scan);
    m.heapStart = start;
    m.spaceEnd = start + m.spaceWords;
    m.heapLimit = start + m.heapWords;
    m.heapEnd = m.heapLimit;
    m.heapTop = this.#top;
  }

  #roots(): void {
    const m = this.#m;
    const H = this.#H;
    const { S } = m;
    const inHeap = (at: number): void => {
      H[at] = this.#forward(H[at]!);
    };
    const inStack = (at: number): void => {
      S[at] = this.#forward(S[at]!);
    };
    m.pending = this.#forward(m.pending);
    forEachGlobalRoot(m, inHeap);
    for (let thread = 0; thread < m.threadCount; thread++) {
      for (const word of RECORD_REFERENCES) inHeap(threadRecord(thread) + word);
      if (!hasEnded(m, thread)) forEachFrameRoot(m, thread, inStack);
    }
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
