/**
 * What report files say of a check that ended with an error: a tool that reads them must not find those of an
 * earlier run, or none, and take that for success.
 */
import { DeadwoodError, type ErrorCode, ExitCode } from "../core/errors.ts";
import { type CheckReport, REPORT_FORMAT, REPORT_VERSION } from "./check-report.ts";

export interface FailedCheck {
  readonly format: typeof REPORT_FORMAT;
  readonly version: typeof REPORT_VERSION;
  /** As on the command line: the program may not have been found. */
  readonly program: { readonly words: readonly string[] };
  readonly verdict: "error";
  readonly error: {
    /** "E000_INTERNAL": a bug in Deadwood. */
    readonly code: ErrorCode | "E000_INTERNAL";
    readonly message: string;
    /** What to do about it. */
    readonly hint: string | null;
    readonly exitCode: number;
  };
}

/** How a check ended: with a verdict, or with an error. */
export type CheckOutcome = CheckReport | FailedCheck;

export function failedCheck(words: readonly string[], error: unknown): FailedCheck {
  return {
    format: REPORT_FORMAT,
    version: REPORT_VERSION,
    program: { words },
    verdict: "error",
    error:
      error instanceof DeadwoodError
        ? {
            code: error.code,
            message: error.message,
            hint: error.hint ?? null,
            exitCode: error.exitCode,
          }
        : {
            code: "E000_INTERNAL",
            message: error instanceof Error ? error.message : String(error),
            hint: "This is a bug in Deadwood: please report it.",
            exitCode: ExitCode.internal,
          },
  };
}

/** "main and its arguments", for titles. */
export const programText = (outcome: CheckOutcome): string =>
  outcome.verdict === "error"
    ? outcome.program.words.join(" ")
    : [outcome.program.main, ...outcome.program.args].join(" ");

/** The exit code of the process that reports it. */
export const exitCodeOf = (outcome: CheckOutcome): number =>
  outcome.verdict === "error" ? outcome.error.exitCode : ExitCode[outcome.verdict];
