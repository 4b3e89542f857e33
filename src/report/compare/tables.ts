/**
 * The tables of a comparison, modelled on tables 4.3 (programs), 4.4 (states and time) and 4.5 (memory) of
 * the thesis, as rows of text for the terminal. A column defines its cell for a program, and
 * those in the rows of sums and means, if any.
 */
import { percentage } from "../../compare/aggregate.ts";
import { columnOf, type FigureName, SUMMED, type SummedFigure } from "../../compare/columns.ts";
import {
  type ComparedProgram,
  type Comparison,
  type ConfigurationResult,
  type OverallResult,
} from "../../compare/comparison.ts";
import { countText, FIGURE_TEXTS, percentText, secondsText } from "../numbers.ts";

export interface Heading {
  readonly title: string;
  readonly isText?: boolean;
}

export interface Table {
  readonly title: string;
  readonly columns: readonly Heading[];
  /** A group belongs to a program (or to the sums); its first row has the name. */
  readonly groups: readonly (readonly (readonly string[])[])[];
}

interface ResultColumn extends Heading {
  /** The cell of a program under a configuration. */
  readonly ofResult: (result: ConfigurationResult) => string;
  /** The cells below the programs; empty if left out. */
  readonly ofSums?: (overall: OverallResult) => string;
  readonly ofMeans?: (overall: OverallResult) => string;
}

const summed = (name: FigureName): SummedFigure | undefined => SUMMED.find((each) => each === name);

function figure(name: FigureName): ResultColumn {
  const { title, unit } = columnOf(name);
  const text = FIGURE_TEXTS[unit];
  const sum = summed(name);
  return {
    title,
    ofResult: ({ figures }) => text(figures?.[name]),
    ...(sum === undefined ? {} : { ofSums: (overall: OverallResult) => text(overall[sum]) }),
  };
}

/** The percentage of a figure. */
function share(name: FigureName): ResultColumn {
  const sum = summed(name);
  return {
    title: "%",
    ofResult: ({ percent }) => percentText(percent[name]),
    ofMeans: ({ meanPercent }) => percentText(meanPercent[name]),
    ...(sum === undefined
      ? {}
      : { ofSums: ({ percentOfSums }: OverallResult) => percentText(percentOfSums[sum]) }),
  };
}

const PROGRAM: Heading = { title: "program", isText: true };

const CONFIGURATION: ResultColumn = {
  title: "configuration",
  isText: true,
  ofResult: ({ configuration }) => configuration,
  ofSums: ({ configuration }) => configuration,
  ofMeans: ({ configuration }) => configuration,
};

const MEAN: ResultColumn = {
  title: "mean",
  ofResult: ({ cpuMean }) => secondsText(cpuMean),
};

const DEVIATION: ResultColumn = {
  title: "sd",
  ofResult: ({ cpuDeviation, cpuMean }) => percentText(percentage(cpuDeviation, cpuMean)),
};

/** Verdicts other than safe stand out. */
const VERDICT: ResultColumn = {
  title: "verdict",
  isText: true,
  ofResult: ({ outcome, isComplete }) => {
    if (outcome === "safe") return isComplete ? "safe" : "SAFE?";
    return outcome.toUpperCase();
  },
};

const STATES_AND_TIME: readonly ResultColumn[] = [
  CONFIGURATION,
  figure("states"),
  share("states"),
  figure("cpuSeconds"),
  figure("searchCpuSeconds"),
  figure("analysisCpuSeconds"),
  share("cpuSeconds"),
  MEAN,
  DEVIATION,
  figure("wallSeconds"),
  share("wallSeconds"),
  VERDICT,
];

const MEMORY: readonly ResultColumn[] = [
  CONFIGURATION,
  figure("storeBytes"),
  share("storeBytes"),
  figure("vectorsBytes"),
  share("vectorsBytes"),
  figure("vectorBytes"),
  share("vectorBytes"),
  figure("compressedBytes"),
  share("compressedBytes"),
  figure("dvaBytes"),
  figure("dvaBytesPerState"),
  figure("liveCellsPerState"),
];

const PROGRAMS: readonly (Heading & { readonly of: (program: ComparedProgram) => string })[] = [
  { ...PROGRAM, of: (program) => nameOf(program) },
  {
    title: "lines",
    of: ({ linesOfCode }) => countText(linesOfCode),
  },
  { title: columnOf("maxThreads").title, of: (program) => countText(mostThreads(program)) },
];

export function comparisonTables(comparison: Comparison): Table[] {
  const programs = comparison.programs.filter(({ results }) => results.length > 0);
  // If nothing was measured, the problems explain everything.
  if (!programs.some(({ results }) => results.some(({ figures }) => figures !== null))) return [];
  const isKnown = programs.some(({ linesOfCode }) => linesOfCode !== null);
  return [
    ...(isKnown ? [programTable(programs)] : []),
    resultTable("States and time", STATES_AND_TIME, programs, comparison),
    resultTable("Memory", MEMORY, programs, comparison),
  ];
}

const programTable = (programs: readonly ComparedProgram[]): Table => ({
  title: "Programs",
  columns: PROGRAMS,
  groups: programs.map((program) => [PROGRAMS.map(({ of }) => of(program))]),
});

function resultTable(
  title: string,
  columns: readonly ResultColumn[],
  programs: readonly ComparedProgram[],
  comparison: Comparison,
): Table {
  const rows = programs.map((program) =>
    program.results.map((result, i) => [
      i === 0 ? nameOf(program) : "",
      ...columns.map(({ ofResult }) => ofResult(result)),
    ]),
  );
  return {
    title,
    columns: [PROGRAM, ...columns],
    groups: [...rows, ...overallRows(columns, comparison)],
  };
}

function overallRows(
  columns: readonly ResultColumn[],
  { overall, programs }: Comparison,
): string[][][] {
  const [first] = overall;
  if (programs.length < 2 || first === undefined) return [];
  const rows = (name: string, cell: "ofSums" | "ofMeans"): string[][] =>
    overall.map((each, i) => [
      i === 0 ? name : "",
      ...columns.map((column) => column[cell]?.(each) ?? ""),
    ]);
  return [rows(`all ${first.programs}`, "ofSums"), rows("mean of percentages", "ofMeans")];
}

/** The name, preceded by the program's label in its set unless both are the same. */
const nameOf = ({ label, name }: ComparedProgram): string =>
  label === null || name.split(" ")[0] === label ? name : `${label}: ${name}`;

/** A configuration that stops at a violation may not have seen all threads. */
function mostThreads({ results }: ComparedProgram): number | null {
  const threads = results.flatMap(({ figures }) => figures?.maxThreads ?? []);
  return threads.length === 0 ? null : Math.max(...threads);
}
