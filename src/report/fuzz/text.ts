/** The report of `deadwood fuzz` as text. */

import { count, plural } from "../../core/numbers.ts";
import type { FuzzEvent } from "../../fuzz/fuzz.ts";
import type { FuzzReport, Opponent, ReportedDifference } from "../../fuzz/fuzz-report.ts";

const TEXT_WIDTH = 160;

/** The line that says how the campaign ended. */
export function fuzzVerdict(report: FuzzReport): string {
  const { totals, limit, asked } = report;
  const end = limit === null ? "" : `, stopped at ${limit}`;
  return `${verdictOf(report)}: ${count(totals.programs)} of ${plural(asked, "program")} (${report.kinds.join(", ")}) from seed ${report.firstSeed}${end}`;
}

export function fuzzLines(report: FuzzReport): string[] {
  const { totals } = report;
  const speed = totals.programs / Math.max(report.seconds, 0.001);
  return [
    ...report.differences.flatMap(differenceLines),
    fuzzVerdict(report),
    ...(isAgainst(report, "reference") ? searchLines(report) : []),
    ...(isAgainst(report, "library") ? libraryLines(report) : []),
    ...(isAgainst(report, "jvm") ? [jvmLine(report)] : []),
    `${report.seconds.toFixed(1)} s, ${speed.toFixed(1)} programs/s`,
  ];
}

const isAgainst = ({ against }: FuzzReport, name: Opponent): boolean =>
  against.split(",").includes(name);

function verdictOf({ verdict, totals }: FuzzReport): string {
  if (verdict === "different") return `different (${plural(totals.different, "program")})`;
  return verdict === "same" ? "no difference" : "incomplete, no difference so far";
}

function differenceLines(found: ReportedDifference): string[] {
  const { kind, seed, directory, differences, program } = found;
  return [
    `difference in ${kind} program of seed ${seed}${directory === null ? "" : `, saved in ${directory}`}`,
    ...differences.map((each) => `  ${each.configuration}: ${each.kind} ${truncate(each.text)}`),
    ...program
      .trimEnd()
      .split("\n")
      .map((line) => `    ${line}`),
    "",
  ];
}

const truncate = (text: string): string =>
  text.length <= TEXT_WIDTH ? text : `${text.slice(0, TEXT_WIDTH - 1)}…`;

function searchLines({ totals, limits }: FuzzReport): string[] {
  const { unfinished, skipped, several } = totals;
  const finished = totals.programs - unfinished - skipped;
  const names = Object.keys(totals.configurations);
  const width = Math.max(13, ...names.map((name) => name.length));
  const row = (name: string, cells: readonly string[]): string =>
    `  ${name.padEnd(width)}${cells.map((cell) => cell.padStart(14)).join("")}`;
  return [
    `  ${count(finished)} compared with a complete reference search, ${count(several)} with more than one outcome`,
    ...(unfinished === 0
      ? []
      : [
          `  ${count(unfinished)} compared with a reference search of ${count(limits.referenceStates)} states, and with each other`,
        ]),
    ...(skipped === 0
      ? []
      : [
          `  ${count(skipped)} skipped: no search was complete within ${count(limits.states)} states`,
        ]),
    row("configuration", ["complete", "incomplete", "states", "differences"]),
    ...Object.entries(totals.configurations).map(([name, each]) =>
      row(
        name,
        [each.searches - each.incomplete, each.incomplete, each.states, each.differences].map(
          count,
        ),
      ),
    ),
  ];
}

function libraryLines({ totals, limits }: FuzzReport): string[] {
  const { librarySearched, libraryCompared, libraryComplete, libraryStates } = totals;
  const part = libraryCompared - libraryComplete;
  const skipped = librarySearched - libraryCompared;
  return [
    `  ${count(libraryComplete)} compared with all outcomes of the JDK's own classes (${count(libraryStates)} states)`,
    ...(part === 0
      ? []
      : [
          `  ${count(part)} compared partly: one of the two searches stopped at ${count(limits.libraryStates)} states`,
        ]),
    ...(skipped === 0 ? [] : [`  ${count(skipped)} skipped: neither search was complete`]),
  ];
}

const jvmLine = ({ totals }: FuzzReport): string =>
  `  ${count(totals.jvmPrograms)} run on a JVM, ${count(totals.jvmRuns)} times in total, with ${count(totals.jvmSeen)} of the ${count(totals.jvmKnown)} outcomes that the checker knows`;

export function fuzzProgress(
  { totals, seconds }: FuzzEvent & { readonly type: "progress" },
  programs: number,
): string {
  const speed = (totals.programs / seconds).toFixed(1);
  const large = count(totals.unfinished + totals.skipped);
  return `${count(totals.programs)} of ${count(programs)} programs, ${large} too large for the reference, ${count(totals.different)} different, ${speed} programs/s`;
}
