/**
 * The objects of the program that a walk over a state has found, each once, in the order in which they were found.
 *
 * The canonicalizer, the hashes of objects and the projection of a state also give them numbers, and are hot:
 * they keep their stamps and numbers in fields of their own.
 */
import { nextEpoch } from "../core/stamps.ts";
import { grown, sparseWords } from "../core/words.ts";
import type { Machine } from "../vm/machine.ts";
import { HEAP_BASE } from "../vm/memory/memory.ts";

export class FoundObjects {
  count = 0;
  /** `count` of them. */
  objects: Int32Array = new Int32Array(1 << 4);
  /** By half address: an object has been found if its stamp is the present epoch. */
  readonly #stamps: Int32Array;
  #epoch = 0;

  constructor(m: Machine) {
    this.#stamps = sparseWords((m.H.length - HEAP_BASE) >> 1);
  }

  /** A new walk begins. */
  start(): void {
    this.count = 0;
    this.#epoch = nextEpoch(this.#stamps, this.#epoch);
  }

  has(object: number): boolean {
    return this.#stamps[(object - HEAP_BASE) >> 1] === this.#epoch;
  }

  add(object: number): void {
    if (this.has(object)) return;
    this.#stamps[(object - HEAP_BASE) >> 1] = this.#epoch;
    if (this.count === this.objects.length) this.objects = grown(this.objects, 2 * this.count);
    this.objects[this.count++] = object;
  }
}
