/**
 * HOT. Writes a part of a state, such as a thread, as a StateProjection wants it: a hash of
 * all its words, and a list of the objects that they refer to, in order; which of
 * these a reference means is part of the hash. What was there from the start is
 * known by its address and in no list. So a part that has not changed need not be
 * written again, whatever numbers its objects get.
 */

import type { RowInterner } from "../../core/row-interner.ts";
import { grown } from "../../core/words.ts";
import type { BootWords } from "../../state/boot-words.ts";
import { StreamHash } from "../../state/fingerprint/additive-hash.ts";

/** The word for a reference: which kind it is, in the lowest bits. */
export const REFERENCE_TAG = 2;
export const KNOWN_REFERENCE = 1;
export const NEW_REFERENCE = 2;
/** Up to this many references of a part are searched for duplicates. */
const TOLD_APART = 16;

/** A vector says by single bits which of its words are not 0, and then has those. */
export const WORD_BITS = 33;
export const ZERO_BITS = 1;

export class StatePart {
  /** Which version of it this is. */
  version = -1;
  high = 0;
  low = 0;
  /** Bits of it in a vector. */
  bits = 0;
  refs = new Int32Array(16);
  refCount = 0;

  addReference(ref: number): void {
    if (this.refCount === this.refs.length) {
      this.refs = grown(this.refs, this.refCount * 2);
    }
    this.refs[this.refCount++] = ref;
  }
}

export class PartWriter {
  readonly #runs: RowInterner | null;
  readonly #boot: Pick<BootWords, "top">;
  readonly #stream = new StreamHash();
  #part = new StatePart();
  #bits = 0;

  /** With `runs` a part has no hash, but a number of those for all that it consists of. */
  constructor(boot: Pick<BootWords, "top">, runs: RowInterner | null) {
    this.#boot = boot;
    this.#runs = runs;
  }

  start(part: StatePart): void {
    this.#part = part;
    part.refCount = 0;
    this.#bits = 0;
    this.#stream.start(0);
  }

  put(word: number): void {
    this.#bits += word === 0 ? ZERO_BITS : WORD_BITS;
    this.#stream.put(word);
  }

  /** Puts a word that is counted elsewhere. */
  putUncounted(word: number): void {
    this.#stream.put(word);
  }

  putReference(ref: number): void {
    if (ref < this.#boot.top) {
      this.put(ref << REFERENCE_TAG);
      return;
    }
    const part = this.#part;
    const { refs } = part;
    const count = part.refCount < TOLD_APART ? part.refCount : TOLD_APART;
    for (let i = 0; i < count; i++) {
      if (refs[i] !== ref) continue;
      this.put((i << REFERENCE_TAG) | KNOWN_REFERENCE);
      return;
    }
    // Its word is counted where its number is given.
    this.#stream.put(NEW_REFERENCE);
    part.addReference(ref);
  }

  /** The part is complete. `kind` is what its run begins with, where it has one. */
  finish(kind: number): void {
    const part = this.#part;
    part.bits = this.#bits;
    const runs = this.#runs;
    if (runs === null) {
      this.#stream.finish();
      part.high = this.#stream.high;
      part.low = this.#stream.low;
      return;
    }
    const { words: stack } = runs;
    const start = stack.top;
    stack.reserve(1)[stack.top++] = kind;
    this.#stream.appendTo(stack);
    part.high = runs.keep(start);
    part.low = 0;
  }
}
