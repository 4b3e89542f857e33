/** The report of a check as one HTML file. */
import type { CheckReport } from "../check/check-report.ts";
import { pageFile } from "./page-file.ts";
import { checkPageData } from "./pages/check-data.ts";

export function checkPage(report: CheckReport): string {
  const { main } = report.program;
  return pageFile({
    name: "check",
    title: `${report.verdict}: ${main} – Deadwood`,
    data: checkPageData(report),
    hasGraphs: report.violations.length > 0,
  });
}
