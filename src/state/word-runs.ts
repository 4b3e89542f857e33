/** Rows of words, each kept once and known by where it stands. */
import { WordStack } from "./word-stack.ts";

const FIRST_CAPACITY = 1 << 8;

export class WordRuns {
  /** All of them, one after the other; what is being written down is put on top. */
  readonly words = new WordStack();
  /** How many there are. */
  count = 0;
  /** Where runs begin and end; open addressing. None ends at 0. */
  #table = new Int32Array(2 * FIRST_CAPACITY);

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
    if (this.#table[at + 1] !== 0) {
      this.words.top = start;
      return known;
    }
    this.#table[at] = start;
    this.#table[at + 1] = this.words.top;
    if (++this.count * 4 > this.#table.length) this.#grow();
    return start;
  }

  /** Where the run stands that was written down from `start` on; -1 when it was not there before. It is not kept. */
  find(start: number): number {
    const at = this.#slotOf(start);
    this.words.top = start;
    return this.#table[at + 1] === 0 ? -1 : this.#table[at]!;
  }

  /** Where in the table the run is that was written down from `start` on, or would be. */
  #slotOf(start: number): number {
    const end = this.words.top;
    const table = this.#table;
    const last = table.length - 2;
    let at = (2 * this.#hash(start, end)) & last;
    while (table[at + 1] !== 0) {
      const known = table[at]!;
      if (table[at + 1]! - known === end - start && this.#isSame(known, start, end)) break;
      at = (at + 2) & last;
    }
    return at;
  }

  #isSame(known: number, start: number, end: number): boolean {
    const { words } = this.words;
    for (let i = 0; i < end - start; i++) if (words[known + i] !== words[start + i]) return false;
    return true;
  }

  #hash(start: number, end: number): number {
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
    const last = table.length - 2;
    for (let from = 0; from < old.length; from += 2) {
      if (old[from + 1] === 0) continue;
      let at = (2 * this.#hash(old[from]!, old[from + 1]!)) & last;
      while (table[at + 1] !== 0) at = (at + 2) & last;
      table[at] = old[from]!;
      table[at + 1] = old[from + 1]!;
    }
    this.#table = table;
  }
}
