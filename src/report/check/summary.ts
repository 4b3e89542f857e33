/** A check as Markdown, for the page that a build server shows of a job. */
import type { CheckReport, ReportedViolation } from "../../check/check-report.ts";
import { type CheckOutcome, programText } from "../../check/failed-check.ts";
import { count, megabytes, plural } from "../../core/numbers.ts";
import { traceLines } from "./schedule-text.ts";
import { raceWarnings, verdictLine } from "./text.ts";

/** A page is wider than a terminal. */
const WIDTH = 140;
/** GitHub refuses a summary of more than a megabyte; each schedule has at most 40 rows. */
const MAX_VIOLATIONS = 10;
const MAX_WARNINGS = 40;

const SIGNS = { safe: "✅", violated: "❌", incomplete: "⚠️", error: "❌" } as const;

export function markdownSummary(outcome: CheckOutcome): string {
  const lines =
    outcome.verdict === "error"
      ? [
          `**error**: ${inline(outcome.error.message)} (${outcome.error.code})`,
          ...(outcome.error.hint === null ? [] : ["", inline(outcome.error.hint)]),
        ]
      : reportLines(outcome);
  const heading = `### ${SIGNS[outcome.verdict]} Deadwood: ${codeSpan(programText(outcome))}`;
  return `${[heading, "", ...lines, ""].join("\n")}\n`;
}

function reportLines(report: CheckReport): string[] {
  const [verdict, ...words] = verdictLine(report).split(": ");
  const left = report.violations.length - MAX_VIOLATIONS;
  const warnings = raceWarnings(report);
  return [
    `**${verdict}**: ${inline(words.join(": "))}`,
    "",
    ...figures(report),
    ...report.violations
      .slice(0, MAX_VIOLATIONS)
      .flatMap((violation) => violationLines(violation, report)),
    ...(left > 0 ? ["", `${plural(left, "other violation")}: see the JSON report.`] : []),
    ...(warnings.length === 0 ? [] : ["", "#### Warnings", "", ...block(bounded(warnings))]),
  ];
}

const bounded = (lines: readonly string[]): readonly string[] =>
  lines.length <= MAX_WARNINGS
    ? lines
    : [...lines.slice(0, MAX_WARNINGS), `… ${lines.length - MAX_WARNINGS} more lines`];

function figures({ totals, search, seconds, limit }: CheckReport): string[] {
  const rows: (readonly [string, string])[] = [
    ["States", count(totals.states)],
    ["Transitions", count(totals.transitions)],
    ["Longest path", plural(totals.maxDepth, "step")],
    ["Threads at once", count(totals.maxThreads)],
    [
      "Search",
      `${search.strategy}, ${(seconds.boot + seconds.search + seconds.replay).toFixed(2)} s`,
    ],
    ["Peak memory", megabytes(totals.peakMemoryBytes)],
    ...(limit === null ? [] : [["Stopped at", limit] as const]),
  ];
  return ["| | |", "| --- | ---: |", ...rows.map(([name, value]) => `| ${name} | ${value} |`)];
}

function violationLines(violation: ReportedViolation, { sources }: CheckReport): string[] {
  const { trace, details } = violation;
  return [
    "",
    `#### ${inline(violation.message)}`,
    "",
    ...block([
      ...(trace.why === null ? details : []),
      ...traceLines(violation, { width: WIDTH, sources }),
    ]),
  ];
}

/** A block of code with a fence that is longer than any in the text. */
function block(lines: readonly string[]): string[] {
  const ticks = Math.max(
    2,
    ...lines.flatMap((line) => [...line.matchAll(/`+/g)].map(([run]) => run.length)),
  );
  const fence = "`".repeat(ticks + 1);
  return [`${fence}text`, ...lines, fence];
}

function codeSpan(text: string): string {
  const ticks = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(ticks + 1);
  const plain = text.replaceAll(/\s+/g, " ");
  return ticks === 0 ? `${fence}${plain}${fence}` : `${fence} ${plain} ${fence}`;
}

/** Text of the program in a sentence: nothing in it is Markdown or HTML. */
const inline = (text: string): string =>
  text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_{}[\]<>#|&~]/g, String.raw`\$&`);
