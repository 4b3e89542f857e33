/**
 * Sets of small whole numbers below a bound that is known from the start: the items of a
 * reduction, of which there may be 100,000. A bit each, so that a copy, a comparison
 * or a union costs microseconds and a thousand of them can be kept.
 */
const BITS = 5;

export class BitSet {
  /** One more than the greatest member that is possible. */
  readonly size: number;
  readonly #words: Uint32Array;

  constructor(size: number, words = new Uint32Array((size + 31) >>> BITS)) {
    this.size = size;
    this.#words = words;
  }

  static full(size: number): BitSet {
    const words = new Uint32Array((size + 31) >>> BITS).fill(0xffffffff);
    // Bits past the end stay clear: counting and comparing look at whole words.
    if ((size & 31) !== 0) words[words.length - 1] = 2 ** (size & 31) - 1;
    return new BitSet(size, words);
  }

  static of(size: number, members: Iterable<number>): BitSet {
    const set = new BitSet(size);
    for (const member of members) set.add(member);
    return set;
  }

  has(member: number): boolean {
    return (((this.#words[member >>> BITS] ?? 0) >>> (member & 31)) & 1) === 1;
  }

  add(member: number): void {
    const at = member >>> BITS;
    this.#words[at] = (this.#words[at] ?? 0) | (1 << (member & 31));
  }

  delete(member: number): void {
    const at = member >>> BITS;
    this.#words[at] = (this.#words[at] ?? 0) & ~(1 << (member & 31));
  }

  addAll(other: BitSet): void {
    const words = this.#words;
    for (let at = 0; at < words.length; at++) {
      words[at] = (words[at] ?? 0) | (other.#words[at] ?? 0);
    }
  }

  deleteAll(other: BitSet): void {
    const words = this.#words;
    for (let at = 0; at < words.length; at++) {
      words[at] = (words[at] ?? 0) & ~(other.#words[at] ?? 0);
    }
  }

  copy(): BitSet {
    return new BitSet(this.size, this.#words.slice());
  }

  /** How many members there are. */
  get count(): number {
    let sum = 0;
    for (const word of this.#words) sum += ones(word);
    return sum;
  }

  equals(other: BitSet): boolean {
    return this.size === other.size && this.isSubsetOf(other) && other.isSubsetOf(this);
  }

  isSubsetOf(other: BitSet): boolean {
    const words = this.#words;
    for (let at = 0; at < words.length; at++) {
      if (((words[at] ?? 0) & ~(other.#words[at] ?? 0)) !== 0) return false;
    }
    return true;
  }

  intersects(other: BitSet): boolean {
    const words = this.#words;
    for (let at = 0; at < words.length; at++) {
      if (((words[at] ?? 0) & (other.#words[at] ?? 0)) !== 0) return true;
    }
    return false;
  }

  /** The members, smallest first. */
  *[Symbol.iterator](): Generator<number> {
    for (let at = 0; at < this.#words.length; at++) {
      let word = this.#words[at] ?? 0;
      while (word !== 0) {
        yield (at << BITS) + 31 - Math.clz32(word & -word);
        word &= word - 1;
      }
    }
  }
}

function ones(word: number): number {
  let pairs = word - ((word >>> 1) & 0x55555555);
  pairs = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((pairs + (pairs >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
