/** A check as an assertion, for test suites. */
import { check } from "../../check/check.ts";
import type { CheckReport } from "../../check/check-report.ts";
import type { CheckOptions } from "../../check/options.ts";
import type { ProgramLike } from "../../launch/java-program.ts";
import { render } from "./render.ts";

/** The program is not safe, or was not explored completely. */
export class UnsafeProgramError extends Error {
  readonly report: CheckReport;

  constructor(report: CheckReport) {
    super(render(report).trimEnd());
    this.name = "UnsafeProgramError";
    this.report = report;
  }
}

/**
 * Like `check`, but rejects with an `UnsafeProgramError` unless the verdict is "safe". Its message is
 * the report as text, with the schedule of each violation.
 */
export async function assertSafe(
  program: ProgramLike,
  options: CheckOptions = {},
): Promise<CheckReport> {
  const report = await check(program, options);
  if (report.verdict !== "safe") throw new UnsafeProgramError(report);
  return report;
}
