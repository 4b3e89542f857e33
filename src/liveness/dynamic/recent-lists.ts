/**
 * HOT. The lists of live words of states that were explored or found lately, by
 * the states' exact hashes: who comes to one of them again on another way, as
 * most do, need not ask for it word by word. Old ones make room for new ones.
 */
import { reservedWords } from "../../core/reserved.ts";

/** Words of all lists, and how many states are known at most. */
const WORDS = 1 << 21;
const SLOTS = 1 << 16;
/** Words of a slot: the hash, which list it is, how long, and the threads asleep. */
const SLOT = 5;
const FIRST = 2;
const LENGTH = 3;
const SLEEPERS = 4;

export class RecentLists {
  /** The list found last, from `start` to `end` of these words. */
  readonly words: Int32Array = reservedWords(WORDS);
  start = 0;
  end = 0;
  /** Threads asleep in that state. */
  sleepers = 0;
  readonly #slots = reservedWords(SLOTS * SLOT);
  /** Slots that have been filled. */
  #used = 0;
  /** Words that were ever kept: a list is there as long as not so many more have come. It begins with 1: 0 is no list. */
  #kept = 1;

  /** Bytes that have been written to. */
  get bytes(): number {
    return 4 * (Math.min(this.#kept, WORDS) + this.#used * SLOT);
  }

  clear(): void {
    this.#slots.fill(0);
    this.#used = 0;
    this.#kept = 1;
  }

  /** Looks for a state in which nobody sleeps but these. */
  find(high: number, low: number, sleepers: number): boolean {
    const at = (high & (SLOTS - 1)) * SLOT;
    const slots = this.#slots;
    if (slots[at] !== high || slots[at + 1] !== low || slots[at + FIRST] === 0) return false;
    if ((slots[at + SLEEPERS]! & ~sleepers) !== 0) return false;
    const first = slots[at + FIRST]!;
    if (this.#kept - first > WORDS) return false;
    this.start = first & (WORDS - 1);
    this.end = this.start + slots[at + LENGTH]!;
    this.sleepers = slots[at + SLEEPERS]!;
    return true;
  }

  /** A state has the live words of `list` from `from` to `to`. */
  keep(
    high: number,
    low: number,
    list: Int32Array,
    from: number,
    to: number,
    sleepers: number,
  ): void {
    const length = to - from;
    if (length > WORDS >> 4) return;
    let first = this.#kept;
    // A list lies in one piece.
    if ((first & (WORDS - 1)) + length > WORDS) first = (first | (WORDS - 1)) + 1;
    if (first + length > 0x7fff_ffff) {
      this.clear();
      first = this.#kept;
    }
    const { words } = this;
    let into = first & (WORDS - 1);
    for (let at = from; at < to; at++) words[into++] = list[at]!;
    this.#kept = first + length;
    const at = (high & (SLOTS - 1)) * SLOT;
    const slots = this.#slots;
    if (slots[at + FIRST] === 0) this.#used++;
    slots[at] = high;
    slots[at + 1] = low;
    slots[at + FIRST] = first;
    slots[at + LENGTH] = length;
    slots[at + SLEEPERS] = sleepers;
  }
}
