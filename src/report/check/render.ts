/** A check's report in one of the formats for people and tools. */
import { resolve } from "node:path";
import type { CheckOutcome } from "../../check/failed-check.ts";
import { repositoryRoot } from "../../launch/repository-root.ts";
import { junitXml } from "./junit.ts";
import { sarifLog } from "./sarif.ts";
import type { ReportPlace } from "./source-links.ts";
import { markdownSummary } from "./summary.ts";
import { reportLines } from "./text.ts";

export type ReportFormat = "text" | "json" | "junit" | "sarif" | "markdown";

export interface RenderOptions {
  /** Width of the text in columns; 120 by default. */
  readonly width?: number;
  /** The `directory` of the check, by default the process's: paths of sources are relative to its repository. */
  readonly directory?: string;
}

/** The directories for paths of reports about a check that ran in this one. */
export function reportPlace(directory: string): ReportPlace {
  const whole = resolve(directory);
  return { directory: whole, root: repositoryRoot(whole) };
}

/** Writes a report as text for a terminal, JSON, JUnit XML, SARIF or Markdown. */
export function render(
  report: CheckOutcome,
  format: ReportFormat = "text",
  { width = 120, directory = process.cwd() }: RenderOptions = {},
): string {
  const place = reportPlace(directory);
  if (format === "junit") return junitXml(report, place);
  // Indentation would be half of a file that only tools read, and some refuse large ones.
  if (format === "sarif") return `${JSON.stringify(sarifLog(report, place))}\n`;
  if (format === "markdown") return markdownSummary(report);
  if (format === "json") return `${JSON.stringify(report, null, 2)}\n`;
  if (report.verdict !== "error") return `${reportLines(report, width).join("\n")}\n`;
  const { code, message, hint } = report.error;
  return `error[${code}]: ${message}\n${hint === null ? "" : `  hint: ${hint}\n`}`;
}
