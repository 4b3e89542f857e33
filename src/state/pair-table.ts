/**
 * HOT. The hash table under the stores of visited states: it holds pairs of
 * words, each with a value if wanted, and gives none back. It is kept small and
 * even: the bytes a pair takes are about the same at every size, and no single
 * insertion waits for a large copy.
 *
 * The pairs are spread over segments, each an open-addressed array of its own
 * that grows by a small factor when it is nearly full. The first sizes of the
 * segments are spread over one such factor, so that ever after they are full to
 * different degrees and never grow all at once. Pairs lie in the order of their
 * hash, near enough, so that growing reads and writes from front to back.
 *
 * The hash is a permutation of the pairs: what is stored is the hashed pair,
 * comparing two of those compares all 64 bits, and pairs that follow a pattern
 * (all small, say) spread like random ones.
 */

const SEGMENT_BITS = 7;
const SEGMENTS = 1 << SEGMENT_BITS;
const HOME_RANGE = 2 ** (32 - SEGMENT_BITS);
const MAX_LOAD = 0.82;
const GROWTH = 1.3;
/** Slots of the smallest segment when its first pair comes. */
const FIRST_SLOTS = 12;
/** What the runtime takes for an array, apart from its elements. */
const ARRAY_BYTES = 200;
/** Stands for a segment that has no pair yet: never written to, as it has no room. */
const NOTHING = new Int32Array(3);

/** Words of an entry: the pair, and a value in the larger kind. */
export type EntryWords = 2 | 3;

export class PairTable {
  /** Pairs held. */
  size = 0;
  /** Memory taken. */
  bytes = 0;
  /** The value of the pair that the last `add` met or brought. */
  value = 0;
  readonly #words: EntryWords;
  readonly #segments: Int32Array[] = Array.from({ length: SEGMENTS }, () => NOTHING);
  /** By segment: slots over `HOME_RANGE`, and pairs that may still come before it grows. */
  readonly #scale = new Float64Array(SEGMENTS);
  readonly #room = new Int32Array(SEGMENTS);
  /** A slot of zeros is free, so the pair that hashes to zeros has a place of its own. */
  #zeros: { readonly value: number } | null = null;

  constructor(words: EntryWords) {
    this.#words = words;
  }

  /**
   * Adds the pair unless it is there; true when it was not. Throws a RangeError
   * when there is no memory, and then the table is as it was before.
   */
  add(high: number, low: number, value = 0): boolean {
    // Two rounds of a Feistel network.
    const a = high ^ Math.imul(low ^ (low >>> 15), 0x85ebca6b);
    const b = low ^ Math.imul(a ^ (a >>> 16), 0x9e3779b1);
    if ((a | b) === 0) return this.#addZeros(value);
    const segment = b & (SEGMENTS - 1);
    if (this.#room[segment] === 0) this.#grow(segment);
    const words = this.#words;
    const slots = this.#segments[segment]!;
    const end = slots.length;
    let at = (((b >>> SEGMENT_BITS) * this.#scale[segment]!) | 0) * words;
    for (;;) {
      const storedB = slots[at]!;
      const storedA = slots[at + 1]!;
      if (storedB === b && storedA === a) {
        if (words === 3) this.value = slots[at + 2]!;
        return false;
      }
      if ((storedA | storedB) === 0) break;
      at += words;
      if (at === end) at = 0;
    }
    slots[at] = b;
    slots[at + 1] = a;
    if (words === 3) {
      slots[at + 2] = value;
      this.value = value;
    }
    this.#room[segment]!--;
    this.size++;
    return true;
  }

  #addZeros(value: number): boolean {
    const isNew = this.#zeros === null;
    if (this.#zeros === null) {
      this.#zeros = { value };
      this.size++;
    }
    this.value = this.#zeros.value;
    return isNew;
  }

  /** A larger array for the segment; until it is filled, nothing else is changed. */
  #grow(segment: number): void {
    const words = this.#words;
    const old = this.#segments[segment]!;
    const isFirst = old === NOTHING;
    const count = isFirst
      ? Math.round(FIRST_SLOTS * GROWTH ** (segment / SEGMENTS))
      : Math.ceil((old.length / words) * GROWTH);
    const slots = new Int32Array(count * words);
    const end = slots.length;
    const scale = count / HOME_RANGE;
    let used = 0;
    for (let from = 0; from < old.length; from += words) {
      const b = old[from]!;
      const a = old[from + 1]!;
      if ((a | b) === 0) continue;
      let at = (((b >>> SEGMENT_BITS) * scale) | 0) * words;
      while ((slots[at]! | slots[at + 1]!) !== 0) {
        at += words;
        if (at === end) at = 0;
      }
      slots[at] = b;
      slots[at + 1] = a;
      if (words === 3) slots[at + 2] = old[from + 2]!;
      used++;
    }
    this.#segments[segment] = slots;
    this.#scale[segment] = scale;
    this.#room[segment] = Math.floor(count * MAX_LOAD) - used;
    this.bytes += slots.byteLength + (isFirst ? ARRAY_BYTES : -old.byteLength);
  }
}
