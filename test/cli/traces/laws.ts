/** What every printed trace must be like, whatever the program. */
import { expect } from "vitest";
import type { CheckReport, ReportedViolation } from "../../../src/check/check-report.ts";
import { type RowDetail, rowsOf } from "../../../src/report/check/schedule-rows.ts";
import { traceLines } from "../../../src/report/check/schedule-text.ts";
import { SourceLines } from "../../../src/report/check/source-lines.ts";
import { shownFrame } from "../../../src/search/trace/frames-shown.ts";

const SCREEN = 40;
export const WIDTHS = [80, 100, 120] as const;
const ROW = /^ *!?(\d+) {2}\S/;

export const printed = (
  violation: ReportedViolation,
  { sources }: CheckReport,
  width: number,
  detail: RowDetail = "normal",
): string[] => traceLines(violation, { width, sources, detail });

/** The laws hold for this violation; returns how many rows its schedule has. */
export function keepsLaws(violation: ReportedViolation, report: CheckReport): number {
  const { trace } = violation;
  const rows = rowsOf(trace);
  const sources = new SourceLines(report.sources);
  expect(new Set(trace.threads).size, "threads have names of their own").toBe(trace.threads.length);
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, i) => i + 1));
  for (const row of rows) {
    expect(row.isProgram, `row ${row.number} is a line of the program`).toBe(true);
    expect(sources.text(row.frame), `row ${row.number} has its source`).not.toBeNull();
    expect(row.texts.length, `row ${row.number} says what happens`).toBeGreaterThan(0);
  }
  for (const { lane, step, operation, place } of trace.why?.facts ?? []) {
    expect(lane).toBeLessThan(trace.threads.length);
    expect(step).toBeLessThan(trace.steps.length);
    if (operation >= 0) expect(trace.steps[step]?.operations[operation]?.place).toEqual(place);
    if (place?.isProgram === true) expect(sources.text(shownFrame(place))).not.toBeNull();
  }
  for (const width of WIDTHS) keepsForm(printed(violation, report, width), width);
  return rows.length;
}

function keepsForm(lines: readonly string[], width: number): void {
  const [summary, ...rest] = lines;
  expect(summary).toMatch(/^schedule: \d+ steps?, \d+ switch(?:es)?, \d+ preemptions?/);
  if (width === 120) expect(lines.length).toBeLessThanOrEqual(SCREEN);
  const wide = rest.filter((line) => line.length > width);
  expect(wide).toEqual([]);
  const numbers = rest.flatMap((line) => ROW.exec(line)?.[1] ?? []).map(Number);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  const hasMark = rest.some((line) => /^ *!\d/.test(line));
  expect(rest.some((line) => line.startsWith("  ! preemption:"))).toBe(hasMark);
}
