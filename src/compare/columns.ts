/**
 * The figures of a check that a comparison measures, one column each. The types, the JSON and CSV
 * files, medians, sums, percentages and the cells of the tables all derive from this list: a new
 * figure is one more entry, and a place in a table of report/compare/tables.ts to show it there.
 *
 * The order is that of the fields in the JSON file and of the columns in the CSV file.
 */
import type { CheckReport } from "../check/check-report.ts";

/** How a figure is written: bytes may be shown as megabytes or one by one. */
export type Unit = "count" | "seconds" | "megabytes" | "size";

export interface FigureColumn {
  readonly name: string;
  /** The heading in a table. */
  readonly title: string;
  /** What the figure is, in a sentence. */
  readonly about: string;
  readonly unit: Unit;
  /** The figure of one check; null if the configuration has none. */
  readonly of: (report: CheckReport) => number | null;
  /** The sum over all programs makes sense. */
  readonly isSummed?: true;
  /** What the column with the percentage is about; only for figures that have such a column. */
  readonly share?: string;
}

const BYTES_PER_WORD = 4;

const vectorBytes = ({ totals }: CheckReport): number => totals.wordsPerState * BYTES_PER_WORD;

const dvaBytes = ({ dvr }: CheckReport): number | null => dvr?.memoryBytes ?? null;

export const COLUMNS = [
  {
    name: "states",
    title: "states",
    about: "different states",
    unit: "count",
    of: ({ totals }) => totals.states,
    isSummed: true,
    share: "states",
  },
  {
    name: "matched",
    title: "matched",
    about: "states that had been visited before",
    unit: "count",
    of: ({ totals }) => totals.matched,
  },
  {
    name: "transitions",
    title: "transitions",
    about: "steps that the search took",
    unit: "count",
    of: ({ totals }) => totals.transitions,
  },
  {
    name: "cpuSeconds",
    title: "time",
    about: "CPU seconds of the whole process, start and analyses included",
    unit: "seconds",
    of: ({ totals }) => totals.cpuSeconds,
    isSummed: true,
    share: "time",
  },
  {
    name: "wallSeconds",
    title: "wall",
    about: "elapsed seconds of the whole process",
    unit: "seconds",
    of: ({ totals }) => totals.wallSeconds,
    isSummed: true,
    share: "wall",
  },
  {
    name: "searchCpuSeconds",
    title: "search",
    about: "CPU seconds of the search alone",
    unit: "seconds",
    of: ({ totals }) => totals.searchCpuSeconds,
  },
  {
    name: "analysisCpuSeconds",
    title: "analyses",
    about: "CPU seconds of the code analyses",
    unit: "seconds",
    of: ({ dvr }) => dvr?.analysisCpuSeconds ?? null,
  },
  {
    name: "analysisWallSeconds",
    title: "analyses wall",
    about: "elapsed seconds of the code analyses",
    unit: "seconds",
    of: ({ dvr }) => dvr?.analysisWallSeconds ?? null,
  },
  {
    name: "storeBytes",
    title: "store MB",
    about: "memory of the set of visited states",
    unit: "megabytes",
    of: ({ totals }) => totals.storeBytes,
    isSummed: true,
    share: "store",
  },
  {
    name: "vectorBytes",
    title: "vector bytes",
    about: "average size of a state vector with every word in its place",
    unit: "size",
    of: vectorBytes,
    share: "vector",
  },
  {
    name: "vectorsBytes",
    title: "vectors MB",
    about: "memory of all different state vectors",
    unit: "megabytes",
    of: (report) => report.totals.states * vectorBytes(report),
    isSummed: true,
    share: "vectors",
  },
  {
    name: "compressedBytes",
    title: "compressed",
    about: "average size of a state vector with zero words stored as one bit",
    unit: "size",
    of: ({ totals }) => totals.compressedWordsPerState * BYTES_PER_WORD,
    share: "compressed",
  },
  {
    name: "dvaBytes",
    title: "DVA MB",
    about: "memory of the liveness information",
    unit: "megabytes",
    of: dvaBytes,
  },
  {
    name: "dvaBytesPerState",
    title: "DVA bytes",
    about: "memory of the liveness information for each state, on average",
    unit: "size",
    of: (report) => {
      const bytes = dvaBytes(report);
      return bytes === null ? null : bytes / Math.max(1, report.totals.states);
    },
  },
  {
    name: "liveCellsPerState",
    title: "live cells",
    about: "average number of cells in a state's live set",
    unit: "size",
    of: ({ dvr }) => dvr?.liveCellsPerState ?? null,
  },
  {
    name: "peakMemoryBytes",
    title: "peak MB",
    about: "largest memory of the process",
    unit: "megabytes",
    of: ({ totals }) => totals.peakMemoryBytes,
  },
  {
    name: "maxThreads",
    title: "threads",
    about: "largest number of threads alive at once",
    unit: "count",
    of: ({ totals }) => totals.maxThreads,
  },
] as const satisfies readonly FigureColumn[];

type Columns = (typeof COLUMNS)[number];

export type FigureName = Columns["name"];

/** The figures of one check; null where a configuration has no such figure. */
export type Figures = { readonly [C in Columns as C["name"]]: ReturnType<C["of"]> };

export type SummedFigure = Extract<Columns, { readonly isSummed: true }>["name"];

export const FIGURE_NAMES: readonly FigureName[] = COLUMNS.map(({ name }) => name);

const isSummed = (column: Columns): column is Extract<Columns, { readonly isSummed: true }> =>
  "isSummed" in column;

export const SUMMED: readonly SummedFigure[] = COLUMNS.filter(isSummed).map(({ name }) => name);

export const columnOf = (name: FigureName): FigureColumn =>
  COLUMNS.find((each) => each.name === name) ?? COLUMNS[0];
