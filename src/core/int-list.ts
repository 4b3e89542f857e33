/**
 * Lists of whole numbers in flat arrays: clauses, watches and graphs of a large program
 * have millions of entries, and an object for each would cost ten times the memory.
 */

/** An entry that is known to exist. Only for Int32Array, so that V8 sees a single kind here. */
export const at = (words: Int32Array, index: number): number => words[index] ?? 0;

/** An Int32Array that grows. */
export class IntList {
  #words: Int32Array;
  #length = 0;

  constructor(capacity = 16) {
    this.#words = new Int32Array(Math.max(capacity, 1));
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#words.length) {
      const larger = new Int32Array(this.#length * 2);
      larger.set(this.#words);
      this.#words = larger;
    }
    this.#words[this.#length++] = value;
  }

  at(index: number): number {
    return this.#words[index] ?? 0;
  }

  /** Removes and returns the last entry. The list must not be empty. */
  pop(): number {
    return this.#words[--this.#length] ?? 0;
  }

  truncate(length: number): void {
    this.#length = length;
  }

  /** A copy of exactly what is in it. */
  toArray(): Int32Array {
    return this.#words.slice(0, this.#length);
  }
}

/**
 * Rows of numbers, one after the other: row r is `values[starts[r]]` up to, not including,
 * `values[starts[r + 1]]`.
 */
export interface Rows {
  readonly starts: Int32Array;
  readonly values: Int32Array;
}

/** Rows that are written one after the other. */
export class RowsBuilder {
  readonly #starts = new IntList();
  readonly #values = new IntList();

  constructor() {
    this.#starts.push(0);
  }

  /** How much is in the row that is not ended yet. */
  get rowLength(): number {
    return this.#values.length - this.#starts.at(this.#starts.length - 1);
  }

  push(value: number): void {
    this.#values.push(value);
  }

  /** Takes the last value of the row that is not ended yet off again. */
  pop(): number {
    return this.#values.pop();
  }

  endRow(): void {
    this.#starts.push(this.#values.length);
  }

  build(): Rows {
    return { starts: this.#starts.toArray(), values: this.#values.toArray() };
  }
}

/** Puts pairs (row, value) into rows, in time linear in their number; within a row they keep their order. */
export function rowsOf(rowCount: number, rowOf: Int32Array, valueOf: Int32Array): Rows {
  const starts = new Int32Array(rowCount + 1);
  for (const row of rowOf) starts[row + 1] = at(starts, row + 1) + 1;
  for (let row = 0; row < rowCount; row++) starts[row + 1] = at(starts, row + 1) + at(starts, row);
  const values = new Int32Array(rowOf.length);
  const next = starts.slice();
  for (let pair = 0; pair < rowOf.length; pair++) {
    const row = at(rowOf, pair);
    const place = at(next, row);
    values[place] = at(valueOf, pair);
    next[row] = place + 1;
  }
  return { starts, values };
}
