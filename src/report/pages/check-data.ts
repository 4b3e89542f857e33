/** What the page of a check shows (src/pages/check), as data. Made of the report, so that every number is that of the terminal. */
import type { CheckReport } from "../../check/check-report.ts";
import { verdictLine } from "../check/text.ts";

export interface CheckPageData {
  readonly report: Omit<CheckReport, "violations" | "races" | "sources">;
  /** The files of the program that the page shows lines of. */
  readonly sources: CheckReport["sources"];
  /** The verdict as the terminal says it. */
  readonly headline: string;
}

export function checkPageData(report: CheckReport): CheckPageData {
  const { violations: _, races: __, sources, ...rest } = report;
  return { report: rest, sources, headline: verdictLine(report) };
}
