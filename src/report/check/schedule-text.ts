/**
 * A schedule as a table on a terminal: a row for what one thread does on one line of the program, with the text of
 * that line, and below it why the violation happened.
 */

import type { ReportedViolation } from "../../check/check-report.ts";
import type { SourceFile } from "../../launch/source-files.ts";
import { exceptionText } from "../../search/properties/exceptions.ts";
import { chainText, shownFrame } from "../../search/trace/frames-shown.ts";
import {
  describePlace,
  type Frame,
  type Place,
  type Trace,
  type WhyFact,
} from "../../search/trace/trace.ts";
import { selectRows } from "./row-selection.ts";
import { type RowDetail, rowsOf, type ScheduleRow } from "./schedule-rows.ts";
import { SourceLines } from "./source-lines.ts";

export interface ScheduleTextOptions {
  /** The maximum length of a line. */
  readonly width: number;
  readonly sources: readonly SourceFile[];
  readonly detail?: RowDetail;
}

/** More lines than this do not fit on a screen. */
const MOST_LINES = 40;
/** Longer names of threads and places are cut, so that there is room for the rest. */
const MOST_THREAD = 20;
const MOST_PLACE = 30;
const GAP = "  ";
/** With less room for the source and the operations side by side, each has a line of its own. */
const LEAST_SIDE_BY_SIDE = 56;

interface Entry {
  /** "3", or "!3" for a preemption. */
  readonly head: string;
  readonly thread: string;
  readonly place: string;
  readonly source: string;
  readonly what: string;
}

interface Widths {
  readonly head: number;
  readonly thread: number;
  readonly place: number;
  /** 0: the operations are below the source. */
  readonly source: number;
  readonly what: number;
}

/** The schedule, its legend and the explanation. */
export function traceLines(violation: ReportedViolation, options: ScheduleTextOptions): string[] {
  const { rows, selected, lines, why } = laidOutRows(violation, options);
  return [...lines, ...legend(selected, selected.length < rows.length), ...why];
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
  const endings = endingEntries(violation, rows, lines);
  const why = whyLines(trace, rows, lines, width);
  const layOut = (selected: readonly ScheduleRow[]): string[] =>
    table(entriesOf(trace, selected, rows, lines), endings, width);
  const room = MOST_LINES - why.length - LEGEND_LINES;
  const selected =
    detail === "verbose" ? rows : selectRows(trace, rows, (some) => layOut(some).length <= room);
  return { rows, selected, lines: layOut(selected), why };
}

// ---- rows ----

function entriesOf(
  trace: Trace,
  selected: readonly ScheduleRow[],
  all: readonly ScheduleRow[],
  lines: SourceLines,
): (Entry | string)[] {
  const entries: (Entry | string)[] = [];
  let next = 1;
  let lane = -1;
  for (const row of selected) {
    if (row.number > next) entries.push(gapText(row.number - next));
    if (row.lane !== lane || row.number > next) lane = -1;
    const text = row.texts.join("; ");
    entries.push({
      head: `${row.isPreemption ? "!" : ""}${row.number}`,
      thread: lane === row.lane ? "" : (trace.threads[row.lane] ?? `thread ${row.lane}`),
      place: describePlace(row.frame),
      source: lines.text(row.frame) ?? "",
      what: row.chain === null ? text : `${row.chain}: ${text}`,
    });
    ({ lane } = row);
    next = row.number + 1;
  }
  if (next <= all.length) entries.push(gapText(all.length + 1 - next));
  return entries;
}

const gapText = (rows: number): string => `… ${rows} ${rows === 1 ? "row" : "rows"} not shown`;

/** What follows the last step: the exception, or the accesses of a race. */
function endingEntries(
  { exception, trace }: ReportedViolation,
  rows: readonly ScheduleRow[],
  lines: SourceLines,
): Entry[] {
  const last = trace.steps.at(-1);
  if (exception !== null && last !== undefined) {
    const frame = exception.thrownAt;
    return [
      {
        head: "",
        thread: rows.at(-1)?.lane === last.lane ? "" : (trace.threads[last.lane] ?? ""),
        place: frame === null ? "" : describePlace(frame),
        source: frame === null ? "" : (lines.text(frame) ?? ""),
        what: `throws ${exceptionText(exception)}`,
      },
    ];
  }
  return trace.pending.map(({ thread, kind, target, place }) => ({
    head: "",
    thread: trace.threads[thread] ?? "",
    ...placed(place, lines),
    what: `is about to ${kind} ${target}`,
  }));
}

const placed = (place: Place, lines: SourceLines): Pick<Entry, "place" | "source"> => {
  const frame = shownFrame(place);
  return { place: describePlace(frame), source: lines.text(frame) ?? "" };
};

// ---- the table ----

function table(
  entries: readonly (Entry | string)[],
  endings: readonly Entry[],
  width: number,
): string[] {
  const all = [...entries, ...endings];
  const rows = all.filter((entry) => typeof entry !== "string");
  if (rows.length === 0) return ["  no step of this schedule shows in the program"];
  const widths = widthsOf(rows, width);
  return all.flatMap((entry) =>
    typeof entry === "string" ? `${" ".repeat(widths.head)}${GAP}${entry}` : laidOut(entry, widths),
  );
}

function widthsOf(entries: readonly Entry[], width: number): Widths {
  const longest = (part: (entry: Entry) => string): number =>
    Math.max(...entries.map((entry) => part(entry).length));
  const head = longest((entry) => entry.head) + 1;
  const thread = Math.min(
    MOST_THREAD,
    longest((entry) => entry.thread),
  );
  const place = Math.min(
    MOST_PLACE,
    longest((entry) => entry.place),
  );
  const rest = width - head - thread - place - 3 * GAP.length;
  const wanted = longest((entry) => entry.source);
  if (rest < LEAST_SIDE_BY_SIDE) return { head, thread, place, source: 0, what: rest };
  // Each has what it needs, if the other leaves it so much, and at least half.
  const needed = longest((entry) => entry.what);
  const half = Math.floor((rest - GAP.length) / 2);
  const source = Math.min(wanted, Math.max(half, rest - GAP.length - needed));
  return { head, thread, place, source, what: rest - GAP.length - source };
}

function laidOut(entry: Entry, widths: Widths): string[] {
  const { head, thread, place, source, what } = widths;
  const start = [
    entry.head.padStart(head),
    cut(entry.thread, thread).padEnd(thread),
    cutFront(entry.place, place).padEnd(place),
  ];
  const indent = start.map((text) => " ".repeat(text.length));
  const texts = wrapped(entry.what, what);
  if (source === 0) {
    const first = entry.source === "" ? texts.splice(0, 1) : [cut(entry.source, what)];
    return [
      ...first.map((text) => [...start, text]),
      ...texts.map((text) => [...indent, text]),
    ].map(joined);
  }
  return texts.map((text, i) =>
    joined([
      ...(i === 0 ? start : indent),
      (i === 0 ? cut(entry.source, source) : "").padEnd(source),
      text,
    ]),
  );
}

const joined = (cells: readonly string[]): string => cells.join(GAP).trimEnd();

const cut = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;

/** Of a place, the end with the line says most. */
const cutFront = (text: string, width: number): string =>
  text.length <= width ? text : `…${text.slice(text.length - width + 1)}`;

/** Breaks text at spaces, and long words anywhere. All lines but the first are indented. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = ` ${word}`;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
    while (line.length > width) {
      lines.push(line.slice(0, width));
      line = `  ${line.slice(width)}`;
    }
  }
  return [...lines, line];
}

// ---- legend and explanation ----

/** An empty line, and at most two lines of legend. */
const LEGEND_LINES = 3;

function legend(rows: readonly ScheduleRow[], hasGaps: boolean): string[] {
  const lines = [
    ...(rows.some((row) => row.isPreemption)
      ? ["! preemption: the thread before could have continued"]
      : []),
    ...(hasGaps ? ["… rows that say less are left out (--verbose shows all)"] : []),
  ];
  return lines.map((line) => `  ${line}`);
}

function whyLines(
  trace: Trace,
  rows: readonly ScheduleRow[],
  lines: SourceLines,
  width: number,
): string[] {
  if (trace.why === null) return [];
  const { heading, facts } = trace.why;
  return [
    "",
    `why: ${heading}`,
    ...facts.flatMap((fact) => factLines(fact, trace, rows, lines, width)),
  ];
}

/** "  Thread-0 (row 3) writes X: 1 → 2, at A.java:7  x = y + 1;" */
function factLines(
  fact: WhyFact,
  trace: Trace,
  rows: readonly ScheduleRow[],
  lines: SourceLines,
  width: number,
): string[] {
  const name = fact.lane < 0 ? "" : `${trace.threads[fact.lane] ?? "?"} `;
  const row = rowOf(fact, rows);
  const at = row === null ? "" : ` (row ${row.number})`;
  const frame: Frame | null = fact.place?.isProgram === true ? shownFrame(fact.place) : null;
  const chain = fact.place === null ? null : chainText(fact.place);
  const via = chain === null ? "" : ` in ${chain}`;
  const where = frame === null ? "" : `, at ${describePlace(frame)}${via}`;
  const text = `${name}${fact.text}${at}${where}`;
  const source = frame === null ? null : lines.text(frame);
  const all = wrapped(text, width - 4).map((line, i) => `${i === 0 ? "  " : "    "}${line}`);
  const last = all.at(-1) ?? "";
  if (source === null) return all;
  if (last.length + source.length + 4 <= width)
    return [...all.slice(0, -1), `${last}    ${source}`];
  return [...all, `      ${cut(source, width - 6)}`];
}

export function rowOf(
  { step, operation }: WhyFact,
  rows: readonly ScheduleRow[],
): ScheduleRow | null {
  if (step < 0) return null;
  const exact = rows.find((row) =>
    row.operations.some(([s, o]) => s === step && (operation < 0 || o === operation)),
  );
  return exact ?? null;
}
