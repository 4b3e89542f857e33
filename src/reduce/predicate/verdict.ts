/**
 * What makes an outcome interesting: that it is the outcome of the first run, as
 * far as the user wants it compared.
 */
import { unreachable } from "../../core/assert.ts";
import { type Ended, firstLine, type RunOutcome } from "./outcome.ts";

export interface CandidateVerdict {
  readonly interesting: boolean;
  readonly isTimeout: boolean;
  /** Null when the predicate has none. */
  readonly exitCode: number | null;
  /**
   * Slippage: the exit code is the same, but the first line of the message is this
   * one and not that of the first run. It may well be another failure.
   */
  readonly slippedTo: string | null;
}

export type VerdictWord = "interesting" | "boring" | "timed-out";

export function verdictName({ interesting, isTimeout }: CandidateVerdict): VerdictWord {
  if (isTimeout) return "timed-out";
  return interesting ? "interesting" : "boring";
}

/** What the input itself gave, time and again. */
export interface Baseline {
  /** Null for a predicate that says itself what is interesting. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The first line of the message; null if there is none or it differs between runs. */
  readonly message: string | null;
}

export interface MatchOptions {
  readonly stdout?: boolean;
  readonly stderr?: boolean;
  /** What else must be true of an outcome. */
  readonly demand?: (outcome: Ended) => boolean;
}

export type Judge = (outcome: RunOutcome) => CandidateVerdict;

export function judgeBy(baseline: Baseline, comparison: MatchOptions = {}): Judge {
  return (outcome) => {
    switch (outcome.kind) {
      case "answered":
        return { ...PLAIN, interesting: outcome.interesting };
      case "timed-out":
        return { ...PLAIN, isTimeout: true };
      case "ended":
        return judgeEnd(outcome, baseline, comparison);
      default:
        return unreachable(outcome);
    }
  };
}

/** Of predicates that all know for themselves what is interesting. */
export const judgeAnswers: Judge = judgeBy({
  exitCode: null,
  stdout: "",
  stderr: "",
  message: null,
});

const PLAIN: CandidateVerdict = {
  interesting: false,
  isTimeout: false,
  exitCode: null,
  slippedTo: null,
};

function judgeEnd(outcome: Ended, baseline: Baseline, comparison: MatchOptions): CandidateVerdict {
  const { exitCode, stdout, stderr } = outcome;
  const interesting =
    exitCode === baseline.exitCode &&
    (comparison.stdout !== true || stdout === baseline.stdout) &&
    (comparison.stderr !== true || stderr === baseline.stderr) &&
    (comparison.demand?.(outcome) ?? true);
  const line = firstLine(outcome);
  const slipped = interesting && baseline.message !== null && line !== baseline.message;
  return { ...PLAIN, interesting, exitCode, slippedTo: slipped ? line : null };
}
