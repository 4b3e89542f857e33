/** Rows of words, each kept once and known by where it stands. */
import { WordStack } from "./word-stack.ts";

const FIRST_CAPACITY = 1 << 4;
/** Words of an entry of the table. */
const ENTRY = 3;
const END = 1;
const HASH = 2;

export class RowInterner {
  /** All of them, one after the other; what is being written down is put on top. */
  readonly words = new WordStack();
  /** How many there are. */
  count = 0;
  /** Entries of runs: where they begin and end, and their hash; open addressing. None ends at 0. */
  #table = new Int32Array(ENTRY * FIRST_CAPACITY);
  /** Of the run looked for last. */
  #hash = 0;

  get bytes(): number {
    return this.words.bytes + this.#table.byteLength;
  }

  clear(): void {
    this.words.top = 0;
    this.count = 0;
    this.#table.fill(0);
  }

  /** What was written down from `start` on is a run: where it stands, here or where it was before. */
  keep(start: number): number {
    const at = this.#slotOf(start);
    const known = this.#table[at]!;
    if (this.#table[at + END] !== 0) {
      this.words.top = start;
      return known;
    }
    this.#table[at] = start;
    this.#table[at + END] = this.words.top;
    this.#table[at + HASH] = this.#hash;
    if (++this.count * 2 * ENTRY > this.#table.length) this.#grow();
    return start;
  }

  /** Where the run stands that was written down from `start` on; -1 when it was not there before. It is not kept. */
  find(start: number): number {
    const at = this.#slotOf(start);
    this.words.top = start;
    return this.#table[at + END] === 0 ? -1 : this.#table[at]!;
  }

  /** Where in the table the run is that was written down from `start` on, or would be. */
  #slotOf(start: number): number {
    const end = this.words.top;
    const table = this.#table;
    const hash = this.#hashOf(start, end);
    this.#hash = hash;
    let at = slotOf(hash, table);
    while (table[at + END] !== 0) {
      const known = table[at]!;
      const isAlike = table[at + HASH] === hash && table[at + END]! - known === end - start;
      if (isAlike && this.#isSame(known, start, end)) break;
      at = nextSlot(at, table);
    }
    return at;
  }

  #isSame(known: number, start: number, end: number): boolean {
    const { words } = this.words;
    for (let i = 0; i < end - start; i++) if (words[known + i] !== words[start + i]) return false;
    return true;
  }

  #hashOf(start: number, end: number): number {
    const { words } = this.words;
    let hash = end - start;
    for (let at = start; at < end; at++) {
      hash = Math.imul(hash ^ words[at]!, 0x85ebca6b);
      hash ^= hash >>> 15;
    }
    return Math.imul(hash, 0xc2b2ae35) >>> 1;
  }

  #grow(): void {
    const old = this.#table;
    const table = new Int32Array(2 * old.length);
    for (let from = 0; from < old.length; from += ENTRY) {
      if (old[from + END] === 0) continue;
      let at = slotOf(old[from + HASH]!, table);
      while (table[at + END] !== 0) at = nextSlot(at, table);
      for (let i = 0; i < ENTRY; i++) table[at + i] = old[from + i]!;
    }
    this.#table = table;
  }
}

/** Where a table is looked at first for a hash; it has a power of two of entries. */
const slotOf = (hash: number, table: Int32Array): number =>
  ENTRY * (hash & (table.length / ENTRY - 1));

const nextSlot = (at: number, table: Int32Array): number =>
  at + ENTRY === table.length ? 0 : at + ENTRY;
