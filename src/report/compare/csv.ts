/** A comparison as CSV (RFC 4180): one line for each program and configuration, with unrounded figures. */
import { FIGURE_NAMES } from "../../compare/columns.ts";
import type { Comparison } from "../../compare/comparison.ts";

const FIXED = ["program", "label", "configuration", "outcome", "complete", "rounds", "message"];

export function comparisonCsv({ programs }: Comparison): string {
  const head = [
    ...FIXED,
    ...FIGURE_NAMES,
    ...FIGURE_NAMES.map((name) => `${name}Percent`),
    "cpuSecondsLeast",
    "cpuSecondsMost",
  ];
  const rows = programs.flatMap(({ name, label, results }) =>
    results.map((result) => [
      name,
      label,
      result.configuration,
      result.outcome,
      result.isComplete,
      result.rounds,
      result.message,
      ...FIGURE_NAMES.map((figure) => result.figures?.[figure] ?? null),
      ...FIGURE_NAMES.map((figure) => result.percent[figure]),
      ...(result.cpuRange ?? [null, null]),
    ]),
  );
  return [head, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/** An unknown value is an empty cell. */
function cell(value: string | number | boolean | null): string {
  const text = value === null ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
