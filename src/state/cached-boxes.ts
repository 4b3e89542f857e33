/**
 * HOT. Boxes that the library caches for small numbers. Class initialisers fill the
 * caches on first use, so they are not initial objects, and hundreds of objects are in
 * every state from then on. But a box that is in its place in the cache, with the value
 * that belongs there, is identified by that place: all else about it follows, unless a
 * thread has locked it or asked for its hash. So it has a fixed number, and so has a cache
 * in which every box is like that; neither is visited.
 *
 * Whether a box is such a constant depends only on the words that are examined here. Code
 * that keeps numbers must renumber when one of those is written (`touches`,
 * `isCacheWord`).
 */

import type { Machine } from "../vm/machine.ts";
import { FIRST_CACHED } from "../vm/memory/fixed-numbers.ts";
import { STATIC_BASE } from "../vm/memory/memory.ts";
import {
  ARRAY_DATA,
  ARRAY_LENGTH,
  HASH_MASK,
  HASH_WORD,
  LOCK_WORD,
} from "../vm/memory/object-layout.ts";
import type { LiveCells } from "./live-cells.ts";

/** Classes of boxes, which have a class `Boxes` inside with an array `ALL`; and the first number in that. */
const CACHES: readonly (readonly [string, number])[] = [
  ["java/lang/Integer", -128],
  ["java/lang/Long", -128],
  ["java/lang/Short", -128],
  ["java/lang/Byte", -128],
  ["java/lang/Character", 0],
];

/** Boxes of one cache that can be constants. */
const MOST = 1 << 12;

interface Cache {
  readonly boxClass: number;
  /** Where the reference to the array is. */
  readonly address: number;
  readonly low: number;
  /** Where a box has its value, and whether that takes two words. */
  readonly value: number;
  readonly isWide: boolean;
  readonly first: number;
}

export class CachedBoxes {
  readonly #m: Machine;
  readonly #caches: Cache[] = [];
  readonly #known = new Set<string>();
  /** By class id: the index of a cache, plus one for its boxes, minus one for its array. */
  #kinds = new Int8Array(1 << 10);
  #seenClasses = 0;

  constructor(m: Machine) {
    this.#m = m;
  }

  /** The number of a constant, which is negative; 0 for everything else. */
  numberOf(ref: number): number {
    const m = this.#m;
    if (m.program.classes.length !== this.#seenClasses) this.#learn();
    const kind = this.#kinds[m.H[ref]!]!;
    if (kind === 0) return 0;
    const cache = this.#caches[(kind > 0 ? kind : -kind) - 1]!;
    const array = m.H[cache.address]!;
    if (array === 0) return 0;
    if (kind < 0) return ref === array && this.#isWhole(cache, array) ? cache.first : 0;
    return this.#boxNumber(cache, array, ref);
  }

  #boxNumber(cache: Cache, array: number, ref: number): number {
    const { H } = this.#m;
    const value = H[ref + cache.value]!;
    const index = value - cache.low;
    if (index < 0 || index >= MOST || index >= H[array + ARRAY_LENGTH]!) return 0;
    if (H[array + ARRAY_DATA + index] !== ref || !this.#isUntouched(ref)) return 0;
    if (cache.isWide && H[ref + cache.value + 1] !== value >> 31) return 0;
    return cache.first - 1 - index;
  }

  #isWhole(cache: Cache, array: number): boolean {
    const { H } = this.#m;
    const length = H[array + ARRAY_LENGTH]!;
    if (length > MOST || !this.#isUntouched(array)) return false;
    for (let i = 0; i < length; i++) {
      const box = H[array + ARRAY_DATA + i]!;
      if (box === 0 || this.#boxNumber(cache, array, box) !== cache.first - 1 - i) return false;
    }
    return true;
  }

  #isUntouched(ref: number): boolean {
    const m = this.#m;
    const { H } = m;
    if (H[ref + LOCK_WORD] !== 0 || (H[ref + HASH_WORD]! & HASH_MASK) !== 0) return false;
    return H[m.guards.wordOf(ref)] === 0;
  }

  /** Whether a word of the heap may decide what is a constant. */
  touches(address: number): boolean {
    const m = this.#m;
    if (m.program.classes.length !== this.#seenClasses) this.#learn();
    const { H } = m;
    for (let i = 0; i < this.#caches.length; i++) {
      const cache = this.#caches[i]!;
      const array = H[cache.address]!;
      if (array !== 0 && address > array && address < array + ARRAY_DATA + H[array + ARRAY_LENGTH]!)
        return true;
      if (H[address - LOCK_WORD] === cache.boxClass) return true;
      if (H[address - HASH_WORD] === cache.boxClass) return true;
      const { value } = cache;
      if (H[address - value] === cache.boxClass) return true;
      if (cache.isWide && H[address - value - 1] === cache.boxClass) return true;
    }
    return false;
  }

  /** The same for what guards an object. */
  guards(object: number): boolean {
    return (this.#kinds[this.#m.H[object]!] ?? 0) !== 0;
  }

  /** A static field that holds a cache. */
  isCacheWord(address: number): boolean {
    for (let i = 0; i < this.#caches.length; i++) {
      if (this.#caches[i]!.address === address) return true;
    }
    return false;
  }

  #learn(): void {
    const { program } = this.#m;
    const { instanceWords } = this.#m.classTables;
    this.#seenClasses = program.classes.length;
    if (this.#seenClasses > this.#kinds.length) {
      const larger = new Int8Array(this.#seenClasses * 2);
      larger.set(this.#kinds);
      this.#kinds = larger;
    }
    CACHES.forEach(([boxName, low], i) => {
      const box = program.loaded(boxName);
      const holder = program.loaded(`${boxName}$Boxes`);
      const array = program.loaded(`[L${boxName};`);
      if (box === undefined || holder === undefined || array === undefined) return;
      if (this.#known.has(boxName) || (instanceWords[box.id] ?? 0) === 0) return;
      const cache = holder.fields.find(({ name, isStatic }) => isStatic && name === "ALL");
      const value = box.fields.find(({ name, isStatic }) => !isStatic && name === "value");
      if (cache?.descriptor !== array.name || value === undefined) return;
      this.#known.add(boxName);
      const number = this.#caches.push({
        boxClass: box.id,
        address: STATIC_BASE + cache.offset,
        low,
        value: value.offset,
        isWide: value.isWide,
        first: FIRST_CACHED - i * (MOST + 1),
      });
      this.#kinds[box.id] = number;
      this.#kinds[array.id] = -number;
    });
  }
}

/** What states go by that are compared so: where nothing at all is left out, boxes are objects like others. */
export const boxConstantsFor = (m: Machine, { frames, fields }: LiveCells): CachedBoxes | null =>
  frames === null && fields === null ? null : new CachedBoxes(m);
