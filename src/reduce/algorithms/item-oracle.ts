/**
 * What an algorithm asks, and what it is given: the border between the algorithms, which
 * know items and clauses, and the code that writes candidates to disk and runs commands.
 */
import type { BitSet } from "../../core/bit-set.ts";
import type { Oracle } from "../oracle.ts";

/** A sub-input: the items that are kept. It must not change once it has been handed over. */
export type ItemSet = BitSet;

export type ItemOracle = Oracle<ItemSet>;

export interface SearchOptions {
  /** What each item costs, not negative: bytes, say. One each when it is missing. */
  readonly weights?: ArrayLike<number> | undefined;
  /** Ends the search, with the best so far. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each sub-input that shows the failure and is cheaper than all before it. */
  readonly onBest?: ((kept: ItemSet) => void) | undefined;
  /**
   * Asks what the papers' runs ask, including what the search already knows; to compare
   * numbers with theirs.
   */
  readonly asInPaper?: boolean | undefined;
}
