/**
 * HOT. Decides whether the state that a depth-first search has just reached is new. Depending on the store
 * and the reductions, it compares the incremental fingerprint, the whole vector, or the live part
 * (reductions/live-futures.ts).
 */
import { fingerprintFor } from "../state/fingerprint/allocated-fingerprint.ts";
import type { IncrementalFingerprint } from "../state/fingerprint/incremental-fingerprint.ts";
import { ALL_LIVE } from "../state/live-cells.ts";
import { CompactStore } from "../state/stores/compact-store.ts";
import { NEW_STATE, type StateStore, type StoreSummary } from "../state/stores/store.ts";
import { Canonicalizer } from "../state/vector/canonicalizer.ts";
import { Stop } from "../vm/interpreter/stop.ts";
import type { Machine } from "../vm/machine.ts";
import type { SearchCounters } from "./counters.ts";
import { HeapMargin } from "./properties/heap-margin.ts";
import { type DynamicReduction, dynamicReductionOf } from "./reductions/dynamic-reduction.ts";
import type { SleepSets } from "./reductions/sleep-sets.ts";
import type { SearchSetup } from "./search.ts";
import { StateSizeSamples } from "./state-size-samples.ts";
import { choiceAndExitWord } from "./step.ts";

export class VisitedStates {
  readonly dynamic: DynamicReduction;
  readonly heapMargin: HeapMargin;
  /** For stores of whole vectors, and for livelocks. */
  readonly canonicalizer: Canonicalizer;
  /** The last state was recognised by its live part. */
  isMatchedByLivePart = false;
  /** The threads that were asleep at the first visit of the known state just reached. */
  sleptBefore = 0;
  readonly #m: Machine;
  readonly #counters: SearchCounters;
  readonly #sleep: SleepSets;
  readonly #newStore: () => StateStore;
  #store: StateStore;
  readonly #fingerprint: IncrementalFingerprint;
  readonly #sizes: StateSizeSamples;
  /** The observer receives every fingerprint. */
  readonly #isObserved: boolean;

  /** Requires that the machine is in its first state. `depth` returns the depth of the state on top. */
  constructor(
    m: Machine,
    setup: SearchSetup,
    sleep: SleepSets,
    counters: SearchCounters,
    depth: () => number,
  ) {
    this.#m = m;
    this.#counters = counters;
    this.#sleep = sleep;
    this.#isObserved = (setup.observer ?? null) !== null;
    this.#newStore = setup.newStore ?? (() => new CompactStore());
    this.#store = this.#newStore();
    sleep.begin(this.#store);
    const { liveness = ALL_LIVE, heapOrder = "canonical" } = setup;
    this.#fingerprint = fingerprintFor(m, liveness, heapOrder);
    this.#fingerprint.start();
    this.canonicalizer = new Canonicalizer(m, liveness, heapOrder);
    this.#sizes = new StateSizeSamples(m, this.canonicalizer, liveness, heapOrder);
    this.dynamic = dynamicReductionOf(m, setup, {
      boot: this.#fingerprint.bootWords,
      isExact: this.#store.needsVector,
      depth,
      liveSet: () => this.#fingerprint.liveSet,
      samples: this.#sizes,
    });
    this.heapMargin = new HeapMargin(m, liveness);
  }

  /** The number of entries of the store. */
  get size(): number {
    return this.#store.size;
  }

  /** The number of different states, without those stored a second time. */
  get count(): number {
    return this.#store.size - this.#counters.keptAgain;
  }

  get storeBytes(): number {
    return this.#store.bytes + this.dynamic.storeBytes;
  }

  /** Bytes that the levels of the search stack take in this class. */
  get levelBytes(): number {
    return this.#fingerprint.stepBytes + this.dynamic.levelBytes;
  }

  wordsPerState(encoding: "plain" | "compressed"): number {
    return this.#sizes.wordsPerState(this.count, this.dynamic.counts?.stored ?? 0, encoding);
  }

  describeStore(): StoreSummary {
    return this.#store.describe();
  }

  get high(): number {
    return this.#fingerprint.high;
  }

  get low(): number {
    return this.#fingerprint.low;
  }

  // ---- steps ----

  /** May rebuild tables of the fingerprint, so it is called before the transition begins. */
  beforeStep(): void {
    this.#fingerprint.beforeStep();
  }

  /** Call when the undo log is compacted. `expected` is the word that the step was expected to change. */
  afterStep(thread: number, stop: Stop, expected: number): void {
    const m = this.#m;
    if (this.#store.needsVector) this.canonicalizer.noteWrites(m.transitionStart);
    if (stop === Stop.ignored || stop === Stop.halted) return;
    this.#fingerprint.noteStep(thread, m.transitionStart, choiceAndExitWord(m, stop), expected);
    // Most states are recognised by their live part alone and need no fingerprint.
    if (!this.dynamic.isActive || this.#isObserved) this.#fingerprint.complete();
  }

  /** True if the last step changed no shared word but the expected one. May complete the fingerprint. */
  stepWasLocal(): boolean {
    return this.#fingerprint.wasLocal();
  }

  undone(): void {
    this.#fingerprint.undoStep();
  }

  // ---- states ----

  /** HOT. Tells whether the state just reached is new, and records it. */
  isNew(stop: Stop): boolean {
    const pending = choiceAndExitWord(this.#m, stop);
    const { dynamic } = this;
    const { asleep } = this.#sleep;
    this.isMatchedByLivePart = dynamic.find(pending, asleep) && this.heapMargin.takesForOther();
    if (!this.isMatchedByLivePart) return this.#visit(pending, asleep);
    this.sleptBefore = dynamic.foundAsleep;
    const both = dynamic.foundAsleep & asleep;
    if (both === dynamic.foundAsleep) {
      // A recently found state has already been counted.
      if (!dynamic.isRecent) this.#noteGain();
      return false;
    }
    // The search will continue from this state. Record it, so that it is recognised when it is reached again.
    this.isMatchedByLivePart = this.#visit(pending, both);
    if (this.isMatchedByLivePart) this.#counters.keptAgain++;
    return false;
  }

  /** True if the state is new to the store, which keeps the sleep set then. If not, `sleptBefore` is the one it kept. */
  #visit(pending: number, asleep: number): boolean {
    const store = this.#store;
    this.#fingerprint.complete();
    let kept = 0;
    if (store.needsVector) {
      this.canonicalizer.write(pending);
      kept = store.visitVector(this.canonicalizer, asleep);
    } else {
      kept = store.visit(this.#fingerprint.high, this.#fingerprint.low, asleep);
    }
    if (kept === NEW_STATE) return true;
    this.sleptBefore = kept;
    return false;
  }

  /**
   * A state was recognised by its live part. That is a gain if the state itself has not been visited, which
   * is looked up for a sample only.
   */
  #noteGain(): void {
    const { payoff } = this.dynamic;
    const weight = payoff.weightAt(this.#counters.matched);
    if (weight === 0) return;
    if (!this.#store.needsVector) this.#fingerprint.complete();
    const { high, low } = this.#fingerprint;
    if (!this.#store.needsVector && this.#store.hasFingerprint?.(high, low) === true) return;
    payoff.gains += weight;
  }

  /** Records that the state just reached matches a known one. */
  noteMatch(): void {
    this.#counters.matched++;
    this.heapMargin.noteMatch();
  }

  /** Narrows the sleep set stored for the known state just reached. (For a live part, `DynamicReduction` does that.) */
  narrowSleepSet(stop: Stop, asleep: number): void {
    if (this.isMatchedByLivePart) return;
    const store = this.#store;
    if (store.needsVector) {
      this.canonicalizer.write(choiceAndExitWord(this.#m, stop));
      store.narrowVector(this.canonicalizer, asleep);
    } else {
      store.narrow(this.#fingerprint.high, this.#fingerprint.low, asleep);
    }
  }

  /** Measures a sample of the new states. */
  sample(stop: Stop, depth: number): void {
    this.#sizes.offer(this.#store.size, depth, choiceAndExitWord(this.#m, stop));
  }

  // ---- restarts ----

  /** The search restarts: no state is visited. */
  clear(): void {
    const states = this.#store.size;
    this.#store = this.#newStore();
    this.#sleep.begin(this.#store);
    this.dynamic.restarted(states);
    this.#sizes.clear();
  }

  /**
   * Requires that the machine is in its first state. `hasOtherFields`: other fields may be live than before
   * the restart.
   */
  begin(hasOtherFields: boolean): void {
    if (hasOtherFields) this.#fingerprint.start();
    else this.#fingerprint.settle(0);
  }
}
