/** A queue of small whole numbers that gives the smallest first: a binary heap in one flat array. */
import { at } from "../core/int-list.ts";

export class PositionHeap {
  readonly #entries: Int32Array;
  #length = 0;

  /** Room for `capacity` entries. The caller enters no number twice. */
  constructor(capacity: number) {
    this.#entries = new Int32Array(capacity);
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  push(value: number): void {
    const entries = this.#entries;
    let place = this.#length++;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (at(entries, parent) <= value) break;
      entries[place] = at(entries, parent);
      place = parent;
    }
    entries[place] = value;
  }

  /** Removes and returns the smallest. The heap must not be empty. */
  pop(): number {
    const entries = this.#entries;
    const smallest = at(entries, 0);
    const length = --this.#length;
    const value = at(entries, length);
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= length) break;
      if (child + 1 < length && at(entries, child + 1) < at(entries, child)) child++;
      if (at(entries, child) >= value) break;
      entries[place] = at(entries, child);
      place = child;
    }
    entries[place] = value;
    return smallest;
  }
}
