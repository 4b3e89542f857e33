/**
 * An oracle whose questions are logged in a session; the session keeps the smallest program that
 * still fails.
 */
import type { Candidate } from "../files/candidate.ts";
import type { NameChange } from "../items/name-changes.ts";
import type { Oracle } from "../oracle.ts";
import { type CandidateVerdict, verdictName } from "../predicate/verdict.ts";
import type { SpeculativeOracle } from "../runners/speculative-oracle.ts";
import { compareSizes } from "../size.ts";
import type { Session } from "./session.ts";
import type { LoggedStep } from "./step-log.ts";

export interface ReductionObserver {
  /** `best`: the candidate, if it is the best so far. */
  onStep?(step: LoggedStep, best: Candidate | null): void;
  onBest?(best: Candidate, step: LoggedStep): void;
  /** The first time that this message was taken for the failure that is looked for. */
  onSlippage?(message: string): void;
}

export interface Question {
  readonly strategy: string;
  readonly items: number;
  /** What the candidate calls the parts of the input that it does not call as the input does. */
  readonly changes?: readonly NameChange[];
}

export class LoggedOracle {
  readonly #oracle: SpeculativeOracle;
  readonly #session: Session;
  readonly #observer: ReductionObserver;
  readonly #asked = new Set<string>();
  readonly #slips = new Map<string, number>();
  #runs: number;
  #changes: readonly NameChange[] | null;

  constructor(oracle: SpeculativeOracle, session: Session, observer: ReductionObserver = {}) {
    this.#oracle = oracle;
    this.#session = session;
    this.#observer = observer;
    this.#runs = session.earlierRuns;
    this.#changes = session.best === null ? [] : null;
  }

  get best(): Candidate | null {
    return this.#session.best;
  }

  /** How the best names the parts of the input; null if that was found in an earlier process, and not yet again. */
  get changes(): readonly NameChange[] | null {
    return this.#changes;
  }

  /** How many different candidates the predicate was needed for, which speculation does not change. */
  get runs(): number {
    return this.#runs;
  }

  /** How many interesting candidates had another message than the input, by message. */
  get slips(): ReadonlyMap<string, number> {
    return this.#slips;
  }

  async ask(candidate: Candidate, { strategy, items, changes = [] }: Question): Promise<boolean> {
    const { hash, classes, bytes } = candidate;
    const isRepeated = this.#asked.has(hash);
    const known = isRepeated || this.#session.cache.isFromEarlier(hash);
    const verdict = await this.#oracle.judge(candidate);
    this.#asked.add(hash);
    if (!known) this.#runs++;
    const { best } = this.#session;
    const isBest =
      verdict.interesting && (best === null || compareSizes(candidate.files, best.files) < 0);
    if (isBest) this.#session.improve(candidate);
    if (verdict.interesting && this.#session.best?.hash === hash) this.#changes = changes;
    const step: LoggedStep = {
      time: this.#session.time,
      run: this.#runs,
      strategy,
      items,
      classes,
      bytes,
      verdict: verdictName(verdict),
      known,
      best: this.#session.best?.bytes ?? bytes,
    };
    this.#session.log(step);
    this.#observer.onStep?.(step, isBest ? candidate : null);
    if (isBest) this.#observer.onBest?.(candidate, step);
    if (!isRepeated) this.#noteSlip(verdict);
    return verdict.interesting;
  }

  /** For the questions of one phase. */
  during(phase: string): Oracle<Candidate> {
    return {
      ask: (candidate, items = 0, changes = []) =>
        this.ask(candidate, { strategy: phase, items, changes }),
      expect: (candidates) => this.expect(candidates),
    };
  }

  expect(candidates: Iterable<Candidate>): void {
    this.#oracle.expect(candidates);
  }

  #noteSlip({ slippedTo }: CandidateVerdict): void {
    if (slippedTo === null) return;
    const count = this.#slips.get(slippedTo) ?? 0;
    this.#slips.set(slippedTo, count + 1);
    if (count === 0) this.#observer.onSlippage?.(slippedTo);
  }
}
