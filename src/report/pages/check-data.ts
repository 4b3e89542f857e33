/** What the page of a check or a replay shows (src/pages/check), as data. */
import type { CheckReport, Verdict } from "../../check/check-report.ts";
import type { ReplayReport } from "../../check/replay.ts";
import type { SourceFile } from "../../launch/source-files.ts";
import { verdictLine } from "../check/text.ts";
import type { FindingData } from "./finding-data.ts";
import { raceData, violationData } from "./make-finding.ts";

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

/** How the page's commands begin: the words after `deadwood` that made the page, and the trace file, if one was written. */
export interface CommandsOfPage {
  readonly words: readonly string[];
  readonly trace?: string | undefined;
}

export function checkPageData(report: CheckReport, commands: CommandsOfPage): CheckPageData {
  const { violations, races, sources, ...summary } = report;
  const { main, args } = report.program;
  const { trace } = commands;
  return {
    verdict: report.verdict,
    headline: verdictLine(report),
    subject: [main, ...args].join(" "),
    command: commandText(commands.words),
    findings: [
      ...violations.map((violation, i) =>
        // Only the first violation's schedule is written to the file.
        violationData(violation, i > 0 || trace === undefined ? null : replayText(trace)),
      ),
      ...races.map(raceData),
    ],
    sources,
    report: summary,
  };
}

export function replayPageData(
  { violation, sources, recorded, obstacle, stepsTaken, steps }: ReplayReport,
  path: string,
): CheckPageData {
  const why = obstacle === null ? "" : `: ${obstacle}`;
  return {
    verdict: violation === null ? "incomplete" : "violated",
    headline:
      violation === null
        ? `not reproduced: no violation after ${stepsTaken} of ${steps} steps${why}; the schedule was recorded for "${recorded.message}"`
        : `violated: ${violation.message}`,
    subject: path,
    command: replayText(path),
    findings: violation === null ? [] : [violationData(violation, replayText(path))],
    sources,
    report: null,
  };
}

const replayText = (path: string): string => commandText(["replay", path]);

export const commandText = (words: readonly string[]): string =>
  ["deadwood", ...words].map(shellWord).join(" ");

/** As a shell reads it. */
const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
