/** Assembles the report of a check and derives the verdict from its parts. */
import type { Booted, LaunchOptions } from "../launch/launchable-program.ts";
import type { SourceFile } from "../launch/source-files.ts";
import { formatReductions } from "../liveness/reductions.ts";
import type { SearchCounts } from "../search/search.ts";
import type { BitstateSummary } from "../state/stores/store.ts";
import type { ActiveProperties } from "./active-properties.ts";
import { type AdvisedReport, adviceFor } from "./advice/advice.ts";
import { howFar } from "./advice/how-far.ts";
import {
  type CheckReport,
  type DvrReport,
  REPORT_FORMAT,
  REPORT_VERSION,
  type ReportedRace,
  type ReportedViolation,
  type Times,
  type Totals,
  type Verdict,
} from "./check-report.ts";
import type { ExplorationReport } from "./exploration/exploration.ts";
import type { SearchPlan } from "./options.ts";
import type { ProcessFigures } from "./process-figures.ts";
import type { StartedSearch } from "./start-search.ts";

export interface ReportParts {
  readonly plan: SearchPlan;
  readonly options: LaunchOptions;
  readonly booted: Booted;
  readonly started: StartedSearch;
  readonly properties: ActiveProperties;
  /** What ended an incomplete search; null for a complete one. */
  readonly limit: string | null;
  readonly violations: readonly ReportedViolation[];
  readonly races: readonly ReportedRace[];
  readonly sources: readonly SourceFile[];
  readonly exploration: ExplorationReport;
  readonly seconds: Times;
  readonly searchCpuSeconds: number;
  /** Before anything was measured that is only for the report. */
  readonly used: ProcessFigures;
}

export function assembleReport(parts: ReportParts): CheckReport {
  const { plan, options, booted, started, properties, limit, seconds } = parts;
  const { machine, found } = booted;
  const { search } = started;
  const approximations = [...machine.approximations];
  const store = search.describeStore();
  if (store.kind === "bitstate") approximations.push(omissionText(store));
  const heapNote = search.heapMargin?.note(search.counts.maxThreads) ?? null;
  if (heapNote !== null) approximations.push(heapNote);
  const fixedValues = [...machine.fixed.found.values()];
  const assumesFixed = options.assumesFixed ?? false;
  const isCovered = approximations.length === 0 && (assumesFixed || fixedValues.length === 0);
  const isExhaustive = limit === null && isCovered;
  const verdict: Verdict =
    parts.violations.length > 0 ? "violated" : isExhaustive ? "safe" : "incomplete";
  const report: AdvisedReport = {
    format: REPORT_FORMAT,
    version: REPORT_VERSION,
    program: {
      main: found.mainClass.replaceAll("/", "."),
      args: found.args,
      classPath: found.classPath,
    },
    verdict,
    limit,
    search: {
      ...started.report(),
      checked: properties.checked,
      spuriousWakeups: options.spuriousWakeups ?? false,
      assumesFixed,
      reductions: options.reductions ?? [],
      library: options.library,
    },
    violations: parts.violations,
    sources: parts.sources,
    races: parts.races,
    hasMoreRaces: properties.hasMoreRaces,
    exitCodes: properties.exitCodes,
    totals: totalsOf(search.counts, seconds.search, parts),
    store,
    seconds,
    exploration: parts.exploration,
    approximations,
    fixedValues,
    ...(plan.dvr.size === 0 ? {} : { dvr: dvrReport(plan, started, search.counts) }),
  };
  return { ...report, howFar: howFar(report), advice: adviceFor(report) };
}

/**
 * Counts only sets of live cells. Sets of live fields exist once for each place in the code and are not
 * counted.
 */
const dvrReport = (
  { dvr, effort }: SearchPlan,
  { analysis }: StartedSearch,
  { dynamic, effortNotes = [] }: SearchCounts,
): DvrReport => ({
  kind: formatReductions(dvr),
  effort,
  notes: effortNotes,
  analysisCpuSeconds: analysis.cpuSeconds,
  analysisWallSeconds: analysis.wallSeconds,
  memoryBytes: dynamic?.patternBytes ?? null,
  liveCellsPerState:
    dynamic === undefined || dynamic.stored === 0 ? null : dynamic.liveCells / dynamic.stored,
});

function totalsOf(
  searched: SearchCounts,
  seconds: number,
  { used, searchCpuSeconds }: ReportParts,
): Totals {
  const { schedules: _, effortNotes: __, ...counts } = searched;
  return {
    ...counts,
    statesPerSecond: Math.round(counts.states / Math.max(seconds, 1e-3)),
    bytesPerState: counts.storeBytes / Math.max(1, counts.states),
    ...used,
    searchCpuSeconds,
  };
}

/** Why a search with a bitstate store is not complete. */
export const omissionText = ({ expectedCoverage }: BitstateSummary): string =>
  `the bitstate store may mistake new states for known ones (expected coverage ${coverageText(expectedCoverage)})`;

/** Rounds down, because this store cannot promise a hundred percent. */
function coverageText(share: number): string {
  if (share > 0.999999) return "over 99.9999%";
  const digits = share > 0.99 ? 4 : 1;
  return `${(Math.floor(share * 100 * 10 ** digits) / 10 ** digits).toFixed(digits)}%`;
}
