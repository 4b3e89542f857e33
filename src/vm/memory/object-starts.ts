/**
 * Finds the object that contains a word. Objects lie one after another, so for
 * each card of words it is enough to know which object the card begins in. The
 * table is filled on demand, and only the part that has changed since is filled
 * again.
 */
import { sparseWords } from "../../core/words.ts";
import type { Machine } from "../machine.ts";

const CARD_SHIFT = 6;
const CARD = 1 << CARD_SHIFT;

export class ObjectStarts {
  readonly #m: Machine;
  readonly #base: number;
  readonly #cards: Int32Array;
  /** The table is right for the words below; an object begins here, or will. */
  #known: number;

  /** For objects from `base` on, within `words` words. */
  constructor(m: Machine, base: number, words: number) {
    this.#m = m;
    this.#base = base;
    this.#cards = sparseWords((words >> CARD_SHIFT) + 1);
    this.#known = base;
  }

  /** From this place on, where an object began or the last one ended, there are other objects than before. */
  forgetFrom(address: number): void {
    if (address < this.#known) this.#known = Math.max(this.#base, address);
  }

  /** The object around a word; objects end at `end`. */
  objectAt(address: number, end: number): number {
    if (this.#known < end) this.#fill(end);
    const m = this.#m;
    let object = this.#cards[(address - this.#base) >> CARD_SHIFT]!;
    for (;;) {
      const next = object + m.wordsOf(object);
      if (next > address) return object;
      object = next;
    }
  }

  #fill(end: number): void {
    const m = this.#m;
    const cards = this.#cards;
    let object = this.#known;
    while (object < end) {
      const next = object + m.wordsOf(object);
      // The cards whose first words are in the object.
      const last = (next - this.#base - 1) >> CARD_SHIFT;
      let card = (object - this.#base + CARD - 1) >> CARD_SHIFT;
      for (; card <= last; card++) cards[card] = object;
      object = next;
    }
    this.#known = object;
  }
}
