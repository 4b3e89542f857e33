/** The arithmetic of a comparison: figures of a check, medians over rounds, percentages, sums and means. */

import { type CheckReport, uncovered } from "../check/check-report.ts";
import { invariant } from "../core/assert.ts";
import {
  COLUMNS,
  FIGURE_NAMES,
  type FigureName,
  type Figures,
  SUMMED,
  type SummedFigure,
} from "./columns.ts";
import type { ComparedProgram, ConfigurationResult, OverallResult, Run } from "./comparison.ts";
import { disagreements } from "./steadiness.ts";

/** The limit on the violations that a check collects; there may be more. */
const MAX_VIOLATIONS = 100;

/** Makes a record with one entry for each name. */
function recordOf<Name extends string, T>(
  names: readonly Name[],
  of: (name: Name) => T,
): Record<Name, T> {
  const record: Partial<Record<Name, T>> = {};
  for (const name of names) record[name] = of(name);
  invariant(isFull(names, record), "there must be an entry for each name");
  return record;
}

const isFull = <Name extends string, T>(
  names: readonly Name[],
  record: Partial<Record<Name, T>>,
): record is Record<Name, T> => names.every((name) => name in record);

/** Figures that are known for every check are never null. */
const isFigures = (record: Readonly<Record<FigureName, number | null>>): record is Figures =>
  COLUMNS.every(({ name }) => record[name] !== undefined);

function figuresFrom(of: (name: FigureName) => number | null): Figures {
  const figures = recordOf(FIGURE_NAMES, of);
  invariant(isFigures(figures), "all figures");
  return figures;
}

export function figuresOf(report: CheckReport): Figures {
  const columns = new Map(COLUMNS.map((column) => [column.name, column]));
  return figuresFrom((name) => columns.get(name)?.of(report) ?? null);
}

/** `collectsAll`: the check was told to continue after a violation. */
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

/** The mean of the two in the middle if the number of values is even. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The standard deviation of a sample; null for fewer than two values. */
export function deviation(values: readonly number[]): number | null {
  const average = mean(values);
  if (average === null || values.length < 2) return null;
  const squares = values.reduce((sum, value) => sum + (value - average) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

/** Null if the base is 0, of which there are no percentages. */
export function percentage(value: number | null, base: number | null): number | null {
  if (value === null || base === null) return null;
  return base > 0 ? (value / base) * 100 : null;
}

/** Null if nothing was measured. A figure that one round lacks has no median. */
export function medianFigures(rounds: readonly Figures[]): Figures | null {
  if (rounds.length === 0) return null;
  return figuresFrom((name) => {
    const known = rounds.flatMap((figures) => figures[name] ?? []);
    return known.length === rounds.length ? median(known) : null;
  });
}

/** A configuration is judged by its worst round. */
const SEVERITY = ["safe", "incomplete", "violated", "error"] as const;

/** `runs`: one for each round. */
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
    isSteady: disagreements(runs).length === 0,
    exitCodes: worst.exitCodes,
    rounds: rounds.length,
    figures: medianFigures(rounds),
    cpuRange: times.length === 0 ? null : [Math.min(...times), Math.max(...times)],
    cpuMean: mean(times),
    cpuDeviation: deviation(times),
    notes: runs[0]?.notes ?? [],
    percent: recordOf(FIGURE_NAMES, () => null),
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
    const percent = recordOf(FIGURE_NAMES, (name) =>
      isComparable
        ? percentage(result.figures?.[name] ?? null, against.figures?.[name] ?? null)
        : null,
    );
    return { ...result, percent };
  });
}

const sum = (results: readonly ConfigurationResult[], name: SummedFigure): number =>
  results.reduce((total, { figures }) => total + (figures?.[name] ?? 0), 0);

/** Sums and means, over the programs that are complete under every configuration. */
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
    return {
      configuration,
      programs: results.length,
      ...recordOf(SUMMED, (name) => sum(results, name)),
      percentOfSums: recordOf(SUMMED, (name) =>
        percentage(sum(results, name), sum(baseResults, name)),
      ),
      meanPercent: recordOf(FIGURE_NAMES, (name) =>
        mean(results.map(({ percent }) => percent[name])),
      ),
      geometricMeanPercent: recordOf(FIGURE_NAMES, (name) =>
        geometricMean(results.map(({ percent }) => percent[name])),
      ),
    };
  });
}

/** The mean of the values that are known; null if none is. */
function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((a, b) => a + b, 0) / known.length;
}

/** Of the values above 0; null if there are none. */
export function geometricMean(values: readonly (number | null)[]): number | null {
  const logarithms = values.flatMap((value) =>
    value === null || value <= 0 ? [] : [Math.log(value)],
  );
  const average = mean(logarithms);
  return average === null ? null : Math.exp(average);
}
