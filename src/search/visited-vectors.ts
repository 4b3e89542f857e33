/**
 * The visited states of a search that jumps between states, so that no incremental fingerprint can follow it.
 * Each state reached is written as a canonical vector and hashed.
 */
import { ALL_LIVE } from "../state/live-cells.ts";
import { CompactStore } from "../state/stores/compact-store.ts";
import type { StateStore, StoreSummary } from "../state/stores/store.ts";
import { Canonicalizer } from "../state/vector/canonicalizer.ts";
import { VectorHash } from "../state/vector/vector-hash.ts";
import type { Stop } from "../vm/interpreter/stop.ts";
import type { Machine } from "../vm/machine.ts";
import { HeapMargin } from "./properties/heap-margin.ts";
import type { SearchSetup } from "./search.ts";
import { StateSizeSamples } from "./state-size-samples.ts";
import { choiceAndExitWord } from "./step.ts";

export class VisitedVectors {
  readonly canonicalizer: Canonicalizer;
  readonly heapMargin: HeapMargin;
  readonly #m: Machine;
  readonly #hash = new VectorHash();
  readonly #newStore: () => StateStore;
  #store: StateStore;
  readonly #sizes: StateSizeSamples;

  /** Requires that the machine is in its first state. */
  constructor(m: Machine, setup: SearchSetup) {
    this.#m = m;
    this.#newStore = setup.newStore ?? (() => new CompactStore());
    this.#store = this.#newStore();
    const { liveness = ALL_LIVE, heapOrder = "canonical" } = setup;
    this.canonicalizer = new Canonicalizer(m, liveness, heapOrder);
    this.#sizes = new StateSizeSamples(m, this.canonicalizer, liveness, heapOrder);
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

  /** The fingerprint of the state identified last. */
  get high(): number {
    return this.#hash.high;
  }

  get low(): number {
    return this.#hash.low;
  }

  /** Sets `high` and `low` to the fingerprint of the current state. */
  identify(stop: Stop): void {
    const { canonicalizer } = this;
    canonicalizer.write(choiceAndExitWord(this.#m, stop));
    this.#hash.of(canonicalizer.vector, canonicalizer.length);
  }

  /** Tells whether the state just reached is new, and records it. */
  isNew(stop: Stop): boolean {
    this.identify(stop);
    const store = this.#store;
    return store.needsVector
      ? store.addVector(this.canonicalizer)
      : store.addFingerprint(this.#hash.high, this.#hash.low);
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
