/**
 * Lays out the rows of a schedule in columns: number, thread, place, source, what happens. On a narrow terminal the
 * operations go below the source.
 */
import { cut, cutFront, cutMiddle, wrapped } from "./wrap.ts";

/** Longer places are cut, so that there is room for the rest. */
const MOST_PLACE = 30;
const GAP = "  ";
/** Between source and operations that are not in columns. */
const BESIDE = "    ";
/** With less room for the source and the operations side by side, each has a line of its own. */
const LEAST_SIDE_BY_SIDE = 56;
/** With less than this, thread and place have a line of their own, too. */
const LEAST_BELOW = 30;
/** Of their common room. */
const LEAST_SOURCE = 0.4;

export interface Entry {
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
  /** 0: thread and place are above the source. */
  readonly place: number;
  /** 0: the operations are below the source. */
  readonly source: number;
  readonly what: number;
}

export function table(entries: readonly (Entry | string)[], width: number): string[] {
  const rows = entries.filter((entry) => typeof entry !== "string");
  if (rows.length === 0) return ["  no step of this schedule shows in the program"];
  const widths = widthsOf(rows, width);
  return entries.flatMap((entry) =>
    typeof entry === "string" ? `${" ".repeat(widths.head)}${GAP}${entry}` : laidOut(entry, widths),
  );
}

function widthsOf(entries: readonly Entry[], width: number): Widths {
  const longest = (part: (entry: Entry) => string): number =>
    Math.max(...entries.map((entry) => part(entry).length));
  const head = longest((entry) => entry.head) + 1;
  const thread = longest((entry) => entry.thread);
  const place = Math.min(
    MOST_PLACE,
    longest((entry) => entry.place),
  );
  const rest = width - head - thread - place - 3 * GAP.length;
  const wanted = longest((entry) => entry.source);
  if (rest < LEAST_BELOW) {
    return { head, thread: 0, place: 0, source: 0, what: width - head - GAP.length };
  }
  if (rest < LEAST_SIDE_BY_SIDE) return { head, thread, place, source: 0, what: rest };
  // What happens must not be cut, the source may: it has what the other leaves, and a good part in any case.
  const needed = longest((entry) => entry.what);
  const part = Math.floor((rest - GAP.length) * LEAST_SOURCE);
  const source = Math.min(wanted, Math.max(part, rest - GAP.length - needed));
  return { head, thread, place, source, what: rest - GAP.length - source };
}

function laidOut(entry: Entry, widths: Widths): string[] {
  const { head, thread, place, source, what } = widths;
  if (place === 0) return below(entry, head, what);
  const start = [
    entry.head.padStart(head),
    entry.thread.padEnd(thread),
    cutFront(entry.place, place).padEnd(place),
  ];
  const indent = start.map((text) => " ".repeat(text.length));
  const texts = wrapped(entry.what, what);
  if (source === 0) {
    const both = [entry.source, entry.what].filter((text) => text !== "").join(BESIDE);
    if (both.length <= what) return [joined([...start, both])];
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

/** Number, thread and place on the first line, source and operations on others. */
function below(entry: Entry, head: number, width: number): string[] {
  const first = [entry.thread, entry.place].filter((text) => text !== "").join(GAP);
  const source = entry.source === "" ? [] : [cut(entry.source, width)];
  const lines = [cutMiddle(first, width), ...source, ...wrapped(entry.what, width)];
  return lines.map((line, i) => joined([(i === 0 ? entry.head : "").padStart(head), line]));
}

const joined = (cells: readonly string[]): string => cells.join(GAP).trimEnd();
