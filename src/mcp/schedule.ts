/** Schedules and explanations as data for a model: the rows of the terminal, with the file and text of each line. */
import type { ReportedViolation } from "../check/check-report.ts";
import type { SourceFile } from "../launch/source-files.ts";
import { selectRows } from "../report/check/row-selection.ts";
import { type RowDetail, rowsOf, type ScheduleRow } from "../report/check/schedule-rows.ts";
import { SourceLinks } from "../report/check/source-links.ts";
import { rowOf } from "../report/check/why-text.ts";
import { exceptionText } from "../search/properties/exceptions.ts";
import { shownFrame } from "../search/trace/frames-shown.ts";
import type { Frame } from "../search/trace/trace.ts";
import { short } from "./bounded.ts";
import type { AnswerRow, WhyData } from "./schemas.ts";

interface Placed {
  readonly file: string | null;
  readonly line: number | null;
  readonly source: string | null;
}

export class ScheduleView {
  readonly rows: readonly ScheduleRow[];
  readonly #violation: ReportedViolation;
  readonly #links: SourceLinks;

  constructor(
    violation: ReportedViolation,
    sources: readonly SourceFile[],
    directory: string,
    detail: RowDetail = "normal",
  ) {
    this.#violation = violation;
    this.#links = new SourceLinks(sources, { directory, root: directory });
    this.rows = rowsOf(violation.trace, detail);
  }

  /** The rows that say most. */
  select(most: number): AnswerRow[] {
    const selected = selectRows(this.#violation.trace, this.rows, (some) => some.length <= most);
    return selected.slice(0, most).map((row) => this.row(row));
  }

  row(row: ScheduleRow): AnswerRow {
    const text = row.texts.join("; ");
    return {
      row: row.number,
      thread: this.#thread(row.lane),
      ...this.place(row.frame),
      does: short(row.chain === null ? text : `${row.chain}: ${text}`),
      preempts: row.isPreemption,
      stateAfter: row.lastStep + 1,
    };
  }

  /** What follows the last row: the exception, or the accesses of a race. */
  end(): string | null {
    const { exception, trace } = this.#violation;
    const last = trace.steps.at(-1);
    if (exception !== null && last !== undefined) {
      const at =
        exception.thrownAt === null ? "" : ` at ${placeText(this.place(exception.thrownAt))}`;
      return `${this.#thread(last.lane)} throws ${short(exceptionText(exception))}${at}`;
    }
    const ends = trace.pending.map(({ thread, kind, target, place }) => {
      const at = placeText(this.place(shownFrame(place)));
      return `${this.#thread(thread)} is about to ${kind} ${short(target)} at ${at}`;
    });
    return ends.length === 0 ? null : ends.join("; ");
  }

  why(most: number): WhyData {
    const { why } = this.#violation.trace;
    if (why === null) return null;
    return {
      heading: short(why.heading),
      facts: why.facts.slice(0, most).map((fact) => ({
        text: short(fact.lane < 0 ? fact.text : `${this.#thread(fact.lane)} ${fact.text}`),
        row: rowOf(fact, this.rows)?.number ?? null,
        ...(fact.place?.isProgram === true
          ? this.place(shownFrame(fact.place))
          : { file: null, line: null, source: null }),
      })),
    };
  }

  get facts(): number {
    return this.#violation.trace.why?.facts.length ?? 0;
  }

  place(frame: Frame): Placed {
    const source = this.#links.region(frame)?.text ?? null;
    return {
      file: this.#links.path(frame),
      line: frame.line < 1 ? null : frame.line,
      source: source === null ? null : short(source),
    };
  }

  #thread(lane: number): string {
    return short(this.#violation.trace.threads[lane] ?? `thread ${lane}`, 60);
  }
}

export const placeText = ({ file, line }: Placed): string =>
  `${file ?? "unknown source"}${line === null ? "" : `:${line}`}`;

const sourceText = ({ source }: Placed): string => (source === null ? "" : ` \`${source}\``);

/** "!3 Thread-1 at src/Bank.java:24 `balance = b;`: writes …" */
export const rowText = (row: AnswerRow): string =>
  `${row.preempts ? "!" : " "}${row.row} ${row.thread} at ${placeText(row)}${sourceText(row)}: ${row.does}`;

export function whyLines(why: WhyData): string[] {
  if (why === null) return [];
  return [
    `why: ${why.heading}`,
    ...why.facts.map((fact) => {
      const row = fact.row === null ? "" : ` (row ${fact.row})`;
      const at = fact.file === null ? "" : `, at ${placeText(fact)}${sourceText(fact)}`;
      return `- ${fact.text}${row}${at}`;
    }),
  ];
}
