/**
 * How many words the live objects take: those that can be reached from threads
 * that have not ended, from static fields and from permanent objects. Nothing
 * is moved. What is counted depends on the state alone, not on the way to it.
 * Where a liveness analysis has a say, what only dead references lead to can be
 * left out.
 */
import { nextEpoch } from "../../core/stamps.ts";
import { grown, sparseWords } from "../../core/words.ts";
import type { Machine } from "../machine.ts";
import { PERM_BASE, threadRecord } from "../memory/memory.ts";
import { ARRAY_DATA, ARRAY_LENGTH } from "../memory/object-layout.ts";
import {
  forEachFrameRoot,
  forEachGlobalRoot,
  hasEnded,
  type LiveReferences,
  RECORD_REFERENCES,
} from "./heap-roots.ts";

export class LiveWords {
  readonly #m: Machine;
  /** By half address: the count that has met the object last. Made when it is first needed. */
  #stamps: Int32Array | null = null;
  #epoch = 0;
  /** Objects that have been met and not been looked into. */
  #open = new Int32Array(1 << 10);
  #openCount = 0;
  #words = 0;
  #view: LiveReferences | null = null;
  /** Objects ever met: what counting has cost. */
  met = 0;

  constructor(m: Machine) {
    this.#m = m;
  }

  /** The registers of all threads must be in their records. */
  count(view: LiveReferences | null = null): number {
    const m = this.#m;
    this.#view = view;
    const { H, S } = m;
    this.#stamps ??= sparseWords(m.spaceWords >> 1);
    this.#epoch = nextEpoch(this.#stamps, this.#epoch);
    this.#words = 0;
    const inHeap = (at: number): void => this.#meet(H[at]!);
    const inStack = (at: number): void => this.#meet(S[at]!);
    this.#meet(m.pending);
    forEachGlobalRoot(m, (at) => {
      if (view === null || at >= PERM_BASE || view.isStaticLive(at)) inHeap(at);
    });
    for (let thread = 0; thread < m.threadCount; thread++) {
      if (hasEnded(m, thread)) continue;
      for (const word of RECORD_REFERENCES) inHeap(threadRecord(thread) + word);
      forEachFrameRoot(m, thread, inStack, 0, view);
    }
    while (this.#openCount > 0) this.#lookInto(this.#open[--this.#openCount]!);
    return this.#words;
  }

  #meet(ref: number): void {
    const m = this.#m;
    if (ref < m.heapStart) return;
    const half = (ref - m.heapStart) >> 1;
    const stamps = this.#stamps!;
    if (stamps[half] === this.#epoch) return;
    stamps[half] = this.#epoch;
    if (this.#openCount === this.#open.length) this.#open = grown(this.#open);
    this.#open[this.#openCount++] = ref;
  }

  #lookInto(object: number): void {
    const m = this.#m;
    const { H } = m;
    const view = this.#view;
    this.#words += m.wordsOf(object);
    this.met++;
    const cls = m.program.classes[H[object]!]!;
    if (cls.component === null) {
      for (const offset of cls.referenceOffsets) {
        if (view === null || view.isFieldLive(cls.id, offset)) this.#meet(H[object + offset]!);
      }
    } else if (!cls.component.isPrimitive && view?.areElementsLive(cls.id) !== false) {
      const end = object + ARRAY_DATA + H[object + ARRAY_LENGTH]!;
      for (let at = object + ARRAY_DATA; at < end; at++) this.#meet(H[at]!);
    }
  }
}
