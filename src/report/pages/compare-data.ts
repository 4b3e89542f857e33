/**
 * What the page of a comparison shows (src/pages/compare), as data. Figures stand in the order of the columns, which
 * makes the data of a hundred programs small. All numbers are those of the JSON file, rounded to six digits.
 */
import { geometricMean, percentage } from "../../compare/aggregate.ts";
import { COLUMNS, type FigureName, SUMMED, type Unit } from "../../compare/columns.ts";
import type {
  ComparedOutcome,
  Comparison,
  ConfigurationEntry,
  ConfigurationResult,
  OverallResult,
  Problem,
} from "../../compare/comparison.ts";
import { effortLine } from "../check/text.ts";
import { type Headline, headlineOf } from "./compare-headline.ts";
import type { Provenance } from "./provenance.ts";

export interface PageColumn {
  readonly name: FigureName;
  readonly title: string;
  readonly about: string;
  readonly unit: Unit;
}

type Numbers = readonly (number | null)[];

export interface PageResult {
  readonly outcome: ComparedOutcome;
  readonly message: string | null;
  readonly isComplete: boolean;
  readonly isSteady: boolean;
  readonly rounds: number;
  /** By column. Null if nothing was measured. */
  readonly figures: Numbers | null;
  /** Percentages of the base, by column. */
  readonly percent: Numbers;
  readonly cpuRange: readonly [number, number] | null;
  readonly cpuMean: number | null;
  readonly cpuDeviation: number | null;
  readonly notes: readonly string[];
}

export interface PageProgram {
  readonly name: string;
  readonly label: string | null;
  readonly expected: string | null;
  readonly linesOfCode: number | null;
  /** One for each configuration; null for one that was not measured. */
  readonly results: readonly (PageResult | null)[];
  /** Of this program, the worst first. */
  readonly problems: readonly Pick<Problem, "kind" | "text">[];
}

/** Over all programs that are complete under every configuration. */
export interface PageOverall {
  readonly geometricMean: Numbers;
  readonly mean: Numbers;
  /** Percentages of the base's sums; null for figures that have no sum. */
  readonly ofSums: Numbers;
}

/** Percentages of one figure, of which a chart draws bars. */
export interface PageChart {
  /** Index of the figure's column. */
  readonly column: number;
  readonly title: string;
  /** The configuration that has 100%: the base, or the first that has the figure. */
  readonly reference: number;
  /** By configuration: the geometric mean over the programs that count. */
  readonly overall: Numbers;
  /** How many programs count: those that are complete and have the figure under every configuration that has it. */
  readonly counted: number;
  /** By program and configuration; null where either is incomplete or lacks the figure. */
  readonly programs: readonly Numbers[];
}

export interface ComparePageData {
  readonly headline: Headline;
  readonly provenance: Provenance;
  readonly columns: readonly PageColumn[];
  readonly configurations: readonly ConfigurationEntry[];
  /** The index of the configuration that percentages are relative to. */
  readonly base: number;
  readonly rounds: number;
  readonly isInterrupted: boolean;
  /** Options of `deadwood check` that all configurations had. */
  readonly options: readonly string[];
  readonly programs: readonly PageProgram[];
  readonly charts: readonly PageChart[];
  /** How many programs are complete under every configuration. */
  readonly wholePrograms: number;
  /** One for each configuration; empty if no program counts. */
  readonly overall: readonly PageOverall[];
}

const KINDS: readonly Problem["kind"][] = [
  "disagreement",
  "unsteady",
  "error",
  "incomplete",
  "note",
];

const CHARTS: readonly (readonly [FigureName, string])[] = [
  ["states", "States"],
  ["cpuSeconds", "Time"],
  ["vectorsBytes", "Memory of all vectors"],
  ["vectorBytes", "Size of a state vector"],
  ["liveCellsPerState", "Live cells of a state"],
  ["storeBytes", "Memory of the store"],
];

const DIGITS = 6;

const rounded = (value: number | null): number | null =>
  value === null ? null : Number(value.toPrecision(DIGITS));

const byColumn = (figures: Readonly<Record<FigureName, number | null>>): (number | null)[] =>
  COLUMNS.map(({ name }) => rounded(figures[name]));

export function comparePageData(comparison: Comparison, provenance: Provenance): ComparePageData {
  const { configurations, base, rounds, isInterrupted, options, overall } = comparison;
  const pagePrograms = programsOf(comparison);
  const baseIndex = Math.max(
    0,
    configurations.findIndex(({ name }) => name === base),
  );
  const charts = CHARTS.flatMap(([name, title]) => {
    const column = COLUMNS.findIndex((each) => each.name === name);
    return chartOf(column, title, pagePrograms, baseIndex) ?? [];
  });
  const names = configurations.map(({ name }) => name);
  return {
    headline: headlineOf({
      names,
      base: baseIndex,
      programs: pagePrograms,
      charts,
      isInterrupted,
    }),
    provenance,
    columns: COLUMNS.map(({ name, title, about, unit }) => ({ name, title, about, unit })),
    configurations,
    base: baseIndex,
    rounds,
    isInterrupted,
    options,
    programs: pagePrograms,
    charts,
    wholePrograms: overall[0]?.programs ?? 0,
    overall: overall.map(overallOf),
  };
}

function programsOf({ programs, configurations, problems }: Comparison): PageProgram[] {
  return programs.map(({ name, label, expected, linesOfCode, results }) => ({
    name,
    label,
    expected,
    linesOfCode,
    results: configurations.map((wanted) => {
      const result = results.find(({ configuration }) => configuration === wanted.name);
      return result === undefined ? null : resultOf(result);
    }),
    problems: problems
      .filter((problem) => problem.program === name)
      .toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))
      .map(({ kind, text }) => ({ kind, text })),
  }));
}

function resultOf(result: ConfigurationResult): PageResult {
  const { outcome, message, isComplete, isSteady, rounds, figures, percent, notes } = result;
  const range = result.cpuRange;
  return {
    outcome,
    message,
    isComplete,
    isSteady,
    rounds,
    figures: figures === null ? null : byColumn(figures),
    percent: byColumn(percent),
    cpuRange: range === null ? null : [rounded(range[0]) ?? 0, rounded(range[1]) ?? 0],
    cpuMean: rounded(result.cpuMean),
    cpuDeviation: rounded(result.cpuDeviation),
    notes: notes.map(effortLine),
  };
}

const overallOf = (overall: OverallResult): PageOverall => ({
  geometricMean: byColumn(overall.geometricMeanPercent),
  mean: byColumn(overall.meanPercent),
  ofSums: COLUMNS.map(({ name }) => {
    const summed = SUMMED.find((each) => each === name);
    return summed === undefined ? null : rounded(overall.percentOfSums[summed]);
  }),
});

/** Null if no configuration has the figure. */
function chartOf(
  column: number,
  title: string,
  programs: readonly PageProgram[],
  base: number,
): PageChart | null {
  const figuresAt = (index: number): (number | null)[] =>
    programs.map(({ results }) => comparableFigure(results[index], column));
  const count = programs[0]?.results.length ?? 0;
  const indices = Array.from({ length: count }, (_, index) => index);
  const having = indices.filter((index) => figuresAt(index).some((figure) => figure !== null));
  const reference = having.includes(base) ? base : having[0];
  if (reference === undefined) return null;
  const shares = programs.map(({ results }) =>
    results.map((result) =>
      percentage(comparableFigure(result, column), comparableFigure(results[reference], column)),
    ),
  );
  const whole = shares.filter((each) => having.every((index) => each[index] !== null));
  return {
    column,
    title,
    reference,
    overall: indices.map((index) =>
      rounded(geometricMean(whole.map((each) => each[index] ?? null))),
    ),
    counted: whole.length,
    programs: shares.map((each) => each.map(rounded)),
  };
}

/** Figures of searches that were cut short are not comparable. */
const comparableFigure = (result: PageResult | null | undefined, column: number): number | null =>
  result?.isComplete === true ? (result.figures?.[column] ?? null) : null;
