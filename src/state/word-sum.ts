/**
 * HOT. A 64-bit hash that can be changed in place: the sum, in two 32-bit
 * lanes, of one mixed number for each word of what is hashed. To change a word
 * is to subtract what it gave and to add what it gives now. A word that is 0
 * gives nothing, so large empty things cost little.
 *
 * The mix depends on the word's position and value, and its two lanes feed
 * each other: independent 32-bit lanes collide far too often.
 */

/** A matrix with an odd determinant: no two pairs of numbers lead to the same two lanes. */
const A = 0x9e3779b1;
const B = 0x85ebca6a;
const C = 0xc2b2ae34;
const D = 0x27d4eb2f;

export class WordSum {
  high = 0;
  low = 0;
  /** The place that offsets count from. */
  #placeHigh = 0;
  #placeLow = 0;

  clear(): void {
    this.high = 0;
    this.low = 0;
  }

  /** Makes two numbers, such as an object's owner and its number, the place of the words to come. */
  moveTo(space: number, index: number): void {
    this.#placeHigh = 0x2545f491;
    this.#placeLow = 0x1b873593;
    const { high, low } = this;
    this.high = 0;
    this.low = 0;
    this.#mix(index, space);
    this.#placeHigh = this.high;
    this.#placeLow = this.low;
    this.high = high;
    this.low = low;
  }

  /** A word at an offset from the place. */
  add(offset: number, value: number): void {
    if (value !== 0) this.#mix(offset, value);
  }

  /** Adds 64 bits that depend, each on each bit, on the place and two numbers; one-to-one for each place. */
  #mix(offset: number, value: number): void {
    let a = (this.#placeHigh + Math.imul(offset, A) + Math.imul(value, B)) | 0;
    let b = (this.#placeLow + Math.imul(offset, C) + Math.imul(value, D)) | 0;
    a = Math.imul(a ^ (a >>> 16), 0x21f0aaad);
    b = Math.imul(b ^ (b >>> 15), 0x735a2d97);
    a = (a + ((b << 17) | (b >>> 15))) | 0;
    b ^= (a << 7) | (a >>> 25);
    a = Math.imul(a ^ (a >>> 15), 0x85ebca6b);
    b = Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
    b = (b + a) | 0;
    a ^= (b << 15) | (b >>> 17);
    a = Math.imul(a ^ (a >>> 15), 0x2c1b3c6d);
    b = Math.imul(b ^ (b >>> 16), 0x297a2d39);
    this.high = (this.high + (a ^ (a >>> 16))) | 0;
    this.low = (this.low + (b ^ (b >>> 15))) | 0;
  }

  subtract(offset: number, value: number): void {
    if (value === 0) return;
    this.high = (0 - this.high) | 0;
    this.low = (0 - this.low) | 0;
    this.#mix(offset, value);
    this.high = (0 - this.high) | 0;
    this.low = (0 - this.low) | 0;
  }
}

/** HOT. A 64-bit hash of words in a row, for what is always hashed as a whole. */
export class WordStream {
  high = 0;
  low = 0;
  #count = 0;

  start(seed: number): void {
    this.high = 0x2545f491 ^ Math.imul(seed, A);
    this.low = (0x1b873593 + Math.imul(seed, C)) | 0;
    this.#count = 0;
  }

  put(value: number): void {
    let word = Math.imul(value, 0xcc9e2d51);
    word = (word << 15) | (word >>> 17);
    let a = this.high ^ Math.imul(word, 0x1b873593);
    a = (a << 19) | (a >>> 13);
    a = (Math.imul(a, 5) + this.low + 0x561ccd1b) | 0;
    let b = this.low ^ Math.imul(word, 0x239b961b);
    b = (b << 13) | (b >>> 19);
    this.high = a;
    this.low = (Math.imul(b, 5) + a + 0x32ac3b17) | 0;
    this.#count++;
  }

  /** Leaves the hash in `high` and `low`. */
  finish(): void {
    let a = this.high ^ this.#count;
    let b = this.low ^ this.#count;
    a = (a + b) | 0;
    b = (b + a) | 0;
    a = finished(a);
    b = finished(b);
    a = (a + b) | 0;
    this.high = a;
    this.low = (b + a) | 0;
  }
}

function finished(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}
