/** A comparison as text: the tables, then all problems. */

import type { Comparison, Problem, ProblemKind } from "../../compare/comparison.ts";
import { plural } from "../../core/numbers.ts";
import { effortLine } from "../check/text.ts";
import { comparisonTables, type Heading, type Table } from "./tables.ts";

const LABELS: Readonly<Record<ProblemKind, string>> = {
  disagreement: "!! DISAGREEMENT",
  unsteady: "!! UNSTEADY",
  error: "!! ERROR",
  incomplete: "! incomplete",
  note: "note",
};

/** `isSparse`: leave out the tables. */
export function comparisonLines(comparison: Comparison, isSparse: boolean = false): string[] {
  const { programs, configurations, rounds, base } = comparison;
  const what = `${plural(programs.length, "program")} under ${plural(configurations.length, "configuration")}`;
  const medians = rounds === 1 ? "one round" : `medians of ${rounds} rounds`;
  return [
    `${what}, ${medians}; percentages are relative to ${base}`,
    ...(comparison.isInterrupted
      ? ["! stopped by Ctrl-C or a signal: these are the results so far"]
      : []),
    ...(isSparse ? [] : comparisonTables(comparison)).flatMap((table) => [
      "",
      ...tableLines(table),
    ]),
    ...effortLines(comparison),
    ...problemLines(comparison.problems),
  ];
}

/** Notes about parts that were stopped or postponed with --dvr-effort auto. */
function effortLines({ programs }: Comparison): string[] {
  const lines = programs.flatMap(({ name, results }) =>
    results.flatMap(({ configuration, notes }) =>
      notes.map((note) => `${name}, ${configuration}: ${effortLine(note)}`),
    ),
  );
  return lines.length === 0 ? [] : ["", ...lines];
}

export function problemLines(problems: readonly Problem[]): string[] {
  if (problems.length === 0) return [];
  const order = Object.keys(LABELS);
  const sorted = problems.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  return ["", ...sorted.map(({ kind, program, text }) => `${LABELS[kind]}: ${program}: ${text}`)];
}

/** Left-aligns names, right-aligns numbers, and separates groups of more than one row by a rule. */
function tableLines({ title, columns, groups }: Table): string[] {
  const rows = groups.flat();
  const widths = columns.map((column, i) =>
    Math.max(column.title.length, ...rows.map((row) => row[i]?.length ?? 0)),
  );
  const isWide = groups.some((group) => group.length > 1);
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => aligned(cell, columns[i], widths[i] ?? 0))
      .join("  ")
      .trimEnd();
  const rule = widths.map((width) => "-".repeat(width)).join("  ");
  return [
    title,
    line(columns.map((column) => column.title)),
    rule,
    ...groups.flatMap((group, i) => [...(i > 0 && isWide ? [rule] : []), ...group.map(line)]),
  ];
}

const aligned = (cell: string, column: Heading | undefined, width: number): string =>
  column?.isText === true ? cell.padEnd(width) : cell.padStart(width);
