/**
 * Random numbers that come again: the same seed gives the same sequence on
 * every machine, so that a random search can be repeated. (No other source of
 * randomness is allowed below the command line.)
 *
 * The generator is sfc32: 128 bits of state, one of them a counter, so that no
 * seed leads to a short cycle. A seed is spread over the state by a mixer,
 * because neighbouring seeds must not give similar sequences.
 */
const WARM_UP = 12;

export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  /** Each `stream` of a seed is a separate sequence. Both are non-negative integers. */
  constructor(seed: number, stream = 0) {
    this.#a = mix((seed % 2 ** 32) | 0);
    this.#b = mix(Math.floor(seed / 2 ** 32) ^ 0x6a09e667);
    this.#c = mix(stream ^ this.#a);
    for (let i = 0; i < WARM_UP; i++) this.next();
  }

  /** 32 random bits, as a number that is not negative. */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** A whole number from 0 to bound - 1, each as likely as the others. `bound` is at most 2^32. */
  below(bound: number): number {
    // What lies above the last full range would favour small results.
    const end = 2 ** 32 - (2 ** 32 % bound);
    let bits = this.next();
    while (bits >= end) bits = this.next();
    return bits % bound;
  }
}

/** A bijection of 32-bit words in which each bit of the argument reaches all of the result. */
function mix(word: number): number {
  let x = (word + 0x9e3779b9) | 0;
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return x ^ (x >>> 15);
}
