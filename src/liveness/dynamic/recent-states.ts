/**
 * HOT. The lists of live words of recently explored or matched states, by the states'
 * exact hashes. Most arrivals are at such a state by another path, and then it need not be
 * looked up word by word. A new entry replaces an old one.
 */
import { sparseWords } from "../../core/words.ts";

/** How many states are known at most. */
const SLOTS = 1 << 16;
/** Words of a slot: the hash, which list it is, plus one, and the threads asleep. */
const SLOT = 4;
const LIST = 2;
const SLEEPERS = 3;

export class RecentStates {
  /** The list found last. */
  list = 0;
  /** Threads asleep in that state. */
  sleepers = 0;
  readonly #slots = sparseWords(SLOTS * SLOT);
  /** Slots that have been filled. */
  #used = 0;

  /** Bytes that have been written to. */
  get bytes(): number {
    return 4 * this.#used * SLOT;
  }

  clear(): void {
    if (this.#used > 0) this.#slots.fill(0);
    this.#used = 0;
  }

  /** Looks for a state whose sleep set is within `sleepers`. */
  find(high: number, low: number, sleepers: number): boolean {
    const at = (high & (SLOTS - 1)) * SLOT;
    const slots = this.#slots;
    if (slots[at] !== high || slots[at + 1] !== low || slots[at + LIST] === 0) return false;
    if ((slots[at + SLEEPERS]! & ~sleepers) !== 0) return false;
    this.list = slots[at + LIST]! - 1;
    this.sleepers = slots[at + SLEEPERS]!;
    return true;
  }

  /** A state has this list of live words. */
  keep(high: number, low: number, list: number, sleepers: number): void {
    const at = (high & (SLOTS - 1)) * SLOT;
    const slots = this.#slots;
    if (slots[at + LIST] === 0) this.#used++;
    slots[at] = high;
    slots[at + 1] = low;
    slots[at + LIST] = list + 1;
    slots[at + SLEEPERS] = sleepers;
  }
}
