/** A check's report in one of the formats that people and tools read. */
import type { CheckReport } from "../../check/check-report.ts";
import { junitXml } from "./junit.ts";
import { sarifLog } from "./sarif.ts";
import { reportLines } from "./text.ts";

export type ReportFormat = "text" | "json" | "junit" | "sarif";

export interface RenderOptions {
  /** Columns of the text; 120 without it. */
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
