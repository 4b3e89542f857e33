/** A check's report in one of the formats for people and tools. */
import type { CheckReport } from "../../check/check-report.ts";
import { junitXml } from "./junit.ts";
import { sarifLog } from "./sarif.ts";
import { reportLines } from "./text.ts";

export type ReportFormat = "text" | "json" | "junit" | "sarif";

export interface RenderOptions {
  /** Width of the text in columns; 120 by default. */
  readonly width?: number;
}

/** Writes a report as text for a terminal, JSON, JUnit XML or SARIF. */
export function render(
  report: CheckReport,
  format: ReportFormat = "text",
  { width = 120 }: RenderOptions = {},
): string {
  if (format === "text") return `${reportLines(report, width).join("\n")}\n`;
  if (format === "junit") return junitXml(report);
  return `${JSON.stringify(format === "sarif" ? sarifLog(report) : report, null, 2)}\n`;
}
