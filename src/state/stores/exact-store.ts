/**
 * HOT. Keeps every state without loss: two different states are never
 * merged, whatever their hashes. A state's parts (threads, objects) have
 * numbers, equal ones the same; the row of those numbers is folded up until two
 * are left, and the states are the set of such pairs. As states differ in a few
 * parts mostly, nearly all that is below the last pair is shared by many.
 *
 * Where the row is cut in two decides how much: if one side alone distinguishes nearly
 * all states, there are nearly as many of that side as of states. Threads
 * differ most, so half of them are on either side.
 *
 * The counts of words and of parts are folded in. They determine the shape of
 * each fold, so that a vector could be read back from its last pair: that is
 * why no two vectors can have the same one.
 */

import { PairNumbers, SimilarRows } from "./pair-numbers.ts";
import { PairTable } from "./pair-table.ts";
import { PartNumbers } from "./part-numbers.ts";
import type { ExactSummary, PartitionedVector, VectorStore } from "./store.ts";

export class ExactStore implements VectorStore {
  readonly needsVector = true;
  readonly #states = new PairTable(false);
  readonly #numbers = new PairNumbers();
  readonly #parts = new PartNumbers(this.#numbers);
  readonly #firstThreads = new SimilarRows(this.#numbers);
  readonly #otherThreads = new SimilarRows(this.#numbers);
  readonly #objects = new SimilarRows(this.#numbers);
  #partNumbers = new Int32Array(64);
  #row = new Int32Array(64);
  #first = 0;
  #rest = 0;

  get size(): number {
    return this.#states.size;
  }

  get bytes(): number {
    return this.#states.bytes + this.#numbers.bytes + this.#parts.bytes;
  }

  storeSleepSets(): boolean {
    this.#states.keepMarks();
    return true;
  }

  visitVector(state: PartitionedVector, asleep: number): number {
    this.#numberState(state);
    return this.#states.visit(this.#first, this.#rest, asleep);
  }

  narrowVector(state: PartitionedVector, asleep: number): void {
    this.#numberState(state);
    this.#states.mark(this.#first, this.#rest, asleep);
  }

  /** Leaves the pair that stands for the state in `#first` and `#rest`. */
  #numberState(state: PartitionedVector): void {
    const { parts, threadParts } = state;
    this.#numberParts(state);
    // The first parts are what is common to all threads, and the main one, which mostly waits.
    const middle = Math.min((threadParts + 3) >> 1, threadParts);
    this.#first = this.#fold(this.#firstThreads, 0, middle);
    const others = this.#fold(this.#otherThreads, middle, threadParts);
    const objects = this.#fold(this.#objects, threadParts, parts);
    this.#rest = this.#numbers.of(others, objects);
  }

  #numberParts({ vector, ends, parts }: PartitionedVector): void {
    if (this.#row.length < parts) {
      this.#partNumbers = new Int32Array(parts * 2);
      this.#row = new Int32Array(parts * 2);
    }
    let from = 0;
    for (let part = 0; part < parts; part++) {
      const to = ends[part]!;
      this.#partNumbers[part] = this.#parts.of(vector, from, to);
      from = to;
    }
  }

  #fold(rows: SimilarRows, from: number, to: number): number {
    const row = this.#row;
    for (let i = from; i < to; i++) row[i - from] = this.#partNumbers[i]!;
    return rows.of(row, to - from);
  }

  describe(): ExactSummary {
    return { kind: "exact", nodes: this.#numbers.size };
  }
}
