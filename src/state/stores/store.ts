/**
 * What a search asks of the memory of visited states: whether a state is new.
 * Some stores look at a state's fingerprint, others at the whole vector.
 *
 * A store that finds no memory throws a RangeError and is as it was before: the
 * search ends there, and what it has counted stays true.
 *
 * A store does not remember which state was visited last: what a search needs to know of it is the answer
 * of `visit`, and what it wants to change of it, it says by naming the state again.
 */

/** The answer of `visit` for a state that has not been visited before. No sleep set is this number. */
export const NEW_STATE = -1;

interface Store {
  /** States taken for new so far. */
  readonly size: number;
  readonly bytes: number;
  /**
   * From now on, while it is empty: a set of threads (bits, below 256) is kept
   * with each state. False when the store cannot do that.
   */
  storeSleepSets(): boolean;
  /** What there is to say about the store besides its size. */
  describe(): StoreSummary;
}

export interface FingerprintStore extends Store {
  readonly needsVector: false;
  /** True when a state with this fingerprint is there; for those that can tell. */
  hasFingerprint?(high: number, low: number): boolean;
  /** NEW_STATE, and keeps the sleep set with the state; or the sleep set that is kept with the known state. */
  visit(high: number, low: number, asleep: number): number;
  /** From now on this sleep set, a subset of the one kept, is kept with the known state. */
  narrow(high: number, low: number, asleep: number): void;
}

export interface VectorStore extends Store {
  readonly needsVector: true;
  /** As that of a FingerprintStore: a state is known by its words, and how they are divided. */
  visitVector(state: PartitionedVector, asleep: number): number;
  narrowVector(state: PartitionedVector, asleep: number): void;
}

/** A state's words and where its parts lie: the threads first, then what they share. */
export interface PartitionedVector {
  readonly vector: Int32Array;
  /** By part: the index after its last word, which is where the next part starts. */
  readonly ends: Int32Array;
  readonly parts: number;
  /** How many of them, at the start, belong to threads. */
  readonly threadParts: number;
}

export type StateStore = FingerprintStore | VectorStore;

export interface ExactSummary {
  readonly kind: "exact";
  /** Pairs that the states' vectors are made of, shared between them. */
  readonly nodes: number;
}

export interface CompactSummary {
  readonly kind: "compact";
  /** How likely it is, at most, that any two states were taken for one. */
  readonly mergeProbability: number;
}

export interface BitstateSummary {
  readonly kind: "bitstate";
  readonly tableBits: number;
  readonly bitsPerState: number;
  readonly bitsSet: number;
  /** States visited over those met, as far as the bits set let one expect. */
  readonly expectedCoverage: number;
}

export type StoreSummary = ExactSummary | CompactSummary | BitstateSummary;
