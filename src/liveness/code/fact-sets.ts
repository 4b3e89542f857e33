import { bug } from "../../core/assert.ts";
/**
 * Sets of facts as numbers. Equal sets have equal numbers, so that comparing
 * two is comparing ints, and the union of two is looked up once it has been
 * made: at run time the live fields of a state are a few such lookups.
 */
import { grownUnsigned } from "../../core/words.ts";

/** The set with nothing in it. */
export const NOTHING = 0;
/** The set of all facts, known or not. */
export const EVERYTHING = 1;

/** A pair of set numbers as one key: exact up to 2^26 sets. */
const PAIR = 2 ** 26;

/** Unions asked for lately, 2^12 of them, in groups of three words. */
const RECENT_BITS = 12;
const RECENT_SHIFT = 32 - RECENT_BITS;

export class FactSets {
  readonly #sets: Uint32Array[] = [new Uint32Array(0), new Uint32Array(0)];
  readonly #buckets = new Map<number, number[]>();
  readonly #unions = new Map<number, number>();
  readonly #recent = new Int32Array(3 << RECENT_BITS);
  readonly #singles: number[] = [];

  get count(): number {
    return this.#sets.length;
  }

  single(fact: number): number {
    const known = this.#singles[fact];
    if (known !== undefined) return known;
    const words = new Uint32Array((fact >>> 5) + 1);
    words[fact >>> 5] = 1 << (fact & 31);
    const set = this.#intern(words);
    this.#singles[fact] = set;
    return set;
  }

  /** The set of some facts and of all that is in some other sets. */
  of(facts: readonly number[], others: readonly number[] = []): number {
    let words = new Uint32Array(8);
    for (const fact of facts) {
      const at = fact >>> 5;
      if (at >= words.length) words = grownUnsigned(words, Math.max(at + 1, words.length * 2));
      words[at]! |= 1 << (fact & 31);
    }
    for (const other of others) {
      if (other === EVERYTHING) return EVERYTHING;
      const set = this.#sets[other]!;
      if (set.length > words.length)
        words = grownUnsigned(words, Math.max(set.length, words.length * 2));
      for (let i = 0; i < set.length; i++) words[i]! |= set[i]!;
    }
    return this.#intern(words);
  }

  /** HOT. */
  union(a: number, b: number): number {
    if (a === b || b === NOTHING) return a;
    if (a === NOTHING) return b;
    if (a === EVERYTHING || b === EVERYTHING) return EVERYTHING;
    const at = ((Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b)) >>> RECENT_SHIFT) * 3;
    const recent = this.#recent;
    if (recent[at] === a && recent[at + 1] === b) return recent[at + 2]!;
    const set = this.#union(a, b);
    recent[at] = a;
    recent[at + 1] = b;
    recent[at + 2] = set;
    return set;
  }

  #union(a: number, b: number): number {
    const key = a < b ? a * PAIR + b : b * PAIR + a;
    const known = this.#unions.get(key);
    if (known !== undefined) return known;
    const set = this.#join(a, b);
    this.#unions.set(key, set);
    return set;
  }

  has(set: number, fact: number): boolean {
    if (set === EVERYTHING) return true;
    return (((this.#sets[set]![fact >>> 5] ?? 0) >>> (fact & 31)) & 1) === 1;
  }

  /** True when everything in `part` is in `whole`. */
  includes(whole: number, part: number): boolean {
    return this.union(whole, part) === whole;
  }

  /** The number of facts; not defined for "everything". */
  size(set: number): number {
    if (set === EVERYTHING) return Number.POSITIVE_INFINITY;
    let size = 0;
    for (let word of this.#sets[set]!) for (; word !== 0; word &= word - 1) size++;
    return size;
  }

  facts(set: number): number[] {
    if (set === EVERYTHING) bug("everything cannot be listed");
    const facts: number[] = [];
    this.#sets[set]!.forEach((word, at) => {
      for (let bit = 0; bit < 32; bit++) if (((word >>> bit) & 1) === 1) facts.push(at * 32 + bit);
    });
    return facts;
  }

  #join(a: number, b: number): number {
    const [x, y] = [this.#sets[a]!, this.#sets[b]!];
    const [long, short] = x.length >= y.length ? [x, y] : [y, x];
    const words = long.slice();
    let isLong = true;
    for (let i = 0; i < short.length; i++) {
      const word = (words[i]! | short[i]!) >>> 0;
      if (word !== long[i]) isLong = false;
      words[i] = word;
    }
    if (isLong) return x.length >= y.length ? a : b;
    return this.#intern(words);
  }

  /** The number of the set with these words; trailing zeros do not count. */
  #intern(words: Uint32Array): number {
    let { length } = words;
    while (length > 0 && words[length - 1] === 0) length--;
    if (length === 0) return NOTHING;
    let hash = length;
    for (let i = 0; i < length; i++) {
      hash = Math.imul(hash ^ words[i]!, 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    const bucket = this.#buckets.get(hash);
    for (const set of bucket ?? []) if (isEqual(this.#sets[set]!, words, length)) return set;
    const set = this.#sets.push(words.slice(0, length)) - 1;
    if (set >= PAIR) bug("too many sets of facts");
    if (bucket === undefined) this.#buckets.set(hash, [set]);
    else bucket.push(set);
    return set;
  }
}

function isEqual(set: Uint32Array, words: Uint32Array, length: number): boolean {
  if (set.length !== length) return false;
  for (let i = 0; i < length; i++) if (set[i] !== words[i]) return false;
  return true;
}
