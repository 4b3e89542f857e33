/**
 * Rows of questions, each kept once: many states differ in their answers only.
 */
import { WordStack } from "../../state/word-stack.ts";

const FIRST_CAPACITY = 1 << 8;

export class QuestionRuns {
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
    const end = this.words.top;
    const mask = this.#table.length / 2 - 1;
    let slot = this.#hash(start, end) & mask;
    while (this.#table[2 * slot + 1] !== 0) {
      const known = this.#table[2 * slot]!;
      if (this.#table[2 * slot + 1]! - known === end - start && this.#isSame(known, start, end)) {
        this.words.top = start;
        return known;
      }
      slot = (slot + 1) & mask;
    }
    this.#table[2 * slot] = start;
    this.#table[2 * slot + 1] = end;
    if (++this.count * 2 > mask) this.#grow();
    return start;
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
    return Math.imul(hash, 0xc2b2ae35) >>> 7;
  }

  #grow(): void {
    const old = this.#table;
    this.#table = new Int32Array(2 * old.length);
    const mask = this.#table.length / 2 - 1;
    for (let at = 0; at < old.length; at += 2) {
      if (old[at + 1] === 0) continue;
      let slot = this.#hash(old[at]!, old[at + 1]!) & mask;
      while (this.#table[2 * slot + 1] !== 0) slot = (slot + 1) & mask;
      this.#table[2 * slot] = old[at]!;
      this.#table[2 * slot + 1] = old[at + 1]!;
    }
  }
}
