/**
 * The words that were there before the start and have been written
 * to since. What was made by then has fixed addresses and the same values on
 * every path, so only such words belong to a state, and of those only the ones
 * that differ from their first value. A state knows them by stable numbers
 * (vm/memory/fixed-numbers.ts) and has them in the order of these, because
 * another process may have laid them out differently.
 *
 * The start is that of the program; or later, where all paths part.
 */
import { grown, grownBytes, sparseWords } from "../core/words.ts";
import type { Machine } from "../vm/machine.ts";
import { HEAP_BASE, PERM_BASE, STATIC_BASE } from "../vm/memory/memory.ts";
import type { ObjectLayouts } from "./object-layout.ts";

/** What a word holds: a number, a reference, or what guards something. */
export const PLAIN_WORD = 0;
export const REFERENCE_WORD = 1;
export const GUARD_WORD = 2;

export class BootWords {
  /** Everything below this word was made before the start. */
  top: number;
  count = 0;
  /** By index: where the word is, its number, what was there first, what it holds. */
  addresses = new Int32Array(64);
  numbers = new Int32Array(64);
  initialValues = new Int32Array(64);
  kinds = new Uint8Array(64);
  /** Indices, by ascending number. */
  ordered = new Int32Array(64);
  /** The same of those that may hold references. */
  orderedReferences = new Int32Array(64);
  referenceCount = 0;
  readonly #m: Machine;
  readonly #shapes: ObjectLayouts;
  /** By address: index + 1. Pages of it that are never touched cost nothing. */
  readonly #indices: Int32Array;
  /** The same for guards, which lie elsewhere. */
  readonly #guardIndices = new Map<number, number>();

  /** The start is the current state; it may be moved later. No word exists at a start from address `words` on. */
  constructor(m: Machine, shapes: ObjectLayouts, words: number = m.heapTop) {
    this.#m = m;
    this.#shapes = shapes;
    this.top = m.heapTop;
    this.#indices = sparseWords(words - STATIC_BASE);
  }

  /** The start is here from now on. Of words that are known to be written to, what is there now is what was there first. */
  startHere(): void {
    const m = this.#m;
    const known = this.addresses.slice(0, this.count);
    for (const address of known) {
      if (!m.guards.includes(address)) this.#indices[address - STATIC_BASE] = 0;
    }
    this.#guardIndices.clear();
    this.kinds.fill(PLAIN_WORD);
    this.count = 0;
    this.referenceCount = 0;
    this.top = m.heapTop;
    for (const address of known) {
      if (this.has(address)) this.#add(address, m.H[address]!, m.guards.includes(address));
    }
  }

  /** The index of a word that is written to and had this value before. */
  track(address: number, old: number): number {
    const isGuard = this.#m.guards.includes(address);
    const known = isGuard
      ? (this.#guardIndices.get(address) ?? 0)
      : this.#indices[address - STATIC_BASE]!;
    return known !== 0 ? known - 1 : this.#add(address, old, isGuard);
  }

  /** The index of a word that is no guard; -1 when it has not been written to. */
  indexOf(address: number): number {
    return this.#indices[address - STATIC_BASE]! - 1;
  }

  /** True for words that were there before the start, and for the guards of what was. */
  has(address: number): boolean {
    const { guards } = this.#m;
    if (guards.includes(address)) return guards.ownerOf(address) < this.top;
    return address >= STATIC_BASE && address < this.top;
  }

  /** Not part of the state: a dead static field. */
  isDead(address: number): boolean {
    return address < PERM_BASE && this.#shapes.isStaticDead(address);
  }

  #add(address: number, old: number, isGuard: boolean): number {
    const index = this.count++;
    if (index === this.addresses.length) this.#grow();
    if (isGuard) this.#guardIndices.set(address, index + 1);
    else this.#indices[address - STATIC_BASE] = index + 1;
    this.addresses[index] = address;
    this.numbers[index] = this.#m.fixedNumbers.word(address);
    this.initialValues[index] = old;
    insert(this.ordered, index, this.numbers, index);
    if (isGuard) this.kinds[index] = GUARD_WORD;
    else if (this.#holdsReference(address)) this.kinds[index] = REFERENCE_WORD;
    if (this.kinds[index] !== PLAIN_WORD) {
      insert(this.orderedReferences, this.referenceCount++, this.numbers, index);
    }
    return index;
  }

  #grow(): void {
    const length = this.addresses.length * 2;
    this.addresses = grown(this.addresses, length);
    this.numbers = grown(this.numbers, length);
    this.initialValues = grown(this.initialValues, length);
    this.ordered = grown(this.ordered, length);
    this.orderedReferences = grown(this.orderedReferences, length);
    this.kinds = grownBytes(this.kinds, length);
  }

  #holdsReference(address: number): boolean {
    const m = this.#m;
    if (address < PERM_BASE) return m.program.statics.references.includes(address - STATIC_BASE);
    const object = objectAround(m, address);
    return this.#shapes.holdsReference(m.H[object]!, address - object);
  }
}

/** The object that a word of what was there from the start is in. */
export function objectAround(m: Machine, address: number): number {
  let object = address < HEAP_BASE ? PERM_BASE : HEAP_BASE;
  for (let next = object; next <= address; next = object + m.wordsOf(object)) object = next;
  return object;
}

/** Puts an index where its number belongs among the `count` that are there. */
function insert(into: Int32Array, count: number, numbers: Int32Array, index: number): void {
  let at = count;
  while (at > 0 && numbers[into[at - 1]!]! > numbers[index]!) {
    into[at] = into[at - 1]!;
    at--;
  }
  into[at] = index;
}
