/**
 * HOT. Lists of cells (vm/memory/cells.ts), pairs of an object and an offset, each kept once and identified by
 * a number; and the results of combining lists, cached by their numbers.
 *
 * In a list of what a step reads and writes first, a write has ~object in place of the object.
 *
 * When the lists take too much room, all are dropped except those that the caller asks for.
 */

import { RowInterner } from "../../core/row-interner.ts";
import { nextEpoch } from "../../core/stamps.ts";
import { reservedBytes, sparseWords } from "../../core/words.ts";
import { bytesOf, wordOf } from "../../vm/memory/cells.ts";

/** The list without any word. */
export const EMPTY_LIST = 0;

/** What a list begins with: its words, and the highest object in it. */
const LENGTH = 0;
const HIGHEST = 1;
const HEAD = 2;

const CAPACITY = 1 << 21;
/** What was put together: the three lists and where the heap ended, and what came of it, plus one. */
const MEMO_BITS = 16;
const MEMO = 5;
const RESULT = 4;
/** In place of where the heap ended, where all objects are below. */
const NO_LIMIT = -1;

export class WordListPool {
  readonly #lists = new RowInterner();
  readonly #capacity: number;
  /** The number of words at which the pool is full. */
  #full: number;
  readonly #memo: Int32Array;
  readonly #memoShift: number;
  /** Entries of it that are in use. */
  #remembered = 0;
  /** By address; and, of words that hold several cells, which of their bytes. */
  readonly #stamps: Int32Array;
  readonly #parts: Uint8Array;
  #epoch = 0;
  /** Called when the numbers of lists change. */
  readonly #listeners: (() => void)[] = [];

  /** For a heap of `words` words. `capacity`: about how many words of lists are kept; 2 to the `memoBits` results are cached. */
  constructor(words: number, capacity: number = CAPACITY, memoBits: number = MEMO_BITS) {
    this.#stamps = sparseWords(words);
    this.#parts = reservedBytes(words);
    this.#memo = sparseWords(MEMO << memoBits);
    this.#memoShift = 32 - memoBits;
    this.#capacity = capacity;
    this.#full = capacity;
    this.#begin();
  }

  get bytes(): number {
    return this.#lists.bytes + 4 * MEMO * this.#remembered;
  }

  get isFull(): boolean {
    return this.#lists.words.top > this.#full;
  }

  /** Words of lists that were joined, since this was made. */
  joinedWords = 0;

  whenForgotten(listener: () => void): void {
    this.#listeners.push(listener);
  }

  clear(): void {
    this.#lists.clear();
    if (this.#remembered > 0) this.#memo.fill(0);
    this.#remembered = 0;
    this.#full = this.#capacity;
    this.#begin();
    for (const listener of this.#listeners) listener();
  }

  #begin(): void {
    this.keep(new Int32Array(0), 0, 0);
  }

  /** Forgets all lists but those that `renew` asks the new numbers of. */
  forgetOthers(renew: (renewed: (list: number) => number) => void): void {
    const old = this.#lists.words.words.slice(0, this.#lists.words.top);
    this.clear();
    renew((list) => this.keep(old, list + HEAD, list + HEAD + old[list + LENGTH]!));
    this.#full = this.#capacity + 2 * this.#lists.words.top;
  }

  // ---- lists ----

  /** All lists lie in these words. */
  get words(): Int32Array {
    return this.#lists.words.words;
  }

  startOf(list: number): number {
    return list + HEAD;
  }

  endOf(list: number): number {
    return list + HEAD + this.words[list + LENGTH]!;
  }

  copy(list: number): Int32Array {
    return this.words.slice(this.startOf(list), this.endOf(list));
  }

  /** The list of these words. */
  keep(from: Int32Array, start: number, end: number): number {
    const length = end - start;
    const stack = this.#lists.words;
    const words = stack.reserve(length + HEAD);
    const list = stack.top;
    let to = list + HEAD;
    let highest = 0;
    for (let at = start; at < end; at += 2) {
      const object = from[at]!;
      if (object > highest) highest = object;
      words[to++] = object;
      words[to++] = from[at + 1]!;
    }
    return this.#kept(list, to, highest);
  }

  /** The list of the words that were put on top, behind its head. */
  #kept(list: number, end: number, highest: number): number {
    const stack = this.#lists.words;
    stack.words[list + LENGTH] = end - list - HEAD;
    stack.words[list + HIGHEST] = highest;
    stack.top = end;
    return this.#lists.keep(list);
  }

  // ---- what is live before a step ----

  /** All words of two lists. */
  joined(list: number, other: number): number {
    return this.before(list, other, EMPTY_LIST, 0);
  }

  /**
   * What is live in a state where `list` is known to be, and a step from which reads and
   * writes `step` and leads to where `after` is live. What lies behind `limit` was not there.
   */
  before(list: number, step: number, after: number, limit: number): number {
    if (step === EMPTY_LIST && after === EMPTY_LIST) return list;
    const isBelow = this.#lists.words.words[after + HIGHEST]! < limit;
    const end = isBelow || after === EMPTY_LIST ? NO_LIMIT : limit;
    let hash = Math.imul(list ^ Math.imul(step, 0x9e3779b1), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15) ^ Math.imul(after, 0xc2b2ae35) ^ end, 0x27d4eb2f);
    const memo = this.#memo;
    const at = (hash >>> this.#memoShift) * MEMO;
    const isKnown =
      memo[at] === list && memo[at + 1] === step && memo[at + 2] === after && memo[at + 3] === end;
    if (isKnown && memo[at + RESULT] !== 0) return memo[at + RESULT]! - 1;
    const result = this.#compute(list, step, after, limit);
    if (memo[at + RESULT] === 0) this.#remembered++;
    memo[at] = list;
    memo[at + 1] = step;
    memo[at + 2] = after;
    memo[at + 3] = end;
    memo[at + RESULT] = result + 1;
    return result;
  }

  #compute(list: number, step: number, after: number, limit: number): number {
    const stack = this.#lists.words;
    const before = stack.top;
    const room = this.endOf(list) - list + this.endOf(step) - step + this.endOf(after) - after;
    this.joinedWords += room;
    const words = stack.reserve(room);
    this.#nextEpoch();
    let highest = words[list + HIGHEST]!;
    let to = before + HEAD;
    for (let at = this.startOf(list), end = this.endOf(list); at < end; at += 2) {
      const object = words[at]!;
      const offset = words[at + 1]!;
      this.#isFirst(object, offset);
      words[to++] = object;
      words[to++] = offset;
    }
    for (let at = this.startOf(step), end = this.endOf(step); at < end; at += 2) {
      const object = words[at]!;
      const offset = words[at + 1]!;
      if (object < 0) {
        this.#isFirst(~object, offset);
      } else if (this.#isFirst(object, offset)) {
        if (object > highest) highest = object;
        words[to++] = object;
        words[to++] = offset;
      }
    }
    for (let at = this.startOf(after), end = this.endOf(after); at < end; at += 2) {
      const object = words[at]!;
      const offset = words[at + 1]!;
      // What the step has made was not there before.
      if (object >= limit || !this.#isFirst(object, offset)) continue;
      if (object > highest) highest = object;
      words[to++] = object;
      words[to++] = offset;
    }
    return this.#kept(before, to, highest);
  }

  /** True when the cell has not been met in this epoch; it has from now on. */
  #isFirst(object: number, offset: number): boolean {
    const isWord = offset >= 0;
    const address = object + (isWord ? offset : wordOf(offset));
    if (this.#stamps[address] !== this.#epoch) {
      this.#stamps[address] = this.#epoch;
      if (!isWord) this.#parts[address] = bytesOf(offset);
      return true;
    }
    if (isWord) return false;
    const bytes = bytesOf(offset);
    if ((this.#parts[address]! & bytes) !== 0) return false;
    this.#parts[address]! |= bytes;
    return true;
  }

  #nextEpoch(): void {
    this.#epoch = nextEpoch(this.#stamps, this.#epoch);
  }
}
