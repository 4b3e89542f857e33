/**
 * HOT. The globals of a state as incremental-fingerprint.ts has them: counters,
 * and words of the boot area, as far as they differ from what they were at the
 * start. Those that refer to the heap are the shared part's business.
 */
import type { Machine } from "../../vm/machine.ts";
import { GLOBAL_HASH_GUARD, GLOBAL_THREADS } from "../../vm/memory/memory.ts";
import { type BootWords, GUARD_WORD, PLAIN_WORD } from "../boot-words.ts";
import { AdditiveHash } from "./additive-hash.ts";
import { AT_ADDRESS } from "./shared-objects.ts";

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
    this.sum.moveTo(AT_ADDRESS, address);
    this.sum.replace(0, old, value);
  }

  /** A word of the boot area has changed, which is of this kind. */
  changeBoot(address: number, kind: number, old: number, value: number): void {
    const { top } = this.#boot;
    this.sum.moveTo(AT_ADDRESS, address);
    this.sum.replace(0, globalWord(kind, old, top), globalWord(kind, value, top));
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
      if (boot.isDead(address)) continue;
      this.changeBoot(address, boot.kinds[index]!, boot.initialValues[index]!, H[address]!);
    }
  }
}

/** What a word of the boot area adds. */
function globalWord(kind: number, value: number, top: number): number {
  if (kind === PLAIN_WORD) return value;
  if (value >= top) return 0;
  return kind === GUARD_WORD && (value & 1) === 1 ? value : -value;
}
