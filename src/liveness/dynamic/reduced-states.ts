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
 * bits, as for states that are compared whole.
 */
import type { LiveWalk, Waypoint } from "../../state/live-walk.ts";

const FIRST_CAPACITY = 1 << 10;
/** Words of a node: its first alternative, and the threads asleep in states that end here, plus one. */
const NODE = 2;
/** Words of an alternative: where its questions begin, how many they are, the next of its node. */
const ALTERNATIVE = 3;
/** Words of an entry of the table: the hash, and the node. */
const ENTRY = 3;
/** So many alternatives of a node are tried; those that led somewhere are the first. */
const MAX_TRIED = 12;

/** What is needed of a walk. */
export type AskedWalk = Pick<
  LiveWalk,
  | "ask"
  | "count"
  | "goBackTo"
  | "high"
  | "low"
  | "mark"
  | "numberOf"
  | "objectAt"
  | "put"
  | "settle"
>;

export class ReducedStates {
  /** States that were put in. */
  size = 0;
  /** What the last `find` has found: pairs of an object (0: none) and an offset, `foundTop` words. */
  found = new Int32Array(1 << 8);
  foundTop = 0;
  /** Threads that were asleep in the state found. */
  foundSleepers = 0;
  readonly #walk: AskedWalk;
  #nodes = new Int32Array(FIRST_CAPACITY);
  #nodeCount = 1;
  #alternatives = new Int32Array(FIRST_CAPACITY);
  #alternativeCount = 1;
  #questions = new Int32Array(FIRST_CAPACITY);
  #questionTop = 0;
  #table = new Int32Array(FIRST_CAPACITY * ENTRY);
  readonly #marks: Waypoint[] = [];
  /** The best of those found that had too many asleep. */
  #partial = new Int32Array(1 << 8);
  #partialTop = -1;
  #partialSleepers = 0;

  constructor(walk: AskedWalk) {
    this.#walk = walk;
  }

  get bytes(): number {
    return (
      this.#table.byteLength +
      4 * (this.#nodeCount * NODE + this.#alternativeCount * ALTERNATIVE + this.#questionTop)
    );
  }

  /** Bytes of what says which words are live, apart from the states themselves. */
  get patternBytes(): number {
    return 4 * (this.#alternativeCount * ALTERNATIVE + this.#questionTop);
  }

  get patterns(): number {
    return this.#alternativeCount - 1;
  }

  clear(): void {
    this.size = 0;
    this.#nodeCount = 1;
    this.#alternativeCount = 1;
    this.#questionTop = 0;
    this.#table.fill(0);
  }

  /**
   * Looks for a state with the live part of the present one, which the walk has
   * just started on; best for one in which nobody sleeps but these. True when
   * there is one, whoever sleeps in it.
   */
  find(sleepers: number): boolean {
    const root = this.#nodeHere();
    this.foundTop = 0;
    if (root === 0) return false;
    this.#partialTop = -1;
    if (this.#findFrom(root, sleepers, 0)) return true;
    if (this.#partialTop < 0) return false;
    [this.found, this.#partial] = [this.#partial, this.found];
    this.foundTop = this.#partialTop;
    this.foundSleepers = this.#partialSleepers;
    return true;
  }

  #findFrom(node: number, sleepers: number, depth: number): boolean {
    const end = this.#nodes[node * NODE + 1]!;
    if (end !== 0) {
      this.foundSleepers = end - 1;
      if (((end - 1) & ~sleepers) === 0) return true;
      this.#keepPartial(end - 1);
    }
    const top = this.foundTop;
    let before = 0;
    let alternative = this.#nodes[node * NODE]!;
    for (let tried = 0; alternative !== 0 && tried < MAX_TRIED; tried++) {
      const mark = this.#markAt(depth);
      this.#walk.mark(mark);
      if (this.#askAll(alternative)) {
        const next = this.#nodeHere();
        if (next !== 0 && this.#findFrom(next, sleepers, depth + 1)) {
          this.#moveToFront(node, before, alternative);
          return true;
        }
      }
      this.#walk.goBackTo(mark);
      this.foundTop = top;
      before = alternative;
      alternative = this.#alternatives[alternative * ALTERNATIVE + 2]!;
    }
    return false;
  }

  #keepPartial(sleepers: number): void {
    if (this.#partialTop >= 0) return;
    if (this.#partial.length < this.found.length) {
      this.#partial = new Int32Array(this.found.length);
    }
    this.#partial.set(this.found.subarray(0, this.foundTop));
    this.#partialTop = this.foundTop;
    this.#partialSleepers = sleepers;
  }

  #markAt(depth: number): Waypoint {
    if (depth === this.#marks.length) this.#marks.push({ count: 0, words: 0, high: 0, low: 0 });
    return this.#marks[depth]!;
  }

  #moveToFront(node: number, before: number, alternative: number): void {
    if (before === 0) return;
    const next = alternative * ALTERNATIVE + 2;
    this.#alternatives[before * ALTERNATIVE + 2] = this.#alternatives[next]!;
    this.#alternatives[next] = this.#nodes[node * NODE]!;
    this.#nodes[node * NODE] = alternative;
  }

  /** Asks the questions of an alternative; false when one of them makes no sense here. */
  #askAll(alternative: number): boolean {
    const walk = this.#walk;
    const from = this.#alternatives[alternative * ALTERNATIVE]!;
    const end = from + 2 * this.#alternatives[alternative * ALTERNATIVE + 1]!;
    const need = this.foundTop + end - from;
    if (need > this.found.length) this.found = grown(this.found, 2 * need);
    const questions = this.#questions;
    for (let at = from; at < end; at += 2) {
      const number = questions[at]!;
      if (!walk.ask(number, questions[at + 1]!)) return false;
      this.found[this.foundTop++] = number === 0 ? 0 : walk.objectAt(number);
      this.found[this.foundTop++] = questions[at + 1]!;
    }
    walk.put(alternative);
    return true;
  }

  // ---- putting states in ----

  /**
   * Puts in the present state, which the walk has just started on, with its live
   * words: pairs of an object and an offset in `list` from `from` to `to`. False
   * when an object is among them that no question before it leads to.
   */
  add(list: Int32Array, from: number, to: number, sleepers: number): boolean {
    let node = this.#nodeHere(true);
    let at = from;
    while (at < to) {
      const alternative = this.#alternativeFor(node, list, at, to);
      if (alternative === 0) return false;
      at += 2 * this.#alternatives[alternative * ALTERNATIVE + 1]!;
      this.#walk.put(alternative);
      node = this.#nodeHere(true);
    }
    const end = node * NODE + 1;
    const before = this.#nodes[end]!;
    // Of two sets neither of which is part of the other one must do: what begins with threads of
    // either, in any order, was followed from neither state.
    if (before === 0 || (sleepers & ~(before - 1)) === 0) this.#nodes[end] = 1 + sleepers;
    if (before === 0) this.size++;
    return true;
  }

  /** The alternative by which the list goes on from the node; the walk has asked its questions then. */
  #alternativeFor(node: number, list: Int32Array, from: number, to: number): number {
    const mark = this.#markAt(0);
    this.#walk.mark(mark);
    let longest = 0;
    let alternative = this.#nodes[node * NODE]!;
    while (alternative !== 0) {
      const length = this.#alternatives[alternative * ALTERNATIVE + 1]!;
      const common = this.#askCommon(alternative, list, from, to);
      if (common === length) return alternative;
      this.#walk.goBackTo(mark);
      if (common > longest) longest = common;
      alternative = this.#alternatives[alternative * ALTERNATIVE + 2]!;
    }
    return this.#addAlternative(node, list, from, longest > 0 ? from + 2 * longest : to);
  }

  /** How many of the questions of an alternative the list begins with. */
  #askCommon(alternative: number, list: Int32Array, from: number, to: number): number {
    const walk = this.#walk;
    const start = this.#alternatives[alternative * ALTERNATIVE]!;
    const length = this.#alternatives[alternative * ALTERNATIVE + 1]!;
    const questions = this.#questions;
    for (let i = 0; i < length; i++) {
      const at = from + 2 * i;
      if (at >= to) return i;
      const number = questions[start + 2 * i]!;
      const object = number === 0 ? 0 : number > walk.count ? -1 : walk.objectAt(number);
      if (list[at] !== object || list[at + 1] !== questions[start + 2 * i + 1]) return i;
      walk.ask(number, list[at + 1]!);
    }
    return length;
  }

  #addAlternative(node: number, list: Int32Array, from: number, to: number): number {
    const walk = this.#walk;
    const start = this.#questionTop;
    if (start + to - from > this.#questions.length) {
      this.#questions = grown(this.#questions, 2 * (start + to - from));
    }
    for (let at = from; at < to; at += 2) {
      const object = list[at]!;
      const number = object === 0 ? 0 : walk.numberOf(object);
      if (object !== 0 && number === 0) return 0;
      this.#questions[start + at - from] = number;
      this.#questions[start + at - from + 1] = list[at + 1]!;
      walk.ask(number, list[at + 1]!);
    }
    this.#questionTop += to - from;
    const alternative = this.#alternativeCount++;
    const words = alternative * ALTERNATIVE;
    if (words + ALTERNATIVE > this.#alternatives.length) {
      this.#alternatives = grown(this.#alternatives, 2 * this.#alternatives.length);
    }
    this.#alternatives[words] = start;
    this.#alternatives[words + 1] = (to - from) >> 1;
    this.#alternatives[words + 2] = this.#nodes[node * NODE]!;
    this.#nodes[node * NODE] = alternative;
    return alternative;
  }

  // ---- nodes ----

  /** The node for what has been asked and answered so far; 0 when there is none and none is wanted. */
  #nodeHere(isWanted = false): number {
    this.#walk.settle();
    const high = mixed(this.#walk.high ^ Math.imul(this.#walk.low, 0x9e3779b1));
    const low = mixed(this.#walk.low + high);
    const mask = this.#table.length / ENTRY - 1;
    let slot = high & mask;
    for (;;) {
      const at = slot * ENTRY;
      if (this.#table[at + 2] === 0) break;
      if (this.#table[at] === high && this.#table[at + 1] === low) return this.#table[at + 2]!;
      slot = (slot + 1) & mask;
    }
    if (!isWanted) return 0;
    const node = this.#nodeCount++;
    if (node * NODE + NODE > this.#nodes.length) this.#nodes = grown(this.#nodes, node * NODE * 2);
    this.#nodes[node * NODE] = 0;
    this.#nodes[node * NODE + 1] = 0;
    this.#table[slot * ENTRY] = high;
    this.#table[slot * ENTRY + 1] = low;
    this.#table[slot * ENTRY + 2] = node;
    if (this.#nodeCount * 4 > (mask + 1) * 3) this.#growTable();
    return node;
  }

  #growTable(): void {
    const old = this.#table;
    this.#table = new Int32Array(old.length * 2);
    const mask = this.#table.length / ENTRY - 1;
    for (let at = 0; at < old.length; at += ENTRY) {
      if (old[at + 2] === 0) continue;
      let slot = old[at]! & mask;
      while (this.#table[slot * ENTRY + 2] !== 0) slot = (slot + 1) & mask;
      this.#table.set(old.subarray(at, at + ENTRY), slot * ENTRY);
    }
  }
}

function mixed(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}

function grown(words: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(length, words.length * 2));
  larger.set(words);
  return larger;
}
