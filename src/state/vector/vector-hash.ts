/**
 * HOT. A 64-bit hash of a state vector in two words. Long vectors go through
 * the bulk hash if the command has loaded it. Short ones are hashed here; the
 * two lanes feed each other, because independent 32-bit lanes collide far too
 * often.
 */
import { BULK_BYTES, bulkHash } from "../../core/bulk-hash.ts";

const BULK_WORDS = BULK_BYTES / 4;

export class VectorHash {
  high = 0;
  low = 0;
  /** Chosen once, so that one object gives one vector one hash for as long as it lives. */
  readonly #bulk = bulkHash();
  /** The 64 bits that the bulk hash gave, and the two words that they are. */
  readonly #result = new BigUint64Array(1);
  readonly #halves = new Int32Array(this.#result.buffer);

  /** Hashes the first `length` words. */
  of(vector: Int32Array, length: number): void {
    if (length < BULK_WORDS || this.#bulk === null) {
      this.#ofShort(vector, length);
      return;
    }
    const bytes = new Uint8Array(vector.buffer, vector.byteOffset, 4 * length);
    this.#result[0] = this.#bulk.h64Raw(bytes);
    this.low = this.#halves[0]!;
    this.high = this.#halves[1]!;
  }

  #ofShort(vector: Int32Array, length: number): void {
    let a = 0x2545f491 ^ length;
    let b = 0x1b873593;
    for (let i = 0; i < length; i++) {
      let word = Math.imul(vector[i]!, 0xcc9e2d51);
      word = (word << 15) | (word >>> 17);
      a ^= Math.imul(word, 0x1b873593);
      a = (a << 19) | (a >>> 13);
      a = (Math.imul(a, 5) + b + 0x561ccd1b) | 0;
      b ^= Math.imul(word, 0x239b961b);
      b = (b << 13) | (b >>> 19);
      b = (Math.imul(b, 5) + a + 0x32ac3b17) | 0;
    }
    a ^= length;
    b ^= length;
    a = (a + b) | 0;
    b = (b + a) | 0;
    a = finish(a);
    b = finish(b);
    a = (a + b) | 0;
    this.high = a;
    this.low = (b + a) | 0;
  }
}

function finish(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}
