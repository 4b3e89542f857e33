/**
 * The raw result of running a predicate once, and what can run one: a command, a persistent
 * process, or code of our own.
 */
import { unreachable } from "../../core/assert.ts";
import type { Candidate } from "../files/candidate.ts";

/** A command ran to its end. */
export interface Ended {
  readonly kind: "ended";
  /** As in a shell: 128 plus the signal's number for a process that a signal ended. */
  readonly exitCode: number;
  readonly signal: string | null;
  /** Normalised; what is beyond the limit of memory is not there. */
  readonly stdout: string;
  readonly stderr: string;
}

export interface TimedOut {
  readonly kind: "timed-out";
  readonly millis: number;
}

/** The predicate knows for itself what is interesting. */
export interface Answered {
  readonly kind: "answered";
  readonly interesting: boolean;
}

export type RunOutcome = Ended | TimedOut | Answered;

/** One run at a time. */
export interface Runner {
  /**
   * When `signal` is aborted the run is given up and the promise rejected with
   * the signal's reason.
   */
  run(candidate: Candidate, signal: AbortSignal): Promise<RunOutcome>;
  /**
   * Does what can be done for a run before it begins, while others run. Missing where
   * runs and preparations would only wait for each other.
   */
  prepare?(candidate: Candidate): void;
  /** Ends what is left of it. */
  close(): Promise<void>;
}

export function outcomeText(outcome: RunOutcome): string {
  switch (outcome.kind) {
    case "ended":
      return outcome.signal === null
        ? `exit code ${outcome.exitCode}`
        : `${outcome.signal} (exit code ${outcome.exitCode})`;
    case "timed-out":
      return `no end after ${outcome.millis / 1000} s`;
    case "answered":
      return outcome.interesting ? "interesting" : "boring";
    default:
      return unreachable(outcome);
  }
}

/** The first line with something on it, of the errors if there are any, else of the output; else "". */
export function firstLine({ stdout, stderr }: Ended): string {
  for (const text of [stderr, stdout]) {
    const line = /^.*\S.*$/m.exec(text)?.[0];
    if (line !== undefined) return line.trim();
  }
  return "";
}
