/** What `deadwood fuzz` has to tell, as data and as text (docs/fuzz.md describes both). */
import type { CampaignTotals } from "../../fuzz/campaign.ts";
import { type FamilyName } from "../../fuzz/families/all-families.ts";
import type { Difference } from "../../fuzz/find-differences.ts";
import { count } from "../check/text.ts";

export const FUZZ_FORMAT = "deadwood-fuzz-report";
export const FUZZ_VERSION = 1;

/** What the outcomes of a program are compared with. */
export const OPPONENTS = ["reference", "library", "jvm"] as const;
export type Opponent = (typeof OPPONENTS)[number];

export interface ReportedDifference {
  readonly kind: FamilyName;
  readonly seed: number;
  /** Where it was saved; null without --out. */
  readonly directory: string | null;
  readonly differences: readonly Difference[];
  /** The program after it was made smaller. */
  readonly program: string;
}

export interface FuzzReport {
  readonly format: typeof FUZZ_FORMAT;
  readonly version: typeof FUZZ_VERSION;
  readonly verdict: "same" | "different" | "incomplete";
  /** What ended the campaign before its last program. */
  readonly limit: string | null;
  readonly kinds: readonly FamilyName[];
  readonly firstSeed: number;
  /** Programs that were asked for. */
  readonly asked: number;
  /** Names of opponents, with commas. */
  readonly against: string;
  readonly limits: {
    readonly referenceStates: number;
    readonly states: number;
    readonly libraryStates: number;
  };
  readonly totals: CampaignTotals;
  readonly differences: readonly ReportedDifference[];
  readonly seconds: number;
}

/** Whether this version of the tool wrote it. */
export const isFuzzReport = (value: unknown): value is FuzzReport =>
  typeof value === "object" &&
  value !== null &&
  "format" in value &&
  value.format === FUZZ_FORMAT &&
  "version" in value &&
  value.version === FUZZ_VERSION;

const TEXT_WIDTH = 160;

export function fuzzLines(report: FuzzReport): string[] {
  const { totals, limit, asked } = report;
  const speed = totals.programs / Math.max(report.seconds, 0.001);
  return [
    ...report.differences.flatMap(differenceLines),
    `${verdictOf(report)}: ${count(totals.programs)} of ${programs(asked)} (${report.kinds.join(", ")}) from seed ${report.firstSeed} on${limit === null ? "" : `, stopped at ${limit}`}`,
    ...(isAgainst(report, "reference") ? searchLines(report) : []),
    ...(isAgainst(report, "library") ? libraryLines(report) : []),
    ...(isAgainst(report, "jvm") ? [jvmLine(report)] : []),
    `${report.seconds.toFixed(1)} s, ${speed.toFixed(1)} programs/s`,
  ];
}

const isAgainst = ({ against }: FuzzReport, name: Opponent): boolean =>
  against.split(",").includes(name);

const programs = (value: number): string => `${count(value)} program${value === 1 ? "" : "s"}`;

function verdictOf({ verdict, totals }: FuzzReport): string {
  if (verdict === "different") return `different (${programs(totals.different)})`;
  return verdict === "same" ? "no difference" : "incomplete, no difference so far";
}

function differenceLines(found: ReportedDifference): string[] {
  const { kind, seed, directory, differences, program } = found;
  return [
    `difference in ${kind} program of seed ${seed}${directory === null ? "" : `, saved in ${directory}`}`,
    ...differences.map((each) => `  ${each.configuration}: ${each.kind} ${shortened(each.text)}`),
    ...program
      .trimEnd()
      .split("\n")
      .map((line) => `    ${line}`),
    "",
  ];
}

const shortened = (text: string): string =>
  text.length <= TEXT_WIDTH ? text : `${text.slice(0, TEXT_WIDTH - 1)}…`;

function searchLines({ totals, limits }: FuzzReport): string[] {
  const { unfinished, skipped, several } = totals;
  const finished = totals.programs - unfinished - skipped;
  const names = Object.keys(totals.configurations);
  const width = Math.max(13, ...names.map((name) => name.length));
  const row = (name: string, cells: readonly string[]): string =>
    `  ${name.padEnd(width)}${cells.map((cell) => cell.padStart(14)).join("")}`;
  return [
    `  ${count(finished)} compared with all outcomes, ${count(several)} of all have more than one outcome`,
    ...(unfinished === 0
      ? []
      : [
          `  ${count(unfinished)} with those that the reference search found within ${count(limits.referenceStates)} states, and with each other`,
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
    `  ${count(libraryComplete)} compared with all outcomes that the JDK's own classes have (${count(libraryStates)} states)`,
    ...(part === 0
      ? []
      : [
          `  ${count(part)} with those that were found by one of the two within ${count(limits.libraryStates)} states`,
        ]),
    ...(skipped === 0 ? [] : [`  ${count(skipped)} skipped: neither search was complete`]),
  ];
}

const jvmLine = ({ totals }: FuzzReport): string =>
  `  ${count(totals.jvmPrograms)} run on a JVM, ${count(totals.jvmRuns)} times in all, which came to ${count(totals.jvmSeen)} of the ${count(totals.jvmKnown)} outcomes that the checker knows`;
