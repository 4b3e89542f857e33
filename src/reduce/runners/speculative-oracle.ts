/**
 * Answers questions about candidates from a cache or by running the predicate. Idle runners work
 * ahead on what will probably be asked next. A speculative run is shared by everyone who asks for
 * its candidate, continues while its runner is not needed, and is given up when it is. So
 * speculation costs processor time only, and no answer depends on it.
 */
import { setImmediate } from "node:timers/promises";
import { invariant } from "../../core/assert.ts";
import { FlakyPredicateError } from "../../core/errors.ts";
import type { Candidate } from "../files/candidate.ts";
import type { Oracle } from "../oracle.ts";
import type { Runner, RunOutcome } from "../predicate/outcome.ts";
import { type CandidateVerdict, type Judge, verdictName } from "../predicate/verdict.ts";
import type { VerdictCache } from "../session/verdict-cache.ts";
import { reasonOf } from "./command.ts";

export interface OracleObserver {
  /** A run has ended by itself, asked for or not. */
  onRun?(candidate: Candidate, verdict: CandidateVerdict, outcome: RunOutcome): void;
}

export interface OracleOptions {
  /** One for each job, at least one. The oracle closes them. */
  readonly runners: readonly Runner[];
  readonly judge: Judge;
  readonly cache: VerdictCache;
  /** Aborted with an error as its reason, which all questions then end with. */
  readonly signal: AbortSignal;
  readonly observer?: OracleObserver;
}

export interface OracleCounts {
  /** Runs that were started, speculative ones included. */
  readonly runs: number;
  /** Questions that were answered from memory. */
  readonly remembered: number;
  readonly foreseen: number;
  /** Speculative runs that a question joined while they ran. */
  readonly shared: number;
  /** Speculative runs that were given up. */
  readonly abandoned: number;
}

interface Task {
  readonly candidate: Candidate;
  readonly controller: AbortController;
  readonly promise: Promise<CandidateVerdict>;
  readonly resolve: (verdict: CandidateVerdict) => void;
  readonly reject: (error: unknown) => void;
  /** A question waits for this run: it is not speculative, or no longer. */
  isWanted: boolean;
  /** Foreseen once, but not by the latest forecast. */
  isStale: boolean;
}

/** How many candidates are built while all runners are busy: one for either answer of a binary search. */
const PREPARED_AHEAD = 2;

const isStale = (task: Task): boolean => task.isStale;
const isSpeculative = (task: Task): boolean => !task.isWanted;
const isGivenUp = (task: Task): boolean => task.controller.signal.aborted;
const isOfUse = (task: Task): boolean => !isStale(task) && !isGivenUp(task);

function newTask(candidate: Candidate): Task {
  let resolve: ((verdict: CandidateVerdict) => void) | undefined;
  let reject: ((error: unknown) => void) | undefined;
  const promise = new Promise<CandidateVerdict>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  invariant(resolve !== undefined && reject !== undefined, "a promise calls its executor at once");
  promise.catch(() => {}); // nobody may wait for it, and who does hears of it
  const controller = new AbortController();
  return { candidate, controller, promise, resolve, reject, isWanted: false, isStale: false };
}

export class SpeculativeOracle implements Oracle<Candidate> {
  readonly #options: OracleOptions;
  readonly #idle: Runner[];
  /** By hash: those that wait for a runner and those that have one, but none that was given up. */
  readonly #tasks = new Map<string, Task>();
  /** Asked for, and without a runner. */
  readonly #waiting: Task[] = [];
  /** Foreseen, and without a runner. */
  readonly #expected: Task[] = [];
  /** With a runner, in the order in which they began; those given up stay until they have ended. */
  readonly #running = new Map<Task, Promise<void>>();
  #forecast: Iterator<Candidate> | null = null;
  #looksAhead = false;
  #isClosed = false;
  readonly #counts = { runs: 0, remembered: 0, foreseen: 0, shared: 0, abandoned: 0 };

  constructor(options: OracleOptions) {
    invariant(options.runners.length > 0, "an oracle needs a runner");
    this.#options = options;
    this.#idle = [...options.runners];
    options.signal.addEventListener("abort", this.#stop, { once: true });
  }

  get counts(): OracleCounts {
    return { ...this.#counts };
  }

  async ask(candidate: Candidate): Promise<boolean> {
    return (await this.judge(candidate)).interesting;
  }

  judge(candidate: Candidate): Promise<CandidateVerdict> {
    if (this.#options.signal.aborted) return Promise.reject(reasonOf(this.#options.signal));
    const { hash } = candidate;
    const known = this.#options.cache.get(hash);
    if (known !== undefined) {
      this.#counts.remembered++;
      return Promise.resolve(known);
    }
    return this.#want(hash, candidate);
  }

  /** Asked once more, whatever is known: what is claimed in the end should have been seen in the end. */
  async confirm(candidate: Candidate): Promise<CandidateVerdict> {
    this.#options.signal.throwIfAborted();
    const known = this.#options.cache.get(candidate.hash);
    const verdict = await this.#want(candidate.hash, candidate);
    if (known !== undefined && known.interesting !== verdict.interesting) {
      throw new FlakyPredicateError(
        `the predicate is flaky: the result was ${verdictName(known)} and, when tried once more, is ${verdictName(verdict)}`,
        {
          hint: "The best result so far is kept. The predicate must always give the same answer for the same input.",
        },
      );
    }
    return verdict;
  }

  /**
   * What will probably be asked next, the likeliest first. Replaces what was foreseen
   * before. Taken one by one as runners are idle, and a few ahead of that.
   */
  expect(candidates: Iterable<Candidate>): void {
    if (this.#isClosed || this.#options.signal.aborted) return;
    for (const task of this.#expected.splice(0)) this.#tasks.delete(task.candidate.hash);
    for (const task of this.#tasks.values()) task.isStale = !task.isWanted;
    this.#forecast = candidates[Symbol.iterator]();
    this.#dispatch();
  }

  /** Ends all runs; a question that still waits is rejected as closed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#forecast = null;
    this.#options.signal.removeEventListener("abort", this.#stop);
    this.#endAll(new Error("internal error: the oracle was closed"));
    await Promise.all(this.#options.runners.map((runner) => runner.close()));
    await Promise.all(this.#running.values());
  }

  readonly #stop = (): void => {
    this.#forecast = null;
    this.#endAll(reasonOf(this.#options.signal));
  };

  #endAll(reason: Error): void {
    for (const task of this.#tasks.values()) {
      task.reject(reason);
      task.controller.abort(reason);
    }
    this.#tasks.clear();
    this.#waiting.length = 0;
    this.#expected.length = 0;
  }

  #want(hash: string, candidate: Candidate): Promise<CandidateVerdict> {
    const task = this.#tasks.get(hash) ?? newTask(candidate);
    if (!task.isWanted) {
      task.isWanted = true;
      task.isStale = false;
      if (this.#running.has(task)) this.#counts.shared++;
      else {
        const at = this.#expected.indexOf(task);
        if (at >= 0) this.#expected.splice(at, 1);
        this.#tasks.set(hash, task);
        this.#waiting.push(task);
      }
    }
    this.#dispatch();
    return task.promise;
  }

  /** Questions first, at the expense of speculation; expected candidates use the remaining runners. */
  #dispatch(): void {
    this.#readForecast();
    for (;;) {
      const task = this.#waiting[0] ?? this.#expected[0];
      const runner = task === undefined ? undefined : this.#idle.pop();
      if (task === undefined || runner === undefined) break;
      (task.isWanted ? this.#waiting : this.#expected).shift();
      this.#start(task, runner);
    }
    let coming = this.#runningThat(isGivenUp).length;
    while (coming < this.#waiting.length && this.#abandonOne(isSpeculative)) coming++;
    const all = this.#waiting.length + this.#expected.length;
    while (coming < all && this.#abandonOne(isStale)) coming++;
    if (this.#forecast !== null) void this.#describeNext();
  }

  /** As many as there are runners for, counting those that stale runs will free. */
  #readForecast(): void {
    while (this.#forecast !== null) {
      const taken = this.#runningThat(isOfUse).length + this.#waiting.length;
      if (taken + this.#expected.length >= this.#options.runners.length) return;
      const next = this.#forecast.next();
      if (next.done === true) this.#forecast = null;
      else this.#enqueue(next.value);
    }
  }

  /** While all runners work, what is foreseen is made ready for them, with pauses in which answers are heard. */
  async #describeNext(): Promise<void> {
    const [runner] = this.#options.runners;
    if (this.#looksAhead || runner?.prepare === undefined) return;
    this.#looksAhead = true;
    try {
      for (;;) {
        await setImmediate();
        if (this.#idle.length > 0 || this.#expected.length >= PREPARED_AHEAD) break;
        const next = this.#forecast?.next();
        if (next?.done !== false) break;
        this.#enqueue(next.value);
        if (this.#expected.at(-1)?.candidate === next.value) runner.prepare(next.value);
      }
    } catch {
      // A candidate that cannot be built is reported when a question needs it.
      this.#forecast = null;
    }
    this.#looksAhead = false;
  }

  #enqueue(candidate: Candidate): void {
    const { hash } = candidate;
    if (this.#options.cache.get(hash) !== undefined) return;
    const task = this.#tasks.get(hash);
    if (task !== undefined) {
      task.isStale = false;
      return;
    }
    const fresh = newTask(candidate);
    this.#tasks.set(hash, fresh);
    this.#expected.push(fresh);
  }

  #runningThat(holds: (task: Task) => boolean): Task[] {
    return [...this.#running.keys()].filter(holds);
  }

  /** A stale run if there is one, or else the one started last, which is the least likely to be needed. */
  #abandonOne(mayGo: (task: Task) => boolean): boolean {
    const able = this.#runningThat((task) => mayGo(task) && !isGivenUp(task));
    const victim = able.find(isStale) ?? able.at(-1);
    if (victim === undefined) return false;
    this.#counts.abandoned++;
    this.#tasks.delete(victim.candidate.hash);
    const reason = new Error("its runner is needed");
    victim.reject(reason);
    victim.controller.abort(reason);
    return true;
  }

  #start(task: Task, runner: Runner): void {
    this.#counts.runs++;
    if (!task.isWanted) this.#counts.foreseen++;
    // Later, so that it is entered here before it can have ended.
    this.#running.set(
      task,
      Promise.resolve().then(() => this.#run(task, runner)),
    );
  }

  async #run(task: Task, runner: Runner): Promise<void> {
    const { candidate, controller } = task;
    try {
      const outcome = await runner.run(candidate, controller.signal);
      const verdict = this.#options.judge(outcome);
      this.#options.observer?.onRun?.(candidate, verdict, outcome);
      this.#options.cache.set(candidate.hash, verdict);
      task.resolve(verdict);
    } catch (error) {
      // Without a question the failure does not matter: a question would run it again.
      task.reject(error);
    }
    if (this.#tasks.get(candidate.hash) === task) this.#tasks.delete(candidate.hash);
    this.#running.delete(task);
    this.#idle.push(runner);
    // The caller asks again right after an answer, and would find a runner that has started on a guess.
    await setImmediate();
    if (!this.#isClosed && !this.#options.signal.aborted) this.#dispatch();
  }
}
