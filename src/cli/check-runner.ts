/**
 * A predicate in this process: the checker itself. Nothing is written to disk and no
 * process is started, so a small program is asked about in milliseconds.
 */
import type { Candidate } from "../reduce/files/candidate.ts";
import type { Outcome, Runner } from "../reduce/predicate/outcome.ts";
import type { CandidateChecker, CheckedFailure } from "./candidate-checker.ts";

/** Looks for one failure. */
export class CheckRunner implements Runner {
  readonly #checker: CandidateChecker;
  readonly #wanted: CheckedFailure;

  constructor(checker: CandidateChecker, wanted: CheckedFailure) {
    this.#checker = checker;
    this.#wanted = wanted;
  }

  async run(candidate: Candidate, signal: AbortSignal): Promise<Outcome> {
    const interesting = await this.#checker.has(candidate, this.#wanted, signal);
    return { kind: "answered", interesting };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
