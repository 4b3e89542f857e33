/** HOT. The objects that a walk over a state has found, numbered from 1 in that order. */
import { nextEpoch } from "../../core/stamps.ts";
import { grown, sparseWords } from "../../core/words.ts";
import type { Machine } from "../../vm/machine.ts";
import { HEAP_BASE } from "../../vm/memory/memory.ts";

export class NumberedObjects {
  count = 0;
  /** By number. Another array once it has grown. */
  refs = new Int32Array(1 << 3);
  /** By half address: when an object was numbered, and its number. */
  readonly #stamps: Int32Array;
  readonly #numbers: Int32Array;
  #epoch = 0;

  constructor(m: Machine) {
    this.#stamps = sparseWords((m.H.length - HEAP_BASE) >> 1);
    this.#numbers = sparseWords((m.H.length - HEAP_BASE) >> 1);
  }

  clear(): void {
    this.count = 0;
    this.#epoch = nextEpoch(this.#stamps, this.#epoch);
  }

  /** The number of an object; 0 if it has none. */
  numberOf(ref: number): number {
    const half = (ref - HEAP_BASE) >> 1;
    return this.#stamps[half] === this.#epoch ? this.#numbers[half]! : 0;
  }

  /** Numbers an object that has no number yet. */
  add(ref: number): void {
    const half = (ref - HEAP_BASE) >> 1;
    const number = ++this.count;
    this.#stamps[half] = this.#epoch;
    this.#numbers[half] = number;
    if (number === this.refs.length) this.refs = grown(this.refs, number * 2);
    this.refs[number] = ref;
  }

  /** Only the first `count` objects have numbers from now on. */
  keep(count: number): void {
    while (this.count > count) this.#stamps[(this.refs[this.count--]! - HEAP_BASE) >> 1] = 0;
  }
}
