/** What a reduction asks of its candidates: whether they still show one of the input's failures. */
import type { Candidate } from "../files/candidate.ts";
import type { Runner } from "./outcome.ts";
import type { Judge } from "./verdict.ts";

/** A failure of the input that candidates are to show. */
export interface Failure {
  /** For the user; null if there is nothing to say about it. */
  readonly line: string | null;
  readonly judge: Judge;
  /** Fresh runners for this failure; the caller closes them. */
  newRunners(): readonly Runner[];
}

export interface Predicate {
  readonly alsoInteresting: readonly number[];
  /** Tries the input itself, and gives the failures that it has. */
  failures(whole: Candidate, signal: AbortSignal): Promise<readonly Failure[]>;
  close(): Promise<void>;
}
