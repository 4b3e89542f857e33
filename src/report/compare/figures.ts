/** The arithmetic of a comparison: figures of a check, medians over rounds, percentages, sums and means. */
import type { CheckReport } from "../check/check-report.ts";
import { uncovered } from "../check/text.ts";
import {
  type ComparedProgram,
  type ConfigurationResult,
  type FigureName,
  type Figures,
  type OverallResult,
  type Run,
  SUMMED,
  type SummedFigure,
} from "./comparison.ts";

const BYTES_PER_WORD = 4;
/** As many violations as a check collects: there may be more. */
const MAX_VIOLATIONS = 100;

export const FIGURE_NAMES: readonly FigureName[] = [
  "states",
  "matched",
  "transitions",
  "cpuSeconds",
  "wallSeconds",
  "searchCpuSeconds",
  "analysisCpuSeconds",
  "analysisWallSeconds",
  "storeBytes",
  "vectorBytes",
  "vectorsBytes",
  "compressedBytes",
  "dvaBytes",
  "dvaBytesPerState",
  "liveCellsPerState",
  "peakMemoryBytes",
  "maxThreads",
];

export function figuresOf({ totals, dvr }: CheckReport): Figures {
  const { states, matched, transitions, cpuSeconds, wallSeconds, searchCpuSeconds } = totals;
  const vectorBytes = totals.wordsPerState * BYTES_PER_WORD;
  const dvaBytes = dvr?.memoryBytes ?? null;
  return {
    states,
    matched,
    transitions,
    cpuSeconds,
    wallSeconds,
    searchCpuSeconds,
    analysisCpuSeconds: dvr?.analysisCpuSeconds ?? null,
    analysisWallSeconds: dvr?.analysisWallSeconds ?? null,
    storeBytes: totals.storeBytes,
    vectorBytes,
    vectorsBytes: states * vectorBytes,
    compressedBytes: totals.compressedWordsPerState * BYTES_PER_WORD,
    dvaBytes,
    dvaBytesPerState: dvaBytes === null ? null : dvaBytes / Math.max(1, states),
    liveCellsPerState: dvr?.liveCellsPerState ?? null,
    peakMemoryBytes: totals.peakMemoryBytes,
    maxThreads: totals.maxThreads,
  };
}

/** `collectsAll`: the check was to go on after a violation. */
export function runOf(report: CheckReport, exitCode: number, collectsAll: boolean): Run {
  const { verdict, limit, violations, exitCodes } = report;
  const isCut = violations.length > 0 && (!collectsAll || violations.length >= MAX_VIOLATIONS);
  return {
    outcome: verdict,
    message: violations[0]?.message ?? limit ?? uncovered(report)[0] ?? null,
    exitCode,
    isComplete: limit === null && !isCut && report.store.kind !== "bitstate",
    exitCodes,
    figures: figuresOf(report),
    notes: report.dvr?.notes ?? [],
  };
}

/** Of an even number of values the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The standard deviation of a sample; null where there are fewer than two values. */
export function deviation(values: readonly number[]): number | null {
  const average = mean(values);
  if (average === null || values.length < 2) return null;
  const squares = values.reduce((sum, value) => sum + (value - average) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

/** Null where the base is nothing, of which there are no parts. */
export function percentage(value: number | null, base: number | null): number | null {
  if (value === null || base === null) return null;
  return base > 0 ? (value / base) * 100 : null;
}

function mapFigures<T>(of: (name: FigureName) => T): Record<FigureName, T> {
  return {
    states: of("states"),
    matched: of("matched"),
    transitions: of("transitions"),
    cpuSeconds: of("cpuSeconds"),
    wallSeconds: of("wallSeconds"),
    searchCpuSeconds: of("searchCpuSeconds"),
    analysisCpuSeconds: of("analysisCpuSeconds"),
    analysisWallSeconds: of("analysisWallSeconds"),
    storeBytes: of("storeBytes"),
    vectorBytes: of("vectorBytes"),
    vectorsBytes: of("vectorsBytes"),
    compressedBytes: of("compressedBytes"),
    dvaBytes: of("dvaBytes"),
    dvaBytesPerState: of("dvaBytesPerState"),
    liveCellsPerState: of("liveCellsPerState"),
    peakMemoryBytes: of("peakMemoryBytes"),
    maxThreads: of("maxThreads"),
  };
}

/** Null if nothing was measured. */
export function medianFigures(rounds: readonly Figures[]): Figures | null {
  if (rounds.length === 0) return null;
  const of = (value: (figures: Figures) => number): number => median(rounds.map(value));
  const ifKnown = (value: (figures: Figures) => number | null): number | null => {
    const known = rounds.flatMap((figures) => value(figures) ?? []);
    return known.length === rounds.length ? median(known) : null;
  };
  return {
    states: of(({ states }) => states),
    matched: of(({ matched }) => matched),
    transitions: of(({ transitions }) => transitions),
    cpuSeconds: of(({ cpuSeconds }) => cpuSeconds),
    wallSeconds: of(({ wallSeconds }) => wallSeconds),
    searchCpuSeconds: of(({ searchCpuSeconds }) => searchCpuSeconds),
    analysisCpuSeconds: ifKnown(({ analysisCpuSeconds }) => analysisCpuSeconds),
    analysisWallSeconds: ifKnown(({ analysisWallSeconds }) => analysisWallSeconds),
    storeBytes: of(({ storeBytes }) => storeBytes),
    vectorBytes: of(({ vectorBytes }) => vectorBytes),
    vectorsBytes: of(({ vectorsBytes }) => vectorsBytes),
    compressedBytes: of(({ compressedBytes }) => compressedBytes),
    dvaBytes: ifKnown(({ dvaBytes }) => dvaBytes),
    dvaBytesPerState: ifKnown(({ dvaBytesPerState }) => dvaBytesPerState),
    liveCellsPerState: ifKnown(({ liveCellsPerState }) => liveCellsPerState),
    peakMemoryBytes: of(({ peakMemoryBytes }) => peakMemoryBytes),
    maxThreads: of(({ maxThreads }) => maxThreads),
  };
}

/** What the worst round says is what the configuration is said to have done. */
const SEVERITY = ["safe", "incomplete", "violated", "error"] as const;

/** `runs`: one a round. */
export function resultOf(configuration: string, runs: readonly Run[]): ConfigurationResult {
  const worst = runs.reduce((a, b) =>
    SEVERITY.indexOf(b.outcome) > SEVERITY.indexOf(a.outcome) ? b : a,
  );
  const rounds = runs.flatMap(({ figures }) => figures ?? []);
  const times = rounds.map(({ cpuSeconds }) => cpuSeconds);
  return {
    configuration,
    outcome: worst.outcome,
    message: worst.message,
    exitCode: worst.exitCode,
    isComplete: runs.every(({ isComplete }) => isComplete),
    exitCodes: worst.exitCodes,
    rounds: rounds.length,
    figures: medianFigures(rounds),
    cpuRange: times.length === 0 ? null : [Math.min(...times), Math.max(...times)],
    cpuMean: mean(times),
    cpuDeviation: deviation(times),
    notes: runs[0]?.notes ?? [],
    percent: mapFigures(() => null),
  };
}

/** The results with percentages against the base, where both are complete. */
export function withPercentages(
  results: readonly ConfigurationResult[],
  base: string,
): ConfigurationResult[] {
  const against = results.find(({ configuration }) => configuration === base);
  return results.map((result) => {
    const isComparable = result.isComplete && against?.isComplete === true;
    const percent = mapFigures((name) =>
      isComparable
        ? percentage(result.figures?.[name] ?? null, against.figures?.[name] ?? null)
        : null,
    );
    return { ...result, percent };
  });
}

const sum = (results: readonly ConfigurationResult[], name: SummedFigure): number =>
  results.reduce((total, { figures }) => total + (figures?.[name] ?? 0), 0);

/** Sums and means, over the programs that every configuration has come to the end of. */
export function overallOf(
  programs: readonly ComparedProgram[],
  configurations: readonly string[],
  base: string,
): OverallResult[] {
  const whole = programs.filter(
    ({ results }) =>
      results.length === configurations.length && results.every(({ isComplete }) => isComplete),
  );
  if (whole.length === 0) return [];
  const of = (configuration: string): ConfigurationResult[] =>
    whole.flatMap(({ results }) => results.filter((each) => each.configuration === configuration));
  const baseResults = of(base);
  return configurations.map((configuration) => {
    const results = of(configuration);
    const shareOf = (name: SummedFigure): number | null =>
      percentage(sum(results, name), sum(baseResults, name));
    const [states, cpuSeconds, wallSeconds, storeBytes, vectorsBytes] = SUMMED;
    return {
      configuration,
      programs: results.length,
      states: sum(results, states),
      cpuSeconds: sum(results, cpuSeconds),
      wallSeconds: sum(results, wallSeconds),
      storeBytes: sum(results, storeBytes),
      vectorsBytes: sum(results, vectorsBytes),
      percentOfSums: {
        states: shareOf(states),
        cpuSeconds: shareOf(cpuSeconds),
        wallSeconds: shareOf(wallSeconds),
        storeBytes: shareOf(storeBytes),
        vectorsBytes: shareOf(vectorsBytes),
      },
      meanPercent: mapFigures((name) => mean(results.map(({ percent }) => percent[name]))),
    };
  });
}

/** Of what is known; null if nothing is. */
function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((a, b) => a + b, 0) / known.length;
}
