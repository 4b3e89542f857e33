/** The explanation of a violation, below its schedule. */
import { chainText, shownFrame } from "../../search/trace/frames-shown.ts";
import { describePlace, type Frame, type Trace, type WhyFact } from "../../search/trace/trace.ts";
import type { ScheduleRow } from "./schedule-rows.ts";
import type { SourceLines } from "./source-lines.ts";
import { cut, wrapped } from "./wrap.ts";

export function whyLines(
  trace: Trace,
  rows: readonly ScheduleRow[],
  lines: SourceLines,
  width: number,
): string[] {
  if (trace.why === null) return [];
  const { heading, facts } = trace.why;
  return [
    "",
    ...wrapped(`why: ${heading}`, width),
    ...facts.flatMap((fact) => factLines(fact, trace, rows, lines, width)),
  ];
}

/** "  Thread-0 (step 3) writes X: 1 → 2, at A.java:7  x = y + 1;" */
function factLines(
  fact: WhyFact,
  trace: Trace,
  rows: readonly ScheduleRow[],
  lines: SourceLines,
  width: number,
): string[] {
  const name = fact.lane < 0 ? "" : `${trace.threads[fact.lane] ?? "?"} `;
  const row = rowOf(fact, rows);
  const at = row === null ? "" : ` (step ${row.number})`;
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

/** The row that shows a fact; null if none does. */
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
