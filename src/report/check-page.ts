/** The report of a check or of a replay as one HTML file. */
import type { CheckReport } from "../check/check-report.ts";
import type { ReplayReport } from "../check/replay.ts";
import type { HeapStory } from "../explain/heap/heap-data.ts";
import { pageFile } from "./page-file.ts";
import {
  type CheckPageData,
  checkPageData,
  type PageSurroundings,
  replayPageData,
} from "./pages/check-data.ts";

/** A larger graph of states is drawn without Graphviz (src/pages/check/exploration/state-graph.tsx). */
const MOST_FOR_GRAPHVIZ = 300;

function isSmallGraph(report: CheckPageData["report"]): boolean {
  const states = report?.exploration.graph?.kinds.length ?? 0;
  return states > 1 && states <= MOST_FOR_GRAPHVIZ;
}

export const checkPage = (report: CheckReport, around: PageSurroundings): string =>
  page(checkPageData(report, around));

export const replayPage = (report: ReplayReport, path: string, heap: HeapStory | null): string =>
  page(replayPageData(report, path, heap));

const page = (data: CheckPageData): string =>
  pageFile({
    name: "check",
    title: `${data.verdict}: ${data.subject} – Deadwood`,
    data,
    hasGraphs: data.findings.length > 0 || isSmallGraph(data.report),
  });
