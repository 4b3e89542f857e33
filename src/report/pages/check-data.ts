/** What the page of a check or a replay shows (src/pages/check), as data. */
import type { CheckReport, Verdict } from "../../check/check-report.ts";
import type { ReplayReport } from "../../check/replay.ts";
import { NO_VIOLATION, type TraceFile } from "../../check/trace-file.ts";
import type { HeapStory } from "../../explain/heap/heap-data.ts";
import type { SourceFile } from "../../launch/source-files.ts";
import { verdictLine } from "../check/text.ts";
import type { FindingData } from "./finding-data.ts";
import { type FindingExtras, NO_EXTRAS, raceData, violationData } from "./make-finding.ts";

/** The report without what the page has in another form. Everything about the search is still in it. */
export type CheckSummary = Omit<CheckReport, "violations" | "races" | "sources">;

export interface CheckPageData {
  readonly verdict: Verdict;
  /** The verdict as the terminal says it. */
  readonly headline: string;
  /** "DiningPhilosophers naive 3 1", or the file of the schedule that was replayed. */
  readonly subject: string;
  /** The command that made the page. */
  readonly command: string;
  /** Violations first, then races that are warnings. */
  readonly findings: readonly FindingData[];
  readonly sources: readonly SourceFile[];
  /** Null for a replay. */
  readonly report: CheckSummary | null;
}

/** What a page needs besides the report. */
export interface PageSurroundings {
  /** The words after `deadwood` that made the page. */
  readonly words: readonly string[];
  /** Of the first violation: its trace file and where that was written, and its heap. */
  readonly trace?: { readonly file: TraceFile; readonly path: string | undefined } | undefined;
  readonly heap?: HeapStory | undefined;
}

const SCHEDULE_NAME = "schedule.json";

export function checkPageData(
  report: CheckReport,
  { words, trace, heap }: PageSurroundings,
): CheckPageData {
  const { violations, races, sources, ...summary } = report;
  const { main, args } = report.program;
  const first = { ...scheduleExtras(trace), heap: heap ?? null };
  return {
    verdict: report.verdict,
    headline: verdictLine(report),
    subject: [main, ...args].join(" "),
    command: commandText(words),
    findings: [
      ...violations.map((violation, i) => violationData(violation, i === 0 ? first : NO_EXTRAS)),
      ...races.map(raceData),
    ],
    sources,
    report: summary,
  };
}

function scheduleExtras(
  trace: PageSurroundings["trace"],
): Pick<FindingExtras, "replay" | "schedule"> {
  if (trace === undefined) return { replay: null, schedule: null };
  const { file, path } = trace;
  if (path !== undefined) return { replay: replayText(path), schedule: null };
  // A replay reads no more of the steps.
  const steps = file.trace.steps.map(({ thread, choice }) => ({ thread, choice }));
  return {
    replay: replayText(SCHEDULE_NAME),
    schedule: { name: SCHEDULE_NAME, text: JSON.stringify({ ...file, trace: { steps } }) },
  };
}

export function replayPageData(
  report: ReplayReport,
  path: string,
  heap: HeapStory | null,
): CheckPageData {
  const { violation, sources } = report;
  const replay = replayText(path);
  return {
    // One schedule without a violation makes no program safe.
    verdict: violation === null ? "incomplete" : "violated",
    headline: violation === null ? withoutViolation(report) : `violated: ${violation.message}`,
    subject: path,
    command: replay,
    findings:
      violation === null ? [] : [violationData(violation, { replay, heap, schedule: null })],
    sources,
    report: null,
  };
}

function withoutViolation({ recorded, obstacle, stepsTaken, steps }: ReplayReport): string {
  const taken = `${stepsTaken} of ${steps} steps`;
  if (recorded.kind === NO_VIOLATION && stepsTaken === steps) {
    return `incomplete: no violation on this schedule, as recorded: ${taken}`;
  }
  const why = obstacle === null ? "" : `: ${obstacle}`;
  return `not reproduced: no violation after ${taken}${why}; the schedule was recorded for "${recorded.message}"`;
}

const replayText = (path: string): string => commandText(["replay", path]);

export const commandText = (words: readonly string[]): string =>
  ["deadwood", ...words].map(shellWord).join(" ");

/** As a shell reads it. */
const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
