/** The report of a check as one HTML file. */
import type { CheckReport } from "../check/check-report.ts";
import { pageFile } from "./page-file.ts";
import { checkPageData } from "./pages/check-data.ts";

/** A larger graph of states is drawn without Graphviz (src/pages/check/exploration/state-graph.tsx). */
const MOST_FOR_GRAPHVIZ = 300;

export function checkPage(report: CheckReport): string {
  const { main } = report.program;
  const states = report.exploration.graph?.kinds.length ?? 0;
  return pageFile({
    name: "check",
    title: `${report.verdict}: ${main} – Deadwood`,
    data: checkPageData(report),
    hasGraphs: report.violations.length > 0 || (states > 1 && states <= MOST_FOR_GRAPHVIZ),
  });
}
