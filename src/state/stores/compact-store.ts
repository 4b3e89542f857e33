/**
 * HOT. Keeps a 64-bit fingerprint of each state. Two states with the same
 * fingerprint would be taken for one; how unlikely that is, the store can say.
 */
import { PairTable } from "./pair-table.ts";
import type { CompactSummary, FingerprintStore } from "./store.ts";

export class CompactStore implements FingerprintStore {
  readonly needsVector = false;
  readonly #fingerprints = new PairTable(false);

  get size(): number {
    return this.#fingerprints.size;
  }

  get bytes(): number {
    return this.#fingerprints.bytes;
  }

  storeSleepSets(): boolean {
    this.#fingerprints.keepMarks();
    return true;
  }

  hasFingerprint(high: number, low: number): boolean {
    return this.#fingerprints.has(high | 0, low | 0);
  }

  visit(high: number, low: number, asleep: number): number {
    return this.#fingerprints.visit(high | 0, low | 0, asleep);
  }

  narrow(high: number, low: number, asleep: number): void {
    this.#fingerprints.mark(high | 0, low | 0, asleep);
  }

  describe(): CompactSummary {
    return { kind: "compact", mergeProbability: mergeProbability(this.size) };
  }
}

/** The birthday bound: each two of the states meet with a probability of 2^-64. */
const mergeProbability = (states: number): number =>
  Math.min(1, (states * Math.max(0, states - 1)) / 2 / 2 ** 64);
