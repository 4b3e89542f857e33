/**
 * HOT. Which words are live in the states on the path of a depth-first search:
 * read, on some way that has been explored, before they are written. For each
 * level a list of words, pairs of an object (0 for what was there from the
 * start) and an offset or address, in the order in which they were come by.
 *
 * All lists lie one after the other in one array. Behind the list of a level is
 * what its step under way has read and written first, and behind that the list
 * of the state it led to. When that one is complete, the three are made into
 * one in place:
 *
 *   live before the step = read first by it, and live after it unless written first by it
 */
import { grown, reservedWords } from "../../core/reserved.ts";
import type { AccessLog } from "../../vm/access-log.ts";

const FIRST_CAPACITY = 1 << 12;
/** Words of a level: where its list begins, where the log of its step does, where the heap ends, and flags. */
const LEVEL = 4;
const STEP = 1;
const LIMIT = 2;
const FLAGS = 3;
/** Everything may be live. */
const IS_ALL = 1;

export class LiveLists {
  /** The lists; replaced when it grows. */
  words = new Int32Array(FIRST_CAPACITY);
  /** Where the last of them ends. */
  top = 0;
  #levels = new Int32Array(LEVEL << 8);
  #depth = 0;
  readonly #stamps: Int32Array;
  #epoch = 0;

  constructor(words: number) {
    this.#stamps = reservedWords(words);
  }

  get bytes(): number {
    return (this.top + this.#depth * LEVEL) * 4;
  }

  clear(): void {
    this.top = 0;
    this.#depth = 0;
  }

  /** A state is entered; the heap ends at `limit` in it. */
  push(limit: number): void {
    if ((this.#depth + 1) * LEVEL > this.#levels.length) {
      this.#levels = grown(this.#levels);
    }
    const at = this.#depth++ * LEVEL;
    this.#levels[at] = this.top;
    this.#levels[at + STEP] = this.top;
    this.#levels[at + LIMIT] = limit;
    this.#levels[at + FLAGS] = 0;
  }

  /** Where the list of the state on top begins; it ends at `top`. */
  get start(): number {
    return this.#levels[(this.#depth - 1) * LEVEL]!;
  }

  get isAll(): boolean {
    return (this.#levels[(this.#depth - 1) * LEVEL + FLAGS]! & IS_ALL) !== 0;
  }

  /** Of the state on top everything must be taken for live. */
  setAll(): void {
    this.#levels[(this.#depth - 1) * LEVEL + FLAGS]! |= IS_ALL;
  }

  /** The same of all states. */
  setAllOf(): void {
    for (let level = 0; level < this.#depth; level++) {
      this.#levels[level * LEVEL + FLAGS]! |= IS_ALL;
    }
  }

  /** The state on top has taken a step: what it read and wrote. */
  step(log: AccessLog): void {
    this.#levels[(this.#depth - 1) * LEVEL + STEP] = this.top;
    if (log.hasReadAnything) this.setAll();
    this.append(log.entries, log.top);
  }

  append(entries: Int32Array, count: number): void {
    if (this.top + count > this.words.length) this.#grow(count);
    const { words } = this;
    let { top } = this;
    for (let i = 0; i < count; i++) words[top++] = entries[i]!;
    this.top = top;
  }

  #grow(count: number): void {
    this.words = grown(this.words, Math.max(this.words.length * 2, this.top + count));
  }

  /** What the step under way of the state on top writes first, as pairs of an object and an offset. */
  writes(end = this.top): Int32Array {
    const from = this.#levels[(this.#depth - 1) * LEVEL + STEP]!;
    const writes: number[] = [];
    for (let at = from; at < end; at += 2) {
      if (this.words[at]! < 0) writes.push(~this.words[at]!, this.words[at + 1]!);
    }
    return Int32Array.from(writes);
  }

  /** The list of the state on top. */
  list(): Int32Array {
    return this.words.slice(this.start, this.top);
  }

  /** Where the heap ended in the state on top. */
  get limit(): number {
    return this.#levels[(this.#depth - 1) * LEVEL + LIMIT]!;
  }

  /** Gives the state on top another list. */
  replace(list: readonly number[]): void {
    this.top = this.start;
    this.append(Int32Array.from(list), list.length);
  }

  /** The state on top is not complete: its list does not go to the state below. Gives what the step to it wrote. */
  popOpen(): Int32Array {
    const start = this.#levels[--this.#depth * LEVEL]!;
    this.top = start;
    const writes = this.writes();
    this.join(start);
    return writes;
  }

  /** The state on top is complete: its list becomes part of that of the state below. */
  pop(): void {
    const isAll = this.isAll;
    const start = this.#levels[--this.#depth * LEVEL]!;
    if (this.#depth === 0) {
      this.top = 0;
      return;
    }
    if (isAll) this.setAll();
    this.join(start);
  }

  /** The step of the state on top led to a state with the list that begins at `start` and ends at `top`. */
  join(start: number): void {
    const end = this.top;
    this.top = start;
    this.meet(this.words, start, end);
  }

  /** The same, for a list that is kept elsewhere. */
  meet(list: Int32Array, from: number, end: number): void {
    const level = (this.#depth - 1) * LEVEL;
    if ((this.#levels[level + FLAGS]! & IS_ALL) !== 0) {
      this.top = this.#levels[level]!;
      return;
    }
    if (this.top + end - from > this.words.length) this.#grow(end - from);
    const { words } = this;
    const stamps = this.#stamps;
    const epoch = this.#nextEpoch();
    const step = this.#levels[level + STEP]!;
    for (let at = this.#levels[level]!; at < step; at += 2) {
      stamps[words[at]! + words[at + 1]!] = epoch;
    }
    let to = step;
    const { top } = this;
    for (let at = step; at < top; at += 2) {
      const object = words[at]!;
      const offset = words[at + 1]!;
      if (object < 0) {
        stamps[~object + offset] = epoch;
      } else if (stamps[object + offset] !== epoch) {
        stamps[object + offset] = epoch;
        words[to++] = object;
        words[to++] = offset;
      }
    }
    const limit = this.#levels[level + LIMIT]!;
    for (let at = from; at < end; at += 2) {
      const object = list[at]!;
      const offset = list[at + 1]!;
      // What the step has made was not there before.
      if (object >= limit || stamps[object + offset] === epoch) continue;
      stamps[object + offset] = epoch;
      words[to++] = object;
      words[to++] = offset;
    }
    this.top = to;
  }

  #nextEpoch(): number {
    if (this.#epoch === 0x7fff_ffff) {
      this.#stamps.fill(0);
      this.#epoch = 0;
    }
    return ++this.#epoch;
  }
}
