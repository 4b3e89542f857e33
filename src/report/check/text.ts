/** A check's report as text: the verdict first, then what it is based on. */
import {
  type CheckReport,
  fixedText,
  type ReportedViolation,
  uncovered,
} from "../../check/check-report.ts";
import { unreachable } from "../../core/assert.ts";
import { count, megabytes, plural } from "../../core/numbers.ts";
import { DATA_RACE } from "../../search/properties/data-race.ts";
import { allowedKinds, findProperty } from "../../search/properties/table.ts";
import type { EffortNote } from "../../search/reductions/effort.ts";
import { describePlace } from "../../search/trace/trace.ts";
import { nextLines } from "./next-lines.ts";
import type { RowDetail } from "./schedule-rows.ts";
import { type ScheduleTextOptions, traceLines } from "./schedule-text.ts";
import { endsText, schedulesText, walkLines } from "./walk-text.ts";

/** The line with the verdict, which scripts and people look for. */
export function verdictLine(report: CheckReport): string {
  const [first] = report.violations;
  if (first !== undefined) {
    const more = report.violations.length - 1;
    return `violated: ${first.message}${more === 0 ? "" : ` (and ${plural(more, "other violation")})`}`;
  }
  if (report.verdict === "safe") {
    return `safe: no schedule violates a property${leftOut(report)}${assumed(report)}`;
  }
  const [reason] = uncovered(report);
  if (report.limit === null && reason !== undefined) {
    return `incomplete: no violation in the states that were explored, but ${reason}`;
  }
  const { walk } = report.search;
  if (walk !== null) {
    const stopped = walk.schedules < walk.runs ? `stopped at ${report.limit ?? "a limit"}: ` : "";
    return `incomplete: ${stopped}no violation on ${schedulesText(walk)} (${endsText(walk)})`;
  }
  const { states, maxDepth } = report.totals;
  const limit = report.limit ?? "a limit";
  // A limit of states says how many there are.
  const explored = limit === `${states} states` ? "" : ` with ${plural(states, "state")}`;
  return `incomplete: stopped at ${limit}${explored}, depth ${count(maxDepth)}; no violation so far`;
}

/** What a verdict assumes because the user allowed it. */
function assumed({ fixedValues }: CheckReport): string {
  if (fixedValues.length === 0) return "";
  return `, given ${plural(fixedValues.length, "fixed value")}`;
}

/** The number of fixed values that the text lists; the JSON report has all of them. */
const LISTED = 10;

function fixedLines({ fixedValues }: CheckReport): string[] {
  const lines = fixedValues
    .slice(0, LISTED)
    .map((value) => `note: fixed here: ${fixedText(value)}`);
  const more = fixedValues.length - LISTED;
  return more > 0 ? [...lines, `note: ${plural(more, "other fixed value")}`] : lines;
}

/** What a safe program may still do because the user excluded it from the check. */
function leftOut({ search: { properties } }: CheckReport): string {
  const kinds = allowedKinds(properties);
  return kinds.length === 0 ? "" : ` (${kinds.join(" and ")} are allowed)`;
}

/** The whole report. `width` is the maximum length of a line. */
export function reportLines(
  report: CheckReport,
  width: number,
  detail: RowDetail = "normal",
): string[] {
  const lines = [verdictLine(report)];
  report.violations.forEach((violation, i) => {
    if (report.violations.length > 1) lines.push("", `violation ${i + 1}: ${violation.message}`);
    lines.push(...violationLines(violation, { width, sources: report.sources, detail }), "");
  });
  if (report.limit !== null && report.violations.length > 0) {
    lines.push("", `the search is incomplete: stopped at ${report.limit}`);
  }
  if (report.violations.length > 0 || report.limit !== null) {
    for (const reason of report.approximations) lines.push(`note: ${reason}`);
  }
  lines.push(...fixedLines(report));
  lines.push(...raceWarnings(report));
  const { exitCodes } = report;
  if (exitCodes.some((code) => code !== 0)) lines.push(`exit codes: ${exitCodes.join(", ")}`);
  lines.push(...totalLines(report), ...nextLines(report, width));
  return lines;
}

export function raceWarnings(report: CheckReport): string[] {
  return [
    ...report.races.flatMap((race) => [
      `warning: ${race.message}`,
      ...race.details.map((line) => `  ${line}`),
    ]),
    ...(report.hasMoreRaces ? ["warning: there are more data races than these"] : []),
    ...caveats(report).map((caveat) => `note: ${caveat}`),
  ];
}

/** What makes a verdict say less than it seems to. */
function caveats({ violations, races }: CheckReport): string[] {
  const kinds = new Set(violations.map(({ kind }) => kind));
  if (races.length > 0) kinds.add(DATA_RACE.kind);
  return [...kinds].flatMap((kind) => findProperty(kind)?.caveat ?? []);
}

/** Everything about one violation but its message. */
export function violationLines(
  violation: ReportedViolation,
  options: ScheduleTextOptions,
): string[] {
  const details = detailLines(violation, options.detail ?? "normal");
  return [...details, "", ...traceLines(violation, options)];
}

/** More callers than these say little. */
const MOST_FRAMES = 6;

/** What the schedule and the explanation below it do not say. */
function detailLines(
  { details, trace, exception }: ReportedViolation,
  detail: RowDetail,
): string[] {
  if (exception === null || detail === "verbose") {
    const isSaid = trace.why !== null && exception === null && detail === "normal";
    return isSaid ? [] : details.map((line) => `  ${line}`);
  }
  // The only frame is the last line of the schedule.
  const { frames } = exception;
  if (frames.length < 2) return [];
  const shown = frames.slice(0, MOST_FRAMES);
  const more = frames.length - shown.length;
  return [
    ...shown.map((frame) => `  at ${frame.method} (${describePlace(frame)})`),
    ...(more > 0 ? [`  … and ${plural(more, "caller")}`] : []),
  ];
}

export function totalLines(report: CheckReport): string[] {
  const { totals, seconds, search } = report;
  const speed = totals.statesPerSecond === 0 ? "" : ` (${count(totals.statesPerSecond)} states/s)`;
  const isWalk = search.walk !== null;
  const states = isWalk ? "not told apart" : `new, ${totals.matched} matched`;
  return [
    ...(search.walk === null ? [] : walkLines(search.walk)),
    `states ${totals.states} ${states}; transitions ${totals.transitions}, depth ${totals.maxDepth}, ends ${totals.ends}, threads ${totals.maxThreads}`,
    `instructions ${totals.instructions}; ${isWalk ? "" : `store ${storeText(report)}; `}peak memory ${megabytes(totals.peakMemoryBytes)}`,
    ...(report.dvr?.notes ?? []).map(effortLine),
    `time ${seconds.boot.toFixed(2)} s to load, ${seconds.search.toFixed(2)} s to search${speed}${seconds.replay === 0 ? "" : `, ${seconds.replay.toFixed(2)} s to replay`}`,
  ];
}

const words = (value: number): string => `${count(value)} words`;

/** What a reduction did not do, or did later, with the reason. */
export function effortLine({ part, what, states, cost, gain }: EffortNote): string {
  const when = `after ${plural(states, "state")}`;
  const loss = `it cost ${words(cost)} of work and saved about ${words(gain)}`;
  const wait = `the search had cost ${words(gain)} of work, and the analyses cost about ${words(cost)}`;
  switch (what) {
    case "given up":
      return `dvr: ${part} stopped ${when}: ${loss}`;
    case "begun again":
      return `dvr: ${part} restarted from the first state ${when}: ${loss}`;
    case "put off":
      return `dvr: ${part} postponed, started ${when}: ${wait}`;
    case "left out":
      return `dvr: ${part} not started, the search ended ${when}: ${wait} (--dvr-effort always starts it at once)`;
    default:
      return unreachable(what);
  }
}

function storeText({ totals, store }: CheckReport): string {
  const compared = `${totals.wordsPerState.toFixed(1)} words a state`;
  if (store.kind !== "bitstate") {
    return `${store.kind}, ${totals.bytesPerState.toFixed(1)} bytes a state, ${compared}`;
  }
  const used = `${count(store.bitsSet)} of ${count(store.tableBits)} set`;
  return `bitstate, ${store.bitsPerState} bits a state, ${used}, ${compared}`;
}
