/**
 * A finding as a sequence of stops that a reader steps through: its rows, and after them one stop for what they lead
 * to. Answers what holds at a stop without looking at all rows before it.
 */
import type {
  EndingData,
  FindingData,
  FrameData,
  LockData,
  RowData,
} from "../../report/pages/finding-data.ts";

/** What a thread's lifeline looks like at a stop. */
export type LaneStatus = "before" | "active" | "waiting" | "over";

export interface LaneLocks {
  readonly lane: number;
  readonly locks: readonly LockData[];
  readonly awaits: string | null;
}

export class Story {
  readonly finding: FindingData;
  /** The lanes to show: threads that do something, or are part of the end. */
  readonly lanes: readonly number[];
  readonly stops: number;
  /** Rows that the explanation refers to. */
  readonly facts: ReadonlySet<number>;
  /** By lane: the indices of its rows, ascending. */
  readonly #rowsOfLane = new Map<number, number[]>();
  readonly #hasOneFile: boolean;
  readonly #endingLanes: ReadonlySet<number>;

  /** `hasAllLanes`: also show threads that do nothing yet. */
  constructor(finding: FindingData, hasAllLanes = false) {
    this.finding = finding;
    finding.rows.forEach(({ lane }, i) => {
      const own = this.#rowsOfLane.get(lane);
      if (own === undefined) this.#rowsOfLane.set(lane, [i]);
      else own.push(i);
    });
    this.#endingLanes = new Set(finding.endings.map(({ lane }) => lane));
    this.#hasOneFile = new Set(finding.frames.map(({ path }) => path)).size === 1;
    const all = hasAllLanes ? finding.threads.keys() : [];
    const shown = new Set([...all, ...this.#rowsOfLane.keys(), ...this.#endingLanes]);
    this.lanes = [...shown].filter((lane) => lane >= 0).toSorted((a, b) => a - b);
    this.stops = finding.rows.length + (finding.endings.length > 0 ? 1 : 0);
    this.facts = new Set((finding.why?.facts ?? []).map(({ row }) => row));
  }

  /** Null at the end. */
  row(stop: number): RowData | null {
    return this.finding.rows[stop] ?? null;
  }

  isEnd(stop: number): boolean {
    return stop >= this.finding.rows.length;
  }

  frame(index: number | null): FrameData | null {
    return index === null ? null : (this.finding.frames[index] ?? null);
  }

  /** "line 12" where the program has one file, and otherwise "Main.java:12". */
  shortPlace(index: number): string {
    const frame = this.frame(index);
    if (frame === null) return "";
    return this.#hasOneFile && frame.line > 0 ? `line ${frame.line}` : frame.place;
  }

  thread(lane: number): string {
    return this.finding.threads[lane] ?? `thread ${lane}`;
  }

  /** Where a lane stands among those that are shown. */
  column(lane: number): number {
    return this.lanes.indexOf(lane);
  }

  endingsOf(lane: number): readonly EndingData[] {
    return this.finding.endings.filter((ending) => ending.lane === lane);
  }

  /** What the thread of a row waits for after it, unless the end says the same. */
  awaitsAfter(stop: number): string | null {
    const row = this.row(stop);
    if (row === null || row.awaits === null) return null;
    const isLast = this.lastRow(row.lane, this.stops) === row;
    return isLast && this.endingsOf(row.lane).some(({ kind }) => kind === "wait")
      ? null
      : row.awaits;
  }

  /** The last row of a lane up to a stop; null if there is none. */
  lastRow(lane: number, stop: number): RowData | null {
    const own = this.#rowsOfLane.get(lane) ?? [];
    const at = countUpTo(own, stop);
    return at === 0 ? null : this.row(own[at - 1] ?? -1);
  }

  /** The lane's first row is that of the stop. */
  begins(lane: number, stop: number): boolean {
    return this.#rowsOfLane.get(lane)?.[0] === stop;
  }

  status(lane: number, stop: number): LaneStatus {
    const own = this.#rowsOfLane.get(lane) ?? [];
    const done = countUpTo(own, stop);
    if (done === 0) return "before";
    const last = this.row(own[done - 1] ?? -1);
    if (last !== null && last.awaits !== null) return "waiting";
    return done < own.length || this.#endingLanes.has(lane) ? "active" : "over";
  }

  /** The locks that are held or awaited after a stop. */
  locks(stop: number): LaneLocks[] {
    const isEnd = this.isEnd(stop);
    return this.lanes.flatMap((lane) => {
      const row = this.lastRow(lane, stop);
      const locks = row === null ? [] : (this.finding.lockSets[row.holds] ?? []);
      // What threads wait for at the end is what the end says.
      const awaits = isEnd ? null : (row?.awaits ?? null);
      return locks.length === 0 && awaits === null ? [] : [{ lane, locks, awaits }];
    });
  }

  /** With a capital letter, unless it begins with the name of a thread. */
  sentence(text: string): string {
    const isName = this.finding.threads.some((name) => text.startsWith(name));
    return isName ? `${text}.` : `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
  }

  /** "Step 3 of 12", or "The end". */
  title(stop: number): string {
    const row = this.row(stop);
    return row === null ? "The end" : `Step ${row.number} of ${this.finding.rows.length}`;
  }

  /** The stop as a screen reader should say it. */
  announcement(stop: number): string {
    const row = this.row(stop);
    if (row === null) {
      const ends = this.finding.endings.map(({ lane, text }) => `${this.thread(lane)} ${text}`);
      return `The end: ${this.finding.message}. ${ends.join(". ")}`;
    }
    const place = this.frame(row.frame)?.place ?? "";
    const parts = [
      `${this.title(stop)}, ${this.thread(row.lane)}, ${place}`,
      row.texts.join(", "),
      ...(row.isPreemption ? ["preempts the thread before"] : []),
      ...(row.awaits === null ? [] : [row.awaits]),
    ];
    return parts.join(": ");
  }

  /** The next stop after `from` for which something holds, going round; `from` if there is none. */
  next(from: number, isWanted: (stop: number) => boolean): number {
    for (let i = 1; i <= this.stops; i++) {
      const stop = (from + i) % this.stops;
      if (isWanted(stop)) return stop;
    }
    return from;
  }
}

/** How many of the ascending numbers are at most `limit`. */
function countUpTo(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
