/**
 * HOT. Keeps no states, only a few bits for each in a table of a size that the
 * user chooses: all of them set means "seen before". That is wrong now and then,
 * the more often the fuller the table, so a search with it proves nothing; but
 * it can look for errors where no other store would fit.
 */
import { bug } from "../../core/assert.ts";
import { type BitstateSummary, type FingerprintStore, NEW_STATE } from "./store.ts";

const BITS_PER_STATE = 3;
const NO_SLEEP_SET = 0;

export class BitstateStore implements FingerprintStore {
  readonly needsVector = false;
  size = 0;
  readonly #table: Int32Array;
  /** Words of the table over 2^32. */
  readonly #scale: number;
  #bitsSet = 0;
  /** States that were met for the first time and taken for known ones, by expectation. */
  #omitted = 0;

  constructor(bytes: number) {
    this.#table = new Int32Array(Math.max(1, Math.floor(bytes / 4)));
    this.#scale = this.#table.length / 2 ** 32;
  }

  get bytes(): number {
    return this.#table.byteLength;
  }

  get #tableBits(): number {
    return this.#table.length * 32;
  }

  storeSleepSets(): boolean {
    return false;
  }

  visit(high: number, low: number): number {
    const table = this.#table;
    // One word gives the places in the table, the other the bits there; each steps by the other.
    const placeStep = low | 1;
    const bitStep = high | 1;
    let place = high;
    let bit = low;
    let bitsNew = 0;
    for (let i = 0; i < BITS_PER_STATE; i++) {
      const at = Math.floor((place >>> 0) * this.#scale);
      const word = table[at]!;
      const mask = 1 << (bit & 31);
      if ((word & mask) === 0) {
        table[at] = word | mask;
        bitsNew++;
      }
      place = (place + placeStep) | 0;
      bit = (bit + bitStep) | 0;
    }
    if (bitsNew === 0) return NO_SLEEP_SET;
    // For each new state that is recognised as new, this many are not.
    const omission = (this.#bitsSet / this.#tableBits) ** BITS_PER_STATE;
    this.#omitted += omission / (1 - omission);
    this.#bitsSet += bitsNew;
    this.size++;
    return NEW_STATE;
  }

  narrow(): void {
    bug("a bitstate store keeps no sleep sets");
  }

  describe(): BitstateSummary {
    return {
      kind: "bitstate",
      tableBits: this.#tableBits,
      bitsPerState: BITS_PER_STATE,
      bitsSet: this.#bitsSet,
      expectedCoverage: this.size === 0 ? 1 : this.size / (this.size + this.#omitted),
    };
  }
}
