/**
 * HOT. Numbers pairs of words: equal pairs have equal numbers and different
 * pairs different ones. A row of words is folded up by pairing neighbours, then
 * the neighbours among their numbers, and so on, until one number stands for
 * the whole. Together with the row's length, which determines how it was folded,
 * that number stands for no other row.
 */
import { NEW, PairTable } from "./pair-table.ts";

const MAX_NUMBER = 2 ** 31 - 1;

export class PairNumbers {
  /** The pair of two zeros is number 0 and not in the table. */
  readonly #table = new PairTable(true);

  get size(): number {
    return this.#table.size;
  }

  get bytes(): number {
    return this.#table.bytes;
  }

  of(left: number, right: number): number {
    if ((left | right) === 0) return 0;
    const table = this.#table;
    if (table.size === MAX_NUMBER) throw new RangeError("no more numbers to allocate to pairs");
    const number = table.size + 1;
    const known = table.visit(left, right, number);
    return known === NEW ? number : known;
  }

  /** What `count` words fold up to; the row is used up. */
  fold(row: Int32Array, count: number): number {
    let rest = count;
    while (rest > 1) {
      const pairs = rest >> 1;
      for (let i = 0; i < pairs; i++) row[i] = this.of(row[2 * i]!, row[2 * i + 1]!);
      // One left over goes up as it is.
      if ((rest & 1) === 1) row[pairs] = row[rest - 1]!;
      rest = (rest + 1) >> 1;
    }
    return count === 0 ? 0 : row[0]!;
  }
}

/** Words of a remembered pair: left, right, its number. */
const MEMO_WORDS = 3;

/** Folds rows most of whose pairs come again in the next one, at the same place. */
export class SimilarRows {
  readonly #numbers: PairNumbers;
  /** By level of the fold: the pairs of the last row. */
  readonly #memo: Int32Array[] = [];

  constructor(numbers: PairNumbers) {
    this.#numbers = numbers;
  }

  /** The number of `count` words, and of no other row; the row is used up. */
  of(row: Int32Array, count: number): number {
    let rest = count;
    for (let level = 0; rest > 1; level++) {
      this.#fold(row, rest, level);
      rest = (rest + 1) >> 1;
    }
    return this.#numbers.of(count, count === 0 ? 0 : row[0]!);
  }

  #fold(row: Int32Array, count: number, level: number): void {
    const pairs = count >> 1;
    const memo = this.#memoOf(level, pairs);
    for (let i = 0, at = 0; i < pairs; i++, at += MEMO_WORDS) {
      const left = row[2 * i]!;
      const right = row[2 * i + 1]!;
      if (left !== memo[at] || right !== memo[at + 1]) {
        // The number first: if there is no memory for it, what is remembered is still true.
        memo[at + 2] = this.#numbers.of(left, right);
        memo[at] = left;
        memo[at + 1] = right;
      }
      row[i] = memo[at + 2]!;
    }
    if ((count & 1) === 1) row[pairs] = row[count - 1]!;
  }

  #memoOf(level: number, pairs: number): Int32Array {
    const known = this.#memo[level];
    if (known !== undefined && known.length >= pairs * MEMO_WORDS) return known;
    // Zeros are true as they are: two zeros have the number 0.
    const memo = new Int32Array(pairs * 2 * MEMO_WORDS);
    this.#memo[level] = memo;
    return memo;
  }
}
