/**
 * A schedule as a table on a terminal: a row for what one thread does on one line of the program, with the text of
 * that line, and below it why the violation happened.
 */

import type { ReportedViolation } from "../../check/check-report.ts";
import { unreachable } from "../../core/assert.ts";
import { count, plural } from "../../core/numbers.ts";
import type { SourceFile } from "../../launch/source-files.ts";
import { exceptionText } from "../../search/properties/exceptions.ts";
import { shownFrame } from "../../search/trace/frames-shown.ts";
import { describePlace, type Frame, type Trace } from "../../search/trace/trace.ts";
import { selectRows } from "./row-selection.ts";
import { type RowDetail, rowsOf, type ScheduleRow } from "./schedule-rows.ts";
import { type Entry, table } from "./schedule-table.ts";
import { SourceLines } from "./source-lines.ts";
import { whyLines } from "./why-text.ts";
import { cutMiddle, wrapped } from "./wrap.ts";

export interface ScheduleTextOptions {
  /** The maximum length of a line. */
  readonly width: number;
  readonly sources: readonly SourceFile[];
  readonly detail?: RowDetail;
}

/** More lines than this do not fit on a screen. */
const MOST_LINES = 40;

/** The number of its steps, the steps, their legend and the explanation. */
export function traceLines(violation: ReportedViolation, options: ScheduleTextOptions): string[] {
  const { rows, lines, why } = laidOutRows(violation, options);
  return [scheduleSummary(violation, rows), ...lines, ...why];
}

/** All rows of a schedule, and those that a screen has room for. */
export interface ShownRows {
  readonly rows: readonly ScheduleRow[];
  readonly selected: readonly ScheduleRow[];
}

/** The rows that `traceLines` shows, for other formats that show the same. */
export const shownRows = (violation: ReportedViolation, options: ScheduleTextOptions): ShownRows =>
  laidOutRows(violation, options);

function laidOutRows(
  violation: ReportedViolation,
  { width, sources, detail = "normal" }: ScheduleTextOptions,
): ShownRows & { readonly lines: readonly string[]; readonly why: readonly string[] } {
  const { trace } = violation;
  const lines = new SourceLines(sources);
  const rows = rowsOf(trace, detail);
  const why = whyLines(trace, rows, lines, width);
  const notes = missingSources(violation, rows, lines, width);
  const layOut = (selected: readonly ScheduleRow[]): string[] => {
    const entries = entriesOf(violation, selected, rows, lines);
    const shown = table(entries, width);
    return [...shown, ...legend(selected, selected.length < rows.length, width), ...notes];
  };
  const room = MOST_LINES - why.length - 1;
  const selected =
    detail === "verbose" ? rows : selectRows(trace, rows, (some) => layOut(some).length <= room);
  return { rows, selected, lines: layOut(selected), why };
}

/** "schedule: 9 steps, 3 switches, 2 preemptions", in the steps that are shown. */
export function scheduleSummary(
  violation: Pick<ReportedViolation, "trace" | "cycle" | "simplicity">,
  rows: readonly ScheduleRow[],
): string {
  const { trace, cycle } = violation;
  const switches = rows.filter((row, i) => i > 0 && row.lane !== rows[i - 1]?.lane).length;
  const preemptions = rows.filter((row) => row.isPreemption).length;
  const repeated = rows.filter(({ lastStep }) => lastStep >= trace.steps.length - cycle).length;
  const parts = [
    plural(rows.length, "step"),
    `${count(switches)} switch${switches === 1 ? "" : "es"}`,
    plural(preemptions, "preemption"),
  ];
  const repeats = cycle === 0 ? "" : cycleText(repeated);
  return `schedule: ${parts.join(", ")}${repeats}${simplicityText(violation)}`;
}

const cycleText = (rows: number): string =>
  rows === 0 ? "" : `; the last ${rows === 1 ? "one repeats" : `${count(rows)} repeat`} forever`;

/** Whether a simpler schedule may exist. */
function simplicityText({ simplicity }: Pick<ReportedViolation, "simplicity">): string {
  switch (simplicity) {
    case "simplest":
      return " (the simplest there is)";
    case "effort":
      return " (simplified until the effort ended; a simpler one may exist)";
    case "assumption":
      return " (simplified; a simpler one may exist)";
    case "as found":
      return "";
    default:
      return unreachable(simplicity);
  }
}

// ---- rows ----

function entriesOf(
  violation: ReportedViolation,
  selected: readonly ScheduleRow[],
  all: readonly ScheduleRow[],
  lines: SourceLines,
): (Entry | string)[] {
  const { trace } = violation;
  const names = shortNames(trace.threads);
  const entries: (Entry | string)[] = [];
  const ending = endingOf(violation, all, names, lines);
  let next = 1;
  let lane = -1;
  for (const row of selected) {
    const hasGap = row.number > next;
    if (hasGap) entries.push(gapText(row.number - next));
    const text = rowText(row, {
      ending: row.number === all.length ? ending.text : null,
      // The explanation of a deadlock says it.
      saysWait: trace.waits.length === 0 || row !== all.findLast((each) => each.lane === row.lane),
    });
    entries.push({
      head: `${row.isPreemption ? "!" : ""}${row.number}`,
      thread: lane === row.lane && !hasGap ? "" : (names[row.lane] ?? "?"),
      place: describePlace(row.frame),
      source: lines.text(row.frame) ?? "",
      what: row.chain === null ? text : `${row.chain}: ${text}`,
    });
    ({ lane } = row);
    next = row.number + 1;
  }
  if (next <= all.length) entries.push(gapText(all.length + 1 - next));
  return [...entries, ...ending.entries];
}

/** Longer names of threads are cut in the middle, as long as no two are the same then. */
const MOST_NAME = 20;

function shortNames(threads: readonly string[]): readonly string[] {
  for (let most = MOST_NAME; most < LONGEST_NAME; most += 4) {
    const names = threads.map((name) => cutMiddle(name, most));
    if (new Set(names).size === threads.length) return names;
  }
  return threads.map((name, i) => `${cutMiddle(name, MOST_NAME - 4)} [${i}]`);
}

/** A column of names leaves room for the rest. */
const LONGEST_NAME = 36;

const gapText = (rows: number): string => `… ${plural(rows, "step")} not shown`;

/** What happens, which locks the thread keeps while others run, and what it waits for. */
function rowText(
  { texts, holds, awaits }: ScheduleRow,
  { ending, saysWait }: { readonly ending: string | null; readonly saysWait: boolean },
): string {
  const kept = holds.filter((lock) => !texts.some((text) => text.includes(lock)));
  const isWaiting = texts.some((text) => /\bwaits\b|\bparked\b/.test(text));
  const parts = [
    ...texts,
    ...(awaits === null || !saysWait || isWaiting || isJoin(awaits)
      ? []
      : [waitingText(awaits, texts)]),
    ...(ending === null ? [] : [ending]),
  ];
  const holding = kept.length === 0 ? "" : ` (holds ${kept.join(", ")})`;
  return parts.join("; ") + holding;
}

/** The end of the wait shows: "joins Thread-0". */
const isJoin = (awaits: string): boolean => awaits.startsWith("waits for the end of ");

/** The wait is on a later line, or in the call. Where the other thread took what it holds is a row of its own. */
function waitingText(awaits: string, texts: readonly string[]): string {
  const call = /^waits in (\S+\(\))/.exec(awaits)?.[1];
  if (call !== undefined && texts.some((text) => text.startsWith(call))) return "then waits";
  return `then ${awaits.replace(/ since \S+$/, "")}`;
}

interface Ending {
  /** What is added to the last row. */
  readonly text: string | null;
  /** Rows without a number. */
  readonly entries: readonly Entry[];
}

/** What follows the last step: the exception, or the accesses of a race. */
function endingOf(
  { exception, trace }: ReportedViolation,
  rows: readonly ScheduleRow[],
  names: readonly string[],
  lines: SourceLines,
): Ending {
  const thrower = trace.steps.at(-1)?.lane;
  if (exception !== null && thrower !== undefined) {
    const by = exception.thrownIn === null ? "" : `${exception.thrownIn}() `;
    const what = `${by}throws ${exceptionText(exception)}`;
    const frame = exception.thrownAt;
    const last = rows.at(-1);
    const isInLastRow =
      last?.lane === thrower &&
      frame !== null &&
      describePlace(last.frame) === describePlace(frame);
    if (isInLastRow) return { text: what, entries: [] };
    const thread = last?.lane === thrower ? "" : (names[thrower] ?? "?");
    return { text: null, entries: [{ head: "", thread, ...placed(frame, lines), what }] };
  }
  const entries = trace.pending.map(({ thread, kind, target, place }) => ({
    head: "",
    thread: names[thread] ?? "?",
    ...placed(shownFrame(place), lines),
    what: `is about to ${kind} ${target}`,
  }));
  return { text: null, entries };
}

const placed = (frame: Frame | null, lines: SourceLines): Pick<Entry, "place" | "source"> =>
  frame === null
    ? { place: "", source: "" }
    : { place: describePlace(frame), source: lines.text(frame) ?? "" };

// ---- legend ----

function legend(rows: readonly ScheduleRow[], hasGaps: boolean, width: number): string[] {
  const lines = [
    ...(rows.some((row) => row.isPreemption)
      ? ["! preemption: the thread before could have continued"]
      : []),
    ...(hasGaps ? ["… steps that say less are left out (--verbose shows all)"] : []),
  ];
  return lines.flatMap((line) => wrapped(line, width - 2).map((part) => `  ${part}`));
}

/** More names of files say no more. */
const MOST_FILES = 3;

/** Says once which files were not found, and what to do. */
function missingSources(
  { trace, exception }: ReportedViolation,
  rows: readonly ScheduleRow[],
  lines: SourceLines,
  width: number,
): string[] {
  const frames = [
    ...rows.filter(({ isProgram }) => isProgram).map(({ frame }) => frame),
    ...endFrames(trace),
    ...(exception?.thrownAt ? [exception.thrownAt] : []),
  ];
  const missing = frames.filter((frame) => frame.file !== null && lines.location(frame) === null);
  const files = [...new Set(missing.flatMap(({ file }) => file ?? []))];
  if (files.length === 0) return [];
  const named = files.slice(0, MOST_FILES).join(", ");
  const more =
    files.length > MOST_FILES ? ` and ${plural(files.length - MOST_FILES, "other")}` : "";
  const text = `no source found for ${named}${more}: name its folder or jar with --source PATH`;
  return wrapped(text, width - 2).map((line) => `  ${line}`);
}

const endFrames = ({ pending }: Trace): Frame[] => pending.map(({ place }) => shownFrame(place));
