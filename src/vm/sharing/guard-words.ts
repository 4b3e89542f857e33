/**
 * Where the guard of each object lies: the word that says by what the object is
 * guarded (access-discipline.ts). Objects do not move while steps can be taken
 * back, so the half of the heap that a collection would copy to is free, and the
 * guards lie there: one word for every two words of heap, since objects begin
 * at even addresses. The second quarter holds the guards of static fields.
 *
 * Guards are part of a state, so whatever compares states reads them here.
 */
import type { Machine } from "../machine.ts";
import { HEAP_BASE, STATIC_BASE, STATIC_WORDS } from "../memory/memory.ts";

export class GuardWords {
  readonly #m: Machine;
  #base = 0;
  #statics = 0;

  constructor(m: Machine) {
    this.#m = m;
  }

  /** The machine is ready for steps. Until now nothing had a guard. */
  prepare(): void {
    const m = this.#m;
    this.#base = m.heapStart === HEAP_BASE ? HEAP_BASE + m.spaceWords : HEAP_BASE;
    m.H.fill(0, this.#base, this.#base + ((m.heapTop - m.heapStart) >> 1));
    const statics = this.#base + (m.spaceWords >> 1);
    const isRoomy = m.heapWords >> 1 >= STATIC_WORDS;
    this.#statics = isRoomy ? statics : 0;
    if (isRoomy) m.H.fill(0, statics, statics + m.program.statics.words);
  }

  /** HOT. The word that holds the guard of an object in the heap. */
  wordOf(object: number): number {
    return this.#base + ((object - this.#m.heapStart) >> 1);
  }

  /** HOT. The same of any object; 0 for one without a guard: literals and class objects lie outside the heap. */
  wordIfAny(object: number): number {
    const { heapStart } = this.#m;
    const base = this.#base;
    return object < heapStart || base === 0 ? 0 : base + ((object - heapStart) >> 1);
  }

  /** The word that holds the guard of a static field; 0 if there was no room for these. */
  wordOfStatic(address: number): number {
    return this.#statics === 0 ? 0 : this.#statics + (address - STATIC_BASE);
  }

  /** True for the words that hold guards of objects and static fields. */
  includes(address: number): boolean {
    const base = this.#base;
    return base !== 0 && address >= base && address < base + this.#m.spaceWords;
  }

  /** The object, or the static field, whose guard is this word. */
  ownerOf(word: number): number {
    const index = word - this.#base;
    const half = this.#m.spaceWords >> 1;
    return index < half ? this.#m.heapStart + index * 2 : STATIC_BASE + index - half;
  }
}
