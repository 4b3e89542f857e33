/**
 * HOT. Keeps every state without loss: two different states are never taken
 * for one, whatever their hashes. A state's parts (threads, objects) have
 * numbers, equal ones the same; the row of those numbers is folded up until two
 * are left, and the states are the set of such pairs. As states differ in a few
 * parts mostly, nearly all that is below the last pair is shared by many.
 *
 * Where the row is cut in two decides how much: if one side alone tells nearly
 * all states apart, there are nearly as many of that side as of states. Threads
 * differ most, so half of them are on either side.
 *
 * The counts of words and of parts are folded in. They determine the shape of
 * each fold, so that a vector could be read back from its last pair: that is
 * why no two vectors can have the same one.
 */
import { PairTable } from "../pair-table.ts";
import { PairNumbers, SimilarRows } from "./pair-numbers.ts";
import type { ExactSummary, PartedVector, VectorStore } from "./store.ts";

export class ExactStore implements VectorStore {
  readonly needsVector = true;
  readonly #states = new PairTable(2);
  readonly #numbers = new PairNumbers();
  readonly #firstThreads = new SimilarRows(this.#numbers);
  readonly #otherThreads = new SimilarRows(this.#numbers);
  readonly #objects = new SimilarRows(this.#numbers);
  readonly #last = new LastVector();
  #partNumbers = new Int32Array(64);
  #row = new Int32Array(64);

  get size(): number {
    return this.#states.size;
  }

  get bytes(): number {
    return this.#numbers.bytes + this.#states.bytes;
  }

  addVector(state: PartedVector): boolean {
    const { parts, threadParts } = state;
    this.#numberParts(state);
    // The first parts are what is common to all threads, and the main one, which mostly waits.
    const middle = Math.min((threadParts + 3) >> 1, threadParts);
    const first = this.#fold(this.#firstThreads, 0, middle);
    const others = this.#fold(this.#otherThreads, middle, threadParts);
    const objects = this.#fold(this.#objects, threadParts, parts);
    return this.#states.add(first, this.#numbers.of(others, objects));
  }

  /** Parts that are as in the vector before, and at the same place, need not be looked up. */
  #numberParts({ vector, ends, parts }: PartedVector): void {
    if (this.#partNumbers.length < parts) this.#partNumbers = new Int32Array(parts * 2);
    const numbers = this.#partNumbers;
    const last = this.#last;
    let from = 0;
    for (let part = 0; part < parts; part++) {
      const to = ends[part]!;
      numbers[part] = last.has(part, vector, from, to)
        ? last.numbers[part]!
        : this.#partNumber(vector, from, to);
      from = to;
    }
    last.set(vector, ends, numbers, parts);
  }

  #partNumber(vector: Int32Array, from: number, to: number): number {
    const row = this.#rowOf(to - from);
    for (let i = from; i < to; i++) row[i - from] = vector[i]!;
    return this.#numbers.ofRow(row, to - from);
  }

  #fold(rows: SimilarRows, from: number, to: number): number {
    const row = this.#rowOf(to - from);
    for (let i = from; i < to; i++) row[i - from] = this.#partNumbers[i]!;
    return rows.of(row, to - from);
  }

  #rowOf(length: number): Int32Array {
    if (this.#row.length < length) this.#row = new Int32Array(length * 2);
    return this.#row;
  }

  describe(): ExactSummary {
    return { kind: "exact", nodes: this.#numbers.size };
  }
}

/** The vector that came before, with the numbers of its parts. */
class LastVector {
  numbers = new Int32Array(0);
  #words = new Int32Array(0);
  #ends = new Int32Array(0);
  #parts = 0;

  has(part: number, vector: Int32Array, from: number, to: number): boolean {
    if (part >= this.#parts) return false;
    const words = this.#words;
    let at = part === 0 ? 0 : this.#ends[part - 1]!;
    if (this.#ends[part]! - at !== to - from) return false;
    for (let i = from; i < to; i++) if (vector[i] !== words[at++]) return false;
    return true;
  }

  set(vector: Int32Array, ends: Int32Array, numbers: Int32Array, parts: number): void {
    const length = parts === 0 ? 0 : ends[parts - 1]!;
    // Nothing is remembered while there may be no memory for it.
    this.#parts = 0;
    if (this.#words.length < length) this.#words = new Int32Array(length * 2);
    if (this.#ends.length < parts) this.#ends = new Int32Array(parts * 2);
    if (this.numbers.length < parts) this.numbers = new Int32Array(parts * 2);
    copy(vector, this.#words, length);
    copy(ends, this.#ends, parts);
    copy(numbers, this.numbers, parts);
    this.#parts = parts;
  }
}

function copy(from: Int32Array, to: Int32Array, length: number): void {
  for (let i = 0; i < length; i++) to[i] = from[i]!;
}
