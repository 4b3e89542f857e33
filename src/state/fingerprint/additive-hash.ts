/**
 * HOT. A 64-bit hash that can be changed in place: the sum, in two 32-bit
 * lanes, of one mixed number for each word of what is hashed. To change a word
 * is to subtract what it gave and to add what it gives now. A word that is 0
 * gives nothing, so large empty things cost little.
 *
 * The mix depends on the word's position and value, and its two lanes feed
 * each other: independent 32-bit lanes collide far too often.
 */

import type { WordStack } from "../../core/word-stack.ts";
import { grown } from "../../core/words.ts";

/** A matrix with an odd determinant: no two pairs of numbers lead to the same two lanes. */
const A = 0x9e3779b1;
const B = 0x85ebca6a;
const C = 0xc2b2ae34;
const D = 0x27d4eb2f;

/** Places of space 0, which is that of shared objects, that need not be found again each time. */
const KNOWN_PLACES = 1 << 10;
const PLACE_HIGHS = new Int32Array(KNOWN_PLACES);
const PLACE_LOWS = new Int32Array(KNOWN_PLACES);

export class AdditiveHash {
  high = 0;
  low = 0;
  /** The place that offsets count from. */
  #placeHigh = 0;
  #placeLow = 0;

  clear(): void {
    this.high = 0;
    this.low = 0;
  }

  copy(other: AdditiveHash): void {
    this.high = other.high;
    this.low = other.low;
  }

  equals(other: AdditiveHash): boolean {
    return this.high === other.high && this.low === other.low;
  }

  /** Makes two numbers, such as an object's owner and its number, the place of the words to come. */
  moveTo(space: number, index: number): void {
    if (space !== 0 || index >>> 0 >= KNOWN_PLACES) {
      this.#findPlace(space, index);
      return;
    }
    if (PLACE_LOWS[index] === 0) {
      this.#findPlace(space, index);
      PLACE_HIGHS[index] = this.#placeHigh;
      PLACE_LOWS[index] = this.#placeLow;
    }
    this.#placeHigh = PLACE_HIGHS[index]!;
    this.#placeLow = PLACE_LOWS[index]!;
  }

  #findPlace(space: number, index: number): void {
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

  /** The word at an offset has another value than before. */
  replace(offset: number, old: number, value: number): void {
    if (old === value) return;
    this.subtract(offset, old);
    this.add(offset, value);
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

const FIRST_WORDS = 1 << 8;

/**
 * HOT. A 64-bit hash of words in a row, for what is always hashed as a whole.
 * The words are collected first and mixed then, in one loop that keeps all its
 * state in registers. Words at even and at odd places go to two hashes of 64
 * bits each, which do not wait for each other.
 */
export class StreamHash {
  high = 0;
  low = 0;
  #seed = 0;
  #words = new Int32Array(FIRST_WORDS);
  #count = 0;

  start(seed: number): void {
    this.#seed = seed;
    this.#count = 0;
  }

  put(value: number): void {
    const at = this.#count;
    if (at === this.#words.length) this.#grow();
    this.#words[at] = value;
    this.#count = at + 1;
  }

  #grow(): void {
    this.#words = grown(this.#words, this.#count * 2);
  }

  /** Puts the words themselves on a stack. */
  appendTo(stack: WordStack): void {
    const words = stack.reserve(this.#count);
    for (let i = 0; i < this.#count; i++) words[stack.top++] = this.#words[i]!;
  }

  /** Leaves the hash in `high` and `low`. */
  finish(): void {
    const count = this.#count;
    // An odd one is mixed with a 0 that was not put; the number of words tells that apart.
    if ((count & 1) === 1) this.put(0);
    const words = this.#words;
    let a = 0x2545f491 ^ Math.imul(this.#seed, A);
    let b = (0x1b873593 + Math.imul(this.#seed, C)) | 0;
    let c = 0x38b34ae5;
    let d = count;
    for (let i = 0; i < count; i += 2) {
      let word = Math.imul(words[i]!, 0xcc9e2d51);
      word = (word << 15) | (word >>> 17);
      a ^= Math.imul(word, 0x1b873593);
      a = (Math.imul((a << 19) | (a >>> 13), 5) + b + 0x561ccd1b) | 0;
      b ^= Math.imul(word, 0x239b961b);
      b = (Math.imul((b << 13) | (b >>> 19), 5) + a + 0x32ac3b17) | 0;
      word = Math.imul(words[i + 1]!, 0xab0e9789);
      word = (word << 16) | (word >>> 16);
      c ^= Math.imul(word, 0x38b34ae5);
      c = (Math.imul((c << 17) | (c >>> 15), 5) + d + 0x0bcaa747) | 0;
      d ^= Math.imul(word, 0xa1e38b93);
      d = (Math.imul((d << 11) | (d >>> 21), 5) + c + 0x4cf5ad43) | 0;
    }
    // Hashes of streams are added up, so the two must not be added as they are:
    // streams that exchange their words at odd places would have the same sum.
    c = finished(c ^ count);
    d = (finished(d) + c) | 0;
    a = (a + Math.imul(d, 0x9e3779b1)) | 0;
    b = (b ^ (c + finished(d))) | 0;
    a = (a + b) | 0;
    b = (b + a) | 0;
    a = finished(a);
    b = finished(b);
    a = (a + b) | 0;
    b = finished((b + a) | 0);
    this.high = (a + b) | 0;
    this.low = b;
  }
}

function finished(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}
