/**
 * HOT. Numbers of the objects that only threads' own parts hold. Parts of a round come one after
 * the other; an object belongs to the part in which it is found first.
 */
import { nextEpoch } from "../../core/stamps.ts";
import { sparseWords } from "../../core/words.ts";

/** From here on: which thread's part an object was first found in. A second word, its number there, follows. */
export const OTHERS = 1 << 29;

export class OwnNumbers {
  /** An object was met that belongs to an earlier part. */
  hasMet = false;
  /** The number of the last such object in its part. */
  metNumber = 0;
  /** By half address: the part, and the number in it. */
  readonly #stamps: Int32Array;
  readonly #numbers: Int32Array;
  #epoch = 0;
  /** Stamps from here on are of this round. */
  #round = 0;

  constructor(halves: number) {
    this.#stamps = sparseWords(halves);
    this.#numbers = sparseWords(halves);
  }

  /** Forgets which part each object is in. Up to this many parts will be started before the next round. */
  startRound(parts: number): void {
    this.#round = nextEpoch(this.#stamps, this.#epoch, parts);
    this.#epoch = this.#round - 1;
    this.hasMet = false;
  }

  startPart(): void {
    this.#epoch++;
  }

  /** The number in this part, from OTHERS on that of an earlier part, or 0 if the object has none yet. */
  numberAt(half: number): number {
    const stamp = this.#stamps[half]!;
    if (stamp === this.#epoch) return this.#numbers[half]!;
    if (stamp < this.#round) return 0;
    this.hasMet = true;
    this.metNumber = this.#numbers[half]!;
    return OTHERS + stamp - this.#round;
  }

  /** The object belongs to this part. */
  set(half: number, number: number): void {
    this.#stamps[half] = this.#epoch;
    this.#numbers[half] = number;
  }
}
