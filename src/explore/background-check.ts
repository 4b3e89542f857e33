/**
 * The check that a session runs beside the reader's steps. It searches breadth-first: its violations have few steps,
 * and its states are known by the same fingerprints as those of the session.
 */
import { type Check, check } from "../check/check.ts";
import type { CheckReport } from "../check/check-report.ts";
import type { CheckOptions } from "../check/options.ts";
import type { TraceFile } from "../check/trace-file.ts";
import { DeadwoodError } from "../core/errors.ts";
import type { ProgramLike } from "../launch/java-program.ts";
import { verdictLine } from "../report/check/text.ts";
import type { RefutedAssumption } from "../vm/sharing/observability.ts";
import { CheckedStates } from "./checked-states.ts";
import type { CheckView } from "./explore-data.ts";

export interface CheckRequest {
  readonly program: ProgramLike;
  readonly options: CheckOptions;
  /** The keys of the states that a schedule leads through (live-machine.ts). */
  keysAlong(trace: TraceFile): readonly string[];
}

export class BackgroundCheck {
  readonly #request: CheckRequest;
  #states = new CheckedStates();
  #status: CheckView["status"] = "none";
  #progress = { states: 0, seconds: 0 };
  /** Violations so far. */
  #found = 0;
  #headline = "";
  #report: CheckReport | null = null;
  #job: Check | null = null;
  /** What the last search has learned about the program's use of shared memory. */
  learned: readonly RefutedAssumption[] = [];
  #abort = new AbortController();

  constructor(request: CheckRequest) {
    this.#request = request;
  }

  start(): void {
    if (this.#status === "running") return;
    this.#status = "running";
    this.#report = null;
    this.#progress = { states: 0, seconds: 0 };
    this.#headline = "";
    this.#found = 0;
    this.#abort = new AbortController();
    void this.#run(this.#abort.signal);
  }

  stop(): void {
    this.#abort.abort("stopped");
  }

  /** The check of the last start has ended. */
  get isOver(): boolean {
    return this.#status !== "running";
  }

  get view(): CheckView {
    const violations = (this.#report?.violations ?? []).map(({ kind, message, trace }) => ({
      kind,
      message,
      steps: trace.steps.length,
    }));
    return {
      status: this.#status,
      ...this.#progress,
      found: this.#found,
      headline: this.#headline,
      violations,
    };
  }

  /** Whether the check has visited a state; null if that is not known. */
  hasVisited(key: string): boolean | null {
    if (this.#status !== "done") return null;
    return this.#states.has(key) || (this.#states.hasMore ? null : false);
  }

  leadsToViolation(key: string): boolean {
    return this.#status === "done" && this.#states.leadsToViolation(key);
  }

  /** Null if the last check has no such violation. */
  async traceOf(violation: number): Promise<TraceFile | null> {
    if (this.#job === null || this.#status !== "done") return null;
    return await this.#job.trace(violation);
  }

  async #run(signal: AbortSignal): Promise<void> {
    this.#states = new CheckedStates();
    const { program, options } = this.#request;
    try {
      const job = check(program, {
        ...options,
        strategy: "bfs",
        dvr: "local",
        observer: this.#states,
        signal,
      });
      this.#job = job;
      for await (const event of job) {
        if (event.type === "violation") this.#found++;
        if (event.type === "restart") this.#found = 0;
        if (event.type !== "progress") continue;
        this.#progress = { states: event.counts.states, seconds: event.seconds };
      }
      await this.#finish(job, await job);
    } catch (error) {
      this.#status = "failed";
      this.#headline = error instanceof DeadwoodError ? error.message : String(error);
      if (!(error instanceof DeadwoodError)) this.#headline = `internal error: ${this.#headline}`;
    }
  }

  async #finish(job: Check, report: CheckReport): Promise<void> {
    const keys: string[] = [];
    for (let i = 0; i < report.violations.length; i++) {
      const trace = await job.trace(i);
      if (trace !== null) keys.push(...this.#request.keysAlong(trace));
    }
    this.#states.finish(keys);
    this.learned = await job.discipline();
    this.#progress = { states: report.totals.states, seconds: report.seconds.search };
    this.#headline = verdictLine(report);
    this.#report = report;
    this.#status = "done";
  }
}
