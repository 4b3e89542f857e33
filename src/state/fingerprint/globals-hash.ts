/**
 * HOT. The globals of a state as incremental-fingerprint.ts has them: counters,
 * and words of the boot area, as far as they differ from what they were at the
 * start. Those that refer to the heap are the shared part's business.
 */
import type { Machine } from "../../vm/machine.ts";
import { GLOBAL_HASH_GUARD, GLOBAL_THREADS } from "../../vm/memory/memory.ts";
import { type BootWords, GUARD_WORD, PLAIN_WORD } from "../boot-words.ts";
import { AdditiveHash } from "./additive-hash.ts";
import { AT_WORD } from "./shared-objects.ts";

export class GlobalsHash {
  readonly sum = new AdditiveHash();
  readonly #m: Machine;
  readonly #boot: BootWords;
  /** What the counters were first, by address. */
  readonly #first: Int32Array;

  constructor(m: Machine, boot: BootWords) {
    this.#m = m;
    this.#boot = boot;
    this.#first = m.H.slice(0, GLOBAL_HASH_GUARD + 1);
  }

  /** A counter has changed. */
  changeCounter(address: number, old: number, value: number): void {
    if (address < GLOBAL_THREADS || address > GLOBAL_HASH_GUARD) return;
    this.sum.moveTo(AT_WORD, address);
    this.sum.replace(0, old, value);
  }

  /** The word of the boot area with this index has changed. */
  changeBoot(index: number, old: number, value: number): void {
    const kind = this.#boot.kinds[index]!;
    this.sum.moveTo(AT_WORD, this.#boot.numbers[index]!);
    this.sum.replace(0, this.#word(kind, old), this.#word(kind, value));
  }

  /** What a word of the boot area adds. */
  #word(kind: number, value: number): number {
    if (kind === PLAIN_WORD) return value;
    if (value >= this.#boot.top) return 0;
    const isCode = kind === GUARD_WORD && (value & 1) === 1;
    return isCode ? value : this.#m.fixedNumbers.reference(value);
  }

  /** From the start: dead ones do not count. */
  compute(): void {
    const { H } = this.#m;
    const boot = this.#boot;
    this.sum.clear();
    for (let address = GLOBAL_THREADS; address <= GLOBAL_HASH_GUARD; address++) {
      this.changeCounter(address, this.#first[address]!, H[address]!);
    }
    for (let index = 0; index < boot.count; index++) {
      const address = boot.addresses[index]!;
      if (!boot.isDead(address)) this.changeBoot(index, boot.initialValues[index]!, H[address]!);
    }
  }
}
