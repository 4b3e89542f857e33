/**
 * HOT. The hash table under the stores of visited states: it holds pairs of
 * words, each with a value or a mark (a byte) if wanted, and gives none back. It is kept small and
 * even: the bytes a pair takes are about the same at every size, and no single
 * insertion waits for a large copy.
 *
 * The pairs are spread over segments, each an open-addressed array of its own
 * that grows by a small factor when it is nearly full. The first sizes of the
 * segments are spread over one such factor, so that ever after they are full to
 * different degrees and never grow all at once.
 *
 * Within a segment the pairs are sorted, with free slots between them: a pair's
 * home is in proportion to its first word, and it lies there or after its
 * smaller neighbours. A search can stop at the first larger pair, and growing
 * is one pass from front to back.
 *
 * The hash is a permutation of the pairs: what is stored is the hashed pair,
 * comparing two of those compares all 64 bits, and pairs that follow a pattern
 * (all small, say) spread like random ones.
 */

import { bug } from "../../core/assert.ts";

const SEGMENT_BITS = 7;
const SEGMENTS = 1 << SEGMENT_BITS;
/** A home is found from the bits of the first word that did not choose the segment. */
const HOMES = 2 ** (32 - SEGMENT_BITS);
const MAX_LOAD = 0.82;
const GROWTH = 1.4;
/** Homes of the smallest segment when its first pair comes. */
const FIRST_HOMES = 12;
/** What the runtime takes for an array, apart from its elements. */
const ARRAY_BYTES = 200;
/** About what a pair in a Map takes. */
const OUTSIDE_BYTES = 40;
/** First word of a free slot, and greater than that of any pair in a segment. */
const FREE = 0x7fffffff;
/** Stands for a segment that has no pair yet: never written to, as it has no room. */
const NOTHING = Int32Array.of(FREE, FREE);
const NO_MARKS = new Uint8Array(0);
/** The answer of `visit` for a pair that was not there. No value or mark is this number. */
export const NEW = -1;

export class PairTable {
  /** Pairs held. */
  size = 0;
  /** Memory taken. */
  bytes = 0;
  readonly #hasValues: boolean;
  readonly #slotWords: number;
  /** Slots of two words; if there are values, they follow in the same order. */
  readonly #segments: Int32Array[] = Array.from({ length: SEGMENTS }, () => NOTHING);
  /** By segment: its pairs, and how many may come before it grows. */
  readonly #used = new Int32Array(SEGMENTS);
  readonly #room = new Int32Array(SEGMENTS);
  /** Homes, and how many of them there are for each of `HOMES`; all slots. */
  readonly #homes = new Int32Array(SEGMENTS);
  readonly #scale = new Float64Array(SEGMENTS);
  readonly #slots = new Int32Array(SEGMENTS);
  /** By segment: a mark for each slot. */
  #marks: Uint8Array[] | null = null;
  /** Pairs whose first word says "free": values by the second word. */
  readonly #outside = new Map<number, number>();

  constructor(hasValues: boolean) {
    this.#hasValues = hasValues;
    this.#slotWords = hasValues ? 3 : 2;
  }

  /** From now on, while it is empty: each pair has a mark, which can be changed. */
  keepMarks(): void {
    this.#marks = Array.from({ length: SEGMENTS }, () => NO_MARKS);
  }

  /** Adds the pair unless it is there, as `visit` does; true when it was not. */
  add(high: number, low: number): boolean {
    return this.visit(high, low, 0) === NEW;
  }

  /**
   * Adds the pair of words (signed) with this value or mark unless it is there.
   * The answer is NEW, or what the pair already has: its value, its mark, 0 where
   * there are neither. Throws a RangeError when there is no memory, and then the
   * table is as it was before.
   */
  visit(high: number, low: number, value: number): number {
    // Two rounds of a Feistel network.
    const second = high ^ Math.imul(low ^ (low >>> 15), 0x85ebca6b);
    const first = low ^ Math.imul(second ^ (second >>> 16), 0x9e3779b1);
    const segment = first & (SEGMENTS - 1);
    const words = this.#segments[segment]!;
    // There is always a free slot at the end, so that this stops.
    let at = (((first >> SEGMENT_BITS) + HOMES / 2) * this.#scale[segment]!) << 1;
    while (words[at]! < first) at += 2;
    if (first === FREE) return this.#addOutside(second, value);
    while (words[at] === first) {
      if (words[at + 1] === second) {
        if (this.#hasValues) return words[2 * this.#slots[segment]! + (at >> 1)]!;
        return this.#marks === null ? 0 : this.#marks[segment]![at >> 1]!;
      }
      at += 2;
    }
    if (this.#room[segment] === 0) {
      this.#grow(segment);
      return this.visit(high, low, value);
    }
    this.#insert(segment, at, first, second, value);
    return NEW;
  }

  /** Gives a pair that is there another mark. */
  mark(high: number, low: number, mark: number): void {
    // As in `visit`.
    const second = high ^ Math.imul(low ^ (low >>> 15), 0x85ebca6b);
    const first = low ^ Math.imul(second ^ (second >>> 16), 0x9e3779b1);
    if (first === FREE) {
      if (!this.#outside.has(second)) bug("the pair to be marked is not in the table");
      this.#outside.set(second, mark);
      return;
    }
    const segment = first & (SEGMENTS - 1);
    const slot = this.#slotOf(segment, first, second);
    if (slot < 0) bug("the pair to be marked is not in the table");
    this.#marks![segment]![slot] = mark;
  }

  /** True when the pair is there. */
  has(high: number, low: number): boolean {
    const second = high ^ Math.imul(low ^ (low >>> 15), 0x85ebca6b);
    const first = low ^ Math.imul(second ^ (second >>> 16), 0x9e3779b1);
    if (first === FREE) return this.#outside.has(second);
    return this.#slotOf(first & (SEGMENTS - 1), first, second) >= 0;
  }

  /** Where a hashed pair is in its segment; -1 if it is not there. */
  #slotOf(segment: number, first: number, second: number): number {
    const words = this.#segments[segment]!;
    let at = (((first >> SEGMENT_BITS) + HOMES / 2) * this.#scale[segment]!) << 1;
    while (words[at]! < first) at += 2;
    for (; words[at] === first; at += 2) if (words[at + 1] === second) return at >> 1;
    return -1;
  }

  /** Puts the pair into the slot; what is there and follows it moves up, to the next free slot. */
  #insert(segment: number, slot: number, first: number, second: number, value: number): void {
    const words = this.#segments[segment]!;
    const slots = this.#slots[segment]!;
    let at = slot;
    let a = first;
    let b = second;
    for (;;) {
      const nextA = words[at]!;
      const nextB = words[at + 1]!;
      words[at] = a;
      words[at + 1] = b;
      if (nextA === FREE) break;
      a = nextA;
      b = nextB;
      at += 2;
    }
    if (this.#hasValues) {
      const values = 2 * slots;
      for (let i = values + (at >> 1); i > values + (slot >> 1); i--) words[i] = words[i - 1]!;
      words[values + (slot >> 1)] = value;
    } else if (this.#marks !== null) {
      const marks = this.#marks[segment]!;
      for (let i = at >> 1; i > slot >> 1; i--) marks[i] = marks[i - 1]!;
      marks[slot >> 1] = value;
    }
    // With the last slot but one taken, another pair could take the last.
    this.#room[segment] = at < 2 * slots - 4 ? this.#room[segment]! - 1 : 0;
    this.#used[segment]!++;
    this.size++;
  }

  #addOutside(second: number, value: number): number {
    const known = this.#outside.get(second);
    if (known !== undefined) return known;
    this.#outside.set(second, value);
    this.bytes += OUTSIDE_BYTES;
    this.size++;
    return NEW;
  }

  /** A larger array for the segment; until it is filled, nothing else is changed. */
  #grow(segment: number): void {
    const old = this.#segments[segment]!;
    const oldSlots = this.#slots[segment]!;
    const used = this.#used[segment]!;
    const isFirst = oldSlots === 0;
    let homes = isFirst
      ? Math.round(FIRST_HOMES * GROWTH ** (segment / SEGMENTS))
      : this.#homes[segment]!;
    // Otherwise it is only after the last home that there was no room.
    if (used >= roomOf(homes)) homes = Math.ceil(homes * GROWTH);
    let slots = homes + tailOf(homes);
    let words = new Int32Array(slots * this.#slotWords).fill(FREE);
    const oldMarks = this.#marks?.[segment] ?? NO_MARKS;
    let marks = this.#marks === null ? NO_MARKS : new Uint8Array(slots);
    const end = spread(old, oldSlots, words, slots, homes, this.#hasValues, oldMarks, marks);
    if (end > slots - 2) {
      slots = end + tailOf(homes);
      words = new Int32Array(slots * this.#slotWords).fill(FREE);
      if (this.#marks !== null) marks = new Uint8Array(slots);
      spread(old, oldSlots, words, slots, homes, this.#hasValues, oldMarks, marks);
    }
    if (this.#marks !== null) {
      this.#marks[segment] = marks;
      this.bytes += marks.byteLength + (isFirst ? ARRAY_BYTES : -oldMarks.byteLength);
    }
    this.#segments[segment] = words;
    this.#homes[segment] = homes;
    this.#scale[segment] = homes / HOMES;
    this.#slots[segment] = slots;
    this.#room[segment] = roomOf(homes) - used;
    this.bytes += words.byteLength + (isFirst ? ARRAY_BYTES : -old.byteLength);
  }
}

/** How many pairs a segment with this many homes may have. */
const roomOf = (homes: number): number => Math.floor(homes * MAX_LOAD);

/** Slots after the last home, for pairs that come to lie there. */
const tailOf = (homes: number): number => 6 + Math.min(homes >> 5, 64);

/**
 * Writes the pairs of a segment into a larger one and returns the slot after the
 * last: if the segment has fewer slots, the result is useless. The loop has no
 * branches, because free slots are unpredictable and mispredicted branches
 * would take most of the time.
 */
function spread(
  old: Int32Array,
  oldSlots: number,
  words: Int32Array,
  slots: number,
  homes: number,
  hasValues: boolean,
  oldMarks: Uint8Array,
  marks: Uint8Array,
): number {
  const scale = homes / HOMES;
  const hasMarks = oldMarks.length > 0;
  let next = 0;
  for (let slot = 0; slot < oldSlots; slot++) {
    const first = old[2 * slot]!;
    const isTaken = 1 - (Math.clz32(first ^ FREE) >>> 5);
    const home = ((((first >> SEGMENT_BITS) + HOMES / 2) * scale) << 1) & (0 - isTaken);
    const gap = home - next;
    // The greater of the two. What is free is written too, and written over by the next pair.
    const to = next + (gap & ~(gap >> 31));
    words[to] = first;
    words[to + 1] = old[2 * slot + 1]!;
    if (hasValues) words[2 * slots + (to >> 1)] = old[2 * oldSlots + slot]!;
    if (hasMarks) marks[to >> 1] = oldMarks[slot]!;
    next = to + 2 * isTaken;
  }
  return next >> 1;
}
