/**
 * The visited states of a search that jumps between states, so that no incremental fingerprint can follow it.
 * Each state reached is written as a canonical vector and hashed.
 */
import { ALL_LIVE } from "../state/live-cells.ts";
import { CompactStore } from "../state/stores/compact-store.ts";
import { NEW_STATE, type StateStore, type StoreSummary } from "../state/stores/store.ts";
import type { Stop } from "../vm/interpreter/stop.ts";
import type { Machine } from "../vm/machine.ts";
import { HeapMargin } from "./properties/heap-margin.ts";
import type { SearchSetup } from "./search.ts";
import { StateSizeSamples } from "./state-size-samples.ts";
import { choiceAndExitWord } from "./step.ts";
import { VectorFingerprint } from "./vector-fingerprint.ts";

export class VisitedVectors {
  readonly fingerprint: VectorFingerprint;
  readonly heapMargin: HeapMargin;
  readonly #m: Machine;
  readonly #newStore: () => StateStore;
  #store: StateStore;
  readonly #sizes: StateSizeSamples;

  /** Requires that the machine is in its first state. */
  constructor(m: Machine, setup: SearchSetup) {
    this.#m = m;
    this.#newStore = setup.newStore ?? (() => new CompactStore());
    this.#store = this.#newStore();
    const { liveness = ALL_LIVE, heapOrder = "canonical" } = setup;
    this.fingerprint = VectorFingerprint.of(m, liveness, heapOrder);
    const { canonicalizer } = this.fingerprint;
    this.#sizes = new StateSizeSamples(m, canonicalizer, liveness, heapOrder);
    this.heapMargin = new HeapMargin(m, liveness);
  }

  get size(): number {
    return this.#store.size;
  }

  get storeBytes(): number {
    return this.#store.bytes;
  }

  get wordsPerState(): number {
    return this.#sizes.whole.plain;
  }

  get compressedWordsPerState(): number {
    return this.#sizes.whole.compressed;
  }

  describeStore(): StoreSummary {
    return this.#store.describe();
  }

  /** Tells whether the state just reached is new, and records it. */
  isNew(stop: Stop): boolean {
    const { fingerprint } = this;
    fingerprint.identify(stop);
    const store = this.#store;
    const kept = store.needsVector
      ? store.visitVector(fingerprint.canonicalizer, 0)
      : store.visit(fingerprint.high, fingerprint.low, 0);
    return kept === NEW_STATE;
  }

  /** Measures a sample of the new states. */
  sample(stop: Stop, depth: number): void {
    this.#sizes.offer(this.#store.size, depth, choiceAndExitWord(this.#m, stop));
  }

  clear(): void {
    this.#store = this.#newStore();
    this.#sizes.clear();
  }
}
