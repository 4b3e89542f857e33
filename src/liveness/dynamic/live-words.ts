/**
 * HOT. Which words are live in the states on the path of a depth-first search:
 * read, on some explored path, before they are written. For each level there is a list
 * of words, pairs of an object (0 for initial words) and an offset or address, in the
 * order in which they were found:
 *
 *   live before a step = read first by it, and live after it unless written first by it
 *
 * and a state's list is the union over its steps.
 *
 * A search has few different lists, and combines the same ones again and again, because
 * threads take the same steps while others move. So each list is kept once and identified by
 * a number. What a step reads and writes is such a list too, and the results of combining
 * lists are cached by their numbers (word-list-pool.ts).
 */
import { grown } from "../../core/words.ts";
import type { AccessLog } from "../../vm/memory/access-log.ts";
import { EMPTY_LIST, type WordListPool } from "./word-list-pool.ts";

/** Words of a level: its list, what its step under way reads and writes first, where the heap ends, and flags. */
const LEVEL = 4;
const LIST = 0;
const STEP = 1;
const LIMIT = 2;
const FLAGS = 3;
/** Everything may be live. */
const IS_ALL = 1;

export class LiveLists {
  /** All lists of the search. */
  readonly pool: WordListPool;
  #levels = new Int32Array(LEVEL << 3);
  #depth = 0;

  constructor(pool: WordListPool) {
    this.pool = pool;
  }

  get bytes(): number {
    return this.#depth * LEVEL * 4;
  }

  /** States that were entered, and not left. */
  get depth(): number {
    return this.#depth;
  }

  clear(): void {
    this.#depth = 0;
    this.pool.clear();
  }

  /** A state is entered; the heap ends at `limit` in it. */
  push(limit: number): void {
    if ((this.#depth + 1) * LEVEL > this.#levels.length) {
      this.#levels = grown(this.#levels);
    }
    const at = this.#depth++ * LEVEL;
    this.#levels[at + LIST] = EMPTY_LIST;
    this.#levels[at + STEP] = EMPTY_LIST;
    this.#levels[at + LIMIT] = limit;
    this.#levels[at + FLAGS] = 0;
  }

  /** The list of the state on top. */
  get list(): number {
    return this.#levels[(this.#depth - 1) * LEVEL + LIST]!;
  }

  get isAll(): boolean {
    return (this.#levels[(this.#depth - 1) * LEVEL + FLAGS]! & IS_ALL) !== 0;
  }

  /** Of the state on top everything must be taken for live. */
  setAll(): void {
    this.#setAllAt((this.#depth - 1) * LEVEL);
  }

  #setAllAt(level: number): void {
    this.#levels[level + FLAGS]! |= IS_ALL;
    this.#levels[level + LIST] = EMPTY_LIST;
  }

  /** The state on top has taken a step: what it read and wrote. Call it only while no other code holds the number of a list. */
  step(log: AccessLog): void {
    if (this.pool.isFull) this.#forget();
    const level = (this.#depth - 1) * LEVEL;
    if (log.hasReadAnything) this.#setAllAt(level);
    this.#levels[level + STEP] = this.pool.keep(log.entries, 0, log.top);
  }

  /** From now on only the lists of levels are valid. */
  #forget(): void {
    const levels = this.#levels;
    const end = this.#depth * LEVEL;
    this.pool.forgetOthers((renewed) => {
      for (let level = 0; level < end; level += LEVEL) {
        levels[level + LIST] = renewed(levels[level + LIST]!);
        levels[level + STEP] = renewed(levels[level + STEP]!);
      }
    });
  }

  /** These words are live in the state on top. */
  append(entries: Int32Array, count: number): void {
    this.add(this.pool.keep(entries, 0, count));
  }

  /** The same, of a list. */
  add(list: number): void {
    const level = (this.#depth - 1) * LEVEL;
    if ((this.#levels[level + FLAGS]! & IS_ALL) !== 0) return;
    this.#levels[level + LIST] = this.pool.joined(this.#levels[level + LIST]!, list);
  }

  /** What the step under way of the state on top writes first, as pairs of an object and an offset. */
  writes(): Int32Array {
    const writes: number[] = [];
    const log = this.pool.copy(this.#levels[(this.#depth - 1) * LEVEL + STEP]!);
    for (let at = 0; at < log.length; at += 2) {
      if (log[at]! < 0) writes.push(~log[at]!, log[at + 1]!);
    }
    return Int32Array.from(writes);
  }

  /** Where the heap ended in the state on top. */
  get limit(): number {
    return this.#levels[(this.#depth - 1) * LEVEL + LIMIT]!;
  }

  /** Gives the state on top another list. */
  replace(list: Int32Array): void {
    this.#levels[(this.#depth - 1) * LEVEL + LIST] = this.pool.keep(list, 0, list.length);
  }

  /** The state on top is not complete: its list does not go to the state below. Gives what the step to it wrote. */
  popOpen(): Int32Array {
    this.#depth--;
    const writes = this.writes();
    this.meet(EMPTY_LIST);
    return writes;
  }

  /** The state on top is complete: its list becomes part of that of the state below. */
  pop(): void {
    const levels = this.#levels;
    const level = --this.#depth * LEVEL;
    if (level === 0) return;
    // Where everything is live there, it is here.
    levels[level - LEVEL + FLAGS]! |= levels[level + FLAGS]!;
    this.meet(levels[level + LIST]!);
  }

  /** The step of the state on top led to a state with this list. */
  meet(list: number): void {
    const levels = this.#levels;
    const level = (this.#depth - 1) * LEVEL;
    if ((levels[level + FLAGS]! & IS_ALL) !== 0) return;
    const limit = levels[level + LIMIT]!;
    levels[level + LIST] = this.pool.before(
      levels[level + LIST]!,
      levels[level + STEP]!,
      list,
      limit,
    );
  }
}
