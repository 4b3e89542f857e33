/**
 * HOT. Explored states, each by no more than its live part: the words that
 * its future reads before it writes them. A state that agrees with one of them
 * on that one's live words has the same future.
 *
 * A state's live words are known by a list of questions (an object's number, an
 * offset), in the order in which its exploration came to read them, because then
 * what is asked next depends on nothing but the answers so far. So the
 * states make a tree. From a node, which stands for all that was asked and
 * answered up to there, an *alternative* leads on: some more questions to be
 * asked, in one go; and their answers lead to the next node. Where the lists of
 * two states part, a shorter alternative ends. States whose lists are all
 * asked end at nodes that say so. To look for a state means to ask it these
 * questions, and most are asked once, however many states there are.
 *
 * Nodes are found by the hash of everything that was asked and answered: 64
 * bits, as for states that are compared whole; or, where the walk is exact, by a
 * number that stands for just that.
 */

import { RowInterner } from "../../core/row-interner.ts";
import { WordStack } from "../../core/word-stack.ts";
import { grown, sparseWords } from "../../core/words.ts";
import type { StateProjection, Waypoint } from "./state-projection.ts";

/** Small: it has grown before V8 compiles what does that (docs/architecture.md). */
const FIRST_CAPACITY = 1 << 6;
/** Nodes that the table has room for at first. Below this number of words it grows faster, because it soon needs to grow again. */
const FIRST_NODES = 1 << 10;
const LARGE = 1 << 16;
/** Words of a node, which is an entry of the table: the hash, its first alternative, and the threads asleep in states that end here, plus one. */
const NODE = 4;
const NODE_BITS = 2;
const FIRST = 2;
const END = 3;
/** Words of an alternative: where its questions begin and end, the next of its node. */
const ALTERNATIVE = 3;
const NEXT = 2;
/** Lists whose questions are remembered, and words of each: its number, plus one, and where its questions begin and end. */
const REMEMBERED = 1 << 12;
const ROW = 3;

/** What is needed of a walk. */
export type AskedWalk = Pick<
  StateProjection,
  "readAll" | "readNew" | "goBackTo" | "high" | "low" | "mark" | "put" | "settle"
>;

export class LiveStateTrie {
  /** States that were put in. */
  size = 0;
  /** What the last `find` has found: pairs of an object (0: none) and an offset. */
  found = new WordStack();
  /** Threads that were asleep in the state found. */
  foundSleepers = 0;
  readonly #walk: AskedWalk;
  #table = new Int32Array(FIRST_NODES * NODE);
  #nodeCount = 0;
  #alternatives = new Int32Array(FIRST_CAPACITY);
  #alternativeCount = 1;
  /** Each row once: many states differ in their answers only. */
  readonly #questions = new RowInterner();
  /** By number of a list: the questions that it was written as last. */
  readonly #rows = sparseWords(REMEMBERED * ROW);
  readonly #marks: Waypoint[] = [];
  /** What is asked for states that are put in. */
  readonly #asked = new WordStack();
  /** The best of those found that had too many asleep. */
  #partial = new WordStack();
  /** The threads that were asleep in it; -1 if there is none. */
  #partialSleepers = -1;

  /** How many alternatives of a node are tried; those that led to a match come first. */
  readonly #mostTried: number;

  constructor(walk: AskedWalk, mostTried = Number.POSITIVE_INFINITY) {
    this.#walk = walk;
    this.#mostTried = mostTried;
  }

  get bytes(): number {
    return this.#table.byteLength + this.patternBytes;
  }

  /** Bytes of what says which words are live, apart from the states themselves. */
  get patternBytes(): number {
    return 4 * this.#alternativeCount * ALTERNATIVE + this.#questions.bytes;
  }

  get patterns(): number {
    return this.#questions.count;
  }

  clear(): void {
    this.size = 0;
    this.#nodeCount = 0;
    this.#alternativeCount = 1;
    this.#questions.clear();
    this.#rows.fill(0);
    this.#table.fill(0);
  }

  /**
   * Looks for a state with the live part of the present one, on which the walk has
   * just started; preferably one whose sleep set is within `sleepers`. True if there
   * is one, whatever its sleep set.
   */
  find(sleepers: number): boolean {
    this.found.top = 0;
    const root = this.#nodeHere();
    if (root < 0) return false;
    this.#partialSleepers = -1;
    if (this.#findFrom(root, sleepers, 0)) return true;
    if (this.#partialSleepers < 0) return false;
    [this.found, this.#partial] = [this.#partial, this.found];
    this.foundSleepers = this.#partialSleepers;
    return true;
  }

  #findFrom(node: number, sleepers: number, depth: number): boolean {
    const end = this.#table[node + END]!;
    if (end !== 0) {
      this.foundSleepers = end - 1;
      if (((end - 1) & ~sleepers) === 0) return true;
      this.#keepPartial(end - 1);
    }
    const walk = this.#walk;
    const { top } = this.found;
    let before = 0;
    let alternative = this.#table[node + FIRST]!;
    for (let tried = 0; alternative !== 0 && tried < this.#mostTried; tried++) {
      const mark = this.#markAt(depth);
      walk.mark(mark);
      const from = this.#alternatives[alternative * ALTERNATIVE]!;
      const to = this.#alternatives[alternative * ALTERNATIVE + 1]!;
      if (walk.readAll(this.#questions.words.words, from, to, this.found) === to) {
        walk.put(alternative);
        const next = this.#nodeHere();
        if (next >= 0 && this.#findFrom(next, sleepers, depth + 1)) {
          this.#moveToFront(node, before, alternative);
          return true;
        }
      }
      walk.goBackTo(mark);
      this.found.top = top;
      before = alternative;
      alternative = this.#alternatives[alternative * ALTERNATIVE + NEXT]!;
    }
    return false;
  }

  #keepPartial(sleepers: number): void {
    if (this.#partialSleepers >= 0) return;
    const { words, top } = this.found;
    this.#partial.top = 0;
    this.#partial.reserve(top).set(words.subarray(0, top));
    this.#partial.top = top;
    this.#partialSleepers = sleepers;
  }

  #markAt(depth: number): Waypoint {
    while (depth >= this.#marks.length) this.#marks.push({ count: 0, bits: 0, high: 0, low: 0 });
    return this.#marks[depth]!;
  }

  #moveToFront(node: number, before: number, alternative: number): void {
    if (before === 0) return;
    const next = alternative * ALTERNATIVE + NEXT;
    this.#alternatives[before * ALTERNATIVE + NEXT] = this.#alternatives[next]!;
    this.#alternatives[next] = this.#table[node + FIRST]!;
    this.#table[node + FIRST] = alternative;
  }

  // ---- putting states in ----

  /**
   * Puts in the present state, which the walk has just started on, with its live
   * words: pairs of an object and an offset in `list` from `from` to `to`. False
   * when an object is among them that no question before it leads to. What
   * is put in with one `number` mostly has the same list; -1 for one that will not come again.
   */
  add(list: Int32Array, from: number, to: number, sleepers: number, number = -1): boolean {
    let node = this.#nodeHere(true);
    let at = from;
    while (at < to) {
      this.#asked.top = 0;
      const alternative = this.#alternativeFor(node, list, at, to, at === from ? number : -1);
      if (alternative === 0) return false;
      at += this.#asked.top;
      this.#walk.put(alternative);
      node = this.#nodeHere(true);
    }
    const before = this.#table[node + END]!;
    // Of two sets neither of which is part of the other one must do: what begins with threads of
    // either, in any order, was followed from neither state.
    if (before === 0 || (sleepers & ~(before - 1)) === 0) this.#table[node + END] = 1 + sleepers;
    if (before === 0) this.size++;
    return true;
  }

  /** The alternative by which the list continues from the node; the walk has then asked its questions. */
  #alternativeFor(
    node: number,
    list: Int32Array,
    from: number,
    to: number,
    number: number,
  ): number {
    const walk = this.#walk;
    const mark = this.#markAt(0);
    walk.mark(mark);
    let longest = 0;
    let longestStart = 0;
    let alternative = this.#table[node + FIRST]!;
    while (alternative !== 0) {
      const start = this.#alternatives[alternative * ALTERNATIVE]!;
      const end = this.#alternatives[alternative * ALTERNATIVE + 1]!;
      const { words } = this.#questions.words;
      const common = walk.readAll(words, start, end, this.#asked, list, from, to) - start;
      if (common === end - start) return alternative;
      walk.goBackTo(mark);
      this.#asked.top = 0;
      if (common > longest) {
        longest = common;
        longestStart = start;
      }
      alternative = this.#alternatives[alternative * ALTERNATIVE + NEXT]!;
    }
    if (longest === 0) {
      return (
        this.#askAgain(node, list, from, to, number) || this.#readNew(node, list, from, to, number)
      );
    }
    const { words } = this.#questions.words;
    walk.readAll(words, longestStart, longestStart + longest, this.#asked);
    return this.#addAlternative(node, longestStart, longestStart + longest);
  }

  /** Asks for what is left of the list by the questions that it was written as last, if they are right for it; else 0. */
  #askAgain(node: number, list: Int32Array, from: number, to: number, number: number): number {
    const row = (number & (REMEMBERED - 1)) * ROW;
    if (number < 0 || this.#rows[row] !== number + 1) return 0;
    const start = this.#rows[row + 1]!;
    const end = this.#rows[row + 2]!;
    const { words } = this.#questions.words;
    if (this.#walk.readAll(words, start, end, this.#asked, list, from, to) === end) {
      return this.#addAlternative(node, start, end);
    }
    this.#walk.goBackTo(this.#markAt(0));
    this.#asked.top = 0;
    return 0;
  }

  /** Asks for what is left of the list. */
  #readNew(node: number, list: Int32Array, from: number, to: number, number: number): number {
    const { words: questions } = this.#questions;
    const start = questions.top;
    if (!this.#walk.readNew(list, from, to, questions)) return 0;
    this.#asked.top = to - from;
    const length = questions.top - start;
    const known = this.#questions.keep(start);
    if (number >= 0) {
      const row = (number & (REMEMBERED - 1)) * ROW;
      this.#rows[row] = number + 1;
      this.#rows[row + 1] = known;
      this.#rows[row + 2] = known + length;
    }
    return this.#addAlternative(node, known, known + length);
  }

  #addAlternative(node: number, start: number, end: number): number {
    const alternative = this.#alternativeCount++;
    const words = alternative * ALTERNATIVE;
    if (words + ALTERNATIVE > this.#alternatives.length) {
      this.#alternatives = grown(this.#alternatives);
    }
    this.#alternatives[words] = start;
    this.#alternatives[words + 1] = end;
    this.#alternatives[words + NEXT] = this.#table[node + FIRST]!;
    this.#table[node + FIRST] = alternative;
    return alternative;
  }

  // ---- nodes ----

  /** The node for the questions and answers so far; -1 if there is none and none is to be made. */
  #nodeHere(isWanted = false): number {
    this.#walk.settle(isWanted);
    const high = mixed(this.#walk.high ^ Math.imul(this.#walk.low, 0x9e3779b1));
    const low = mixed(this.#walk.low + high);
    const table = this.#table;
    const last = table.length - NODE;
    let at = (high << NODE_BITS) & last;
    // A node at which no list ends and from which none continues does not count.
    while ((table[at + FIRST]! | table[at + END]!) !== 0) {
      if (table[at] === high && table[at + 1] === low) return at;
      at = (at + NODE) & last;
    }
    if (!isWanted) return -1;
    if (++this.#nodeCount * (NODE + 1) > table.length) {
      this.#growTable();
      return this.#nodeHere(true);
    }
    table[at] = high;
    table[at + 1] = low;
    return at;
  }

  #growTable(): void {
    const old = this.#table;
    const table = new Int32Array(old.length * (old.length < LARGE ? 4 : 2));
    const last = table.length - NODE;
    this.#nodeCount = 0;
    for (let from = 0; from < old.length; from += NODE) {
      if ((old[from + FIRST]! | old[from + END]!) === 0) continue;
      this.#nodeCount++;
      let at = (old[from]! << NODE_BITS) & last;
      while ((table[at + FIRST]! | table[at + END]!) !== 0) at = (at + NODE) & last;
      for (let i = 0; i < NODE; i++) table[at + i] = old[from + i]!;
    }
    this.#table = table;
  }
}

function mixed(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}
