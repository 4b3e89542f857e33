/**
 * HOT. The numbers of parts of states. Most parts of a state were met a moment
 * ago, though perhaps at another place: a cache finds their numbers without
 * folding their words again. It forgets, but is never wrong: it holds the words.
 */
import type { PairNumbers } from "./pair-numbers.ts";

/** Words that a line of the cache has room for; longer parts are taken in pieces. */
const PIECE = 14;
/** Words of a line: how many the piece has, its number, the piece. */
const LINE_BITS = 4;
const LINE_WORDS = 1 << LINE_BITS;
const FIRST_LINES = 1 << 6;
const MAX_LINES = 1 << 11;

export class PartNumbers {
  readonly #numbers: PairNumbers;
  /** Zeros are true as they are: nothing has the number 0. */
  #cache = new Int32Array(FIRST_LINES * LINE_WORDS);
  readonly #piece = new Int32Array(PIECE);
  #row = new Int32Array(8);

  constructor(numbers: PairNumbers) {
    this.#numbers = numbers;
  }

  get bytes(): number {
    return this.#cache.byteLength;
  }

  /** The number of the words from `from` up to `to`, and of no others. */
  of(vector: Int32Array, from: number, to: number): number {
    const length = to - from;
    if (length <= PIECE) return this.#ofPiece(vector, from, length);
    const pieces = Math.ceil(length / PIECE);
    if (this.#row.length < pieces) this.#row = new Int32Array(pieces * 2);
    const row = this.#row;
    for (let i = 0, at = from; i < pieces; i++, at += PIECE) {
      row[i] = this.#ofPiece(vector, at, Math.min(PIECE, to - at));
    }
    return this.#numbers.of(length, this.#numbers.fold(row, pieces));
  }

  #ofPiece(vector: Int32Array, from: number, length: number): number {
    const cache = this.#cache;
    let hash = length;
    for (let i = 0; i < length; i++)
      hash = Math.imul(hash ^ vector[from + i]!, 0x9e3779b1) ^ (hash >>> 15);
    const line = ((hash ^ (hash >>> 16)) << LINE_BITS) & (cache.length - 1);
    if (cache[line] === length && isAt(cache, line + 2, vector, from, length))
      return cache[line + 1]!;
    return this.#remember(line, vector, from, length);
  }

  #remember(line: number, vector: Int32Array, from: number, length: number): number {
    const piece = this.#piece;
    for (let i = 0; i < length; i++) piece[i] = vector[from + i]!;
    // This may throw, so nothing is written before.
    const number = this.#numbers.of(length, this.#numbers.fold(piece, length));
    const cache = this.#cache;
    cache[line] = length;
    cache[line + 1] = number;
    for (let i = 0; i < length; i++) cache[line + 2 + i] = vector[from + i]!;
    this.#makeRoom();
    return number;
  }

  /** The cache grows, and forgets all, when there are many more pairs than it has words. */
  #makeRoom(): void {
    const { length } = this.#cache;
    if (this.#numbers.size < length || length >= MAX_LINES * LINE_WORDS) return;
    this.#cache = new Int32Array(length * 2);
  }
}

function isAt(
  cache: Int32Array,
  at: number,
  vector: Int32Array,
  from: number,
  length: number,
): boolean {
  for (let i = 0; i < length; i++) if (cache[at + i] !== vector[from + i]) return false;
  return true;
}
